-- A report is a record: it stays when a handbook that it asked is removed, and knows that handbook by its id.

create table asked_handbooks (
    report integer not null references reports on delete cascade,
    handbook text not null,           -- an id; of a handbook that may have been removed since
    primary key (report, handbook)
) strict, without rowid;

insert into asked_handbooks
select report, id from report_handbooks join handbooks on key = handbook;

create index asked_handbooks_by_handbook on asked_handbooks (handbook);

drop table report_handbooks;
