-- The audit trail: who did what, each entry with the hash of the one before. Off until a policy turns it on.

create table trail_state (
    id integer primary key check (id = 1),
    is_on integer not null,
    with_question integer not null,   -- 1: what was asked is kept beside the trail, until its report is deleted
    n_entries integer not null,       -- a trail that was cut short has fewer
    head text not null                -- hash of the last entry
) strict;

insert into trail_state values (1, 0, 0, 0, '0000000000000000000000000000000000000000000000000000000000000000');

create table trail (
    number integer primary key,
    hash blob not null,
    entry blob not null               -- canonical JSON, as edgerag/domain/trail.py defines it
) strict;

create table trail_questions (        -- what ties an entry to a question; it goes when the report goes
    number integer primary key,
    report integer not null references reports on delete cascade,
    salt blob not null,
    question text                     -- only if the policy says so
) strict;

create index trail_questions_by_report on trail_questions (report);
