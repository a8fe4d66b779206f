-- Audits: many questions asked of many handbooks, and what was found. A shard's file holds these tables alone.

create table audits (
    id integer primary key,
    name text not null unique,
    created_at text not null,         -- UTC, '2026-11-21 23:59:59'
    terms blob not null,              -- MessagePack of edgerag.domain.audits.Terms: what every answer depends on
    seal blob not null
) strict;

create table audit_questions (
    audit integer not null references audits on delete cascade,
    position integer not null,        -- 0, 1, ... in the order of the question file
    question text not null,
    labels text not null,             -- a JSON object, such as {"topic": "malaria"}
    seal blob not null,
    primary key (audit, position)
) strict;

create table audit_results (
    audit integer not null,
    position integer not null,
    failure text not null,            -- why there is no report; '' if there is one. Before it, to be counted fast
    report blob not null,             -- the report's JSON, compressed with zlib; empty if there is none
    seal blob not null,
    primary key (audit, position),
    foreign key (audit, position) references audit_questions on delete cascade
) strict;

-- A removed handbook takes the audits that quote it along; an edition that is replaced does not.
create table audit_handbooks (
    audit integer not null references audits on delete cascade,
    handbook text not null,           -- its id, in or out of the library
    primary key (audit, handbook)
) strict, without rowid;
