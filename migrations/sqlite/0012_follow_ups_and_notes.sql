-- A question that was read with the one before it stands in one thread with it. Readers keep bookmarks and notes.

create table follow_ups (
    report integer primary key references reports on delete cascade,
    before integer not null references reports on delete cascade  -- an earlier one: smaller than `report`
) strict;

create index follow_ups_by_before on follow_ups (before);

create table notes (
    id integer primary key autoincrement,
    report integer references reports on delete cascade,  -- a note on an answer goes with its report
    handbook text not null,           -- an id; of a handbook that may have been removed since
    title text not null,              -- what that handbook was called
    sha256 text not null,             -- of the file that was read
    page integer,                     -- ordinal of a page; null of a note on an answer
    place text not null,              -- what a person calls it: 'page 23'
    note text not null,               -- in the reader's own words; '' is a bookmark
    made_at text not null,            -- UTC
    seal blob,
    check ((report is null) != (page is null))
) strict;

create unique index notes_by_answer on notes (report, handbook) where page is null;
create unique index notes_by_page on notes (handbook, page) where report is null;
