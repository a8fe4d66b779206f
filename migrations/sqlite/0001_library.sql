-- The library: handbooks with all that was read from them, and what people asked.
--
-- "handbook" columns hold handbooks.key, a number that is never used twice: a handbook that is
-- removed and added again has another key, so whatever is derived from it can tell old from new.

create table library (
    only integer primary key check (only = 1),
    generation integer not null,      -- grows by one with every change of content
    embedder text not null,           -- the one model that made every vector; '' before the first
    dimensions integer not null
) strict;

insert into library values (1, 0, '', 0);

create table handbooks (
    key integer primary key autoincrement,
    id text not null unique,          -- the first 16 hexadecimal digits of sha256
    sha256 text not null unique,
    file_name text not null,
    source_path text not null,
    media_type text not null,
    n_pages integer not null,
    n_sections integer not null,
    n_chunks integer not null,
    n_chars integer not null,
    problems text not null            -- JSON array of sentences
) strict;

create index handbooks_by_source on handbooks (source_path);

create table metadata (
    handbook integer not null references handbooks on delete cascade,
    field text not null,
    value text not null,
    origin text not null,
    primary key (handbook, field)
) strict, without rowid;

create table pages (
    handbook integer not null references handbooks on delete cascade,
    ordinal integer not null,
    number integer,
    label text not null,
    start integer not null,
    text text not null,
    primary key (handbook, ordinal)
) strict;

create table sections (
    id integer not null unique,       -- a hash; rows stay together by handbook
    handbook integer not null references handbooks on delete cascade,
    ordinal integer not null,
    parent integer references sections (id) on delete cascade,
    level integer not null,
    path text not null,               -- JSON array of headings, its own last
    start integer not null,
    "end" integer not null,
    first_page integer,
    last_page integer,
    unique (handbook, ordinal)
) strict;

create index sections_by_parent on sections (parent);

create table chunks (
    id integer not null unique,
    handbook integer not null references handbooks on delete cascade,
    section integer not null references sections (id) on delete cascade,
    ordinal integer not null,
    prefix text not null,
    start integer not null,
    "end" integer not null,
    text text not null,
    unique (handbook, ordinal)
) strict;

create index chunks_by_section on chunks (section);

create table vectors (
    handbook integer primary key references handbooks on delete cascade,
    generation integer not null,      -- at which they were stored
    matrix blob not null              -- little-endian float16, one row per chunk in order of ordinal
) strict;

create table answers (
    key text primary key,
    handbook integer not null references handbooks on delete cascade,
    value blob not null
) strict;

create index answers_by_handbook on answers (handbook);

create table reports (
    id integer primary key autoincrement,
    asked_at text not null,
    question text not null,
    report blob not null
) strict;

create table report_handbooks (       -- a report quotes these; it goes when one of them goes
    report integer not null references reports on delete cascade,
    handbook integer not null references handbooks on delete cascade,
    primary key (report, handbook)
) strict, without rowid;

create index report_handbooks_by_handbook on report_handbooks (handbook);

create table unfinished (             -- work that a killed process left behind
    task text primary key,
    started_at text not null,
    pid integer not null,
    process_started real not null     -- with pid, tells a process from a later one of the same number
) strict;
