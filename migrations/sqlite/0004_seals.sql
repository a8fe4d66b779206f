-- A hash beside every row that a person may be shown: what a disk or a stick has damaged is noticed and refused.
--
-- What is here already is sealed as it is found. `seals.py` has the two functions; what they give never changes.

alter table handbooks add column signed_by text not null default '';          -- who signed the export it came in
alter table handbooks add column sealed_late integer not null default 0;       -- 1: damaged before, it would not show
alter table handbooks add column seal blob not null default x'';
alter table metadata add column seal blob not null default x'';
alter table pages add column seal blob not null default x'';
alter table sections add column seal blob not null default x'';
alter table chunks add column seal blob not null default x'';
alter table own_names add column seal blob not null default x'';
alter table vectors add column seal blob not null default x'';
alter table answers add column seal blob not null default x'';
alter table reports add column seal blob not null default x'';

update handbooks set sealed_late = 1, seal = seal_text('handbooks', key, cast(id as blob), cast(sha256 as blob),
    cast(file_name as blob), cast(source_path as blob), cast(media_type as blob), n_pages, n_sections, n_chunks,
    n_chars, cast(problems as blob), cast(signed_by as blob));
update metadata set seal = seal_text('metadata', handbook, cast(field as blob), cast(value as blob),
    cast(origin as blob));
update pages set seal = seal_text('pages', handbook, ordinal, number, cast(label as blob), start,
    cast(text as blob));
update sections set seal = seal_text('sections', handbook, id, ordinal, parent, level, cast(path as blob), start,
    "end", first_page, last_page);
update chunks set seal = seal_text('chunks', handbook, id, section, ordinal, cast(prefix as blob), start, "end",
    cast(text as blob));
update own_names set seal = seal_text('own_names', handbook, cast(name as blob), cast(meaning as blob),
    cast(source as blob));
update vectors set seal = seal('vectors', handbook, generation, matrix);
update answers set seal = seal('answers', cast(key as blob), handbook, value);
update reports set seal = seal_text('reports', id, cast(asked_at as blob), cast(question as blob), report,
    cast(name as blob), pinned, cast(verdict as blob));
