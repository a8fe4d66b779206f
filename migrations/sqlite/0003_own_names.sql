-- The names that a handbook brings itself: its abbreviations, and the medicines of its index.
--
-- They are read from its pages, so an export need not carry them: what is imported is read anew.

create table own_names (
    handbook integer not null references handbooks on delete cascade,
    name text not null,               -- as it is written: "IPT"
    meaning text not null,            -- in full; '' for a medicine that is only listed
    source text not null,             -- 'definition', 'list' or 'index'
    primary key (handbook, name, meaning, source)
) strict, without rowid;

alter table handbooks add column names_read integer not null default 0;  -- by which version of the reader; 0 is none
