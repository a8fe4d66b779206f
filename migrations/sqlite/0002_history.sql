-- A kept question can be pinned and named, and the history says how it ended without opening the report.

alter table reports add column name text not null default '';      -- what a person calls it; '' is the question
alter table reports add column pinned integer not null default 0;  -- 1 stays above the others
alter table reports add column verdict text not null default '';   -- the report's, such as 'disagree'

update reports set verdict = coalesce(json_extract(cast(report as text), '$.verdict'), '')
where json_valid(cast(report as text));
