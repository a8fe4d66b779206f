-- Which shards of an audit are with a SLURM cluster. Not in a shard's own file.

create table submitted_shards (
    audit integer not null references audits on delete cascade,
    folder text not null,             -- absolute
    job text not null,                -- SLURM's name of the task, such as '123_4'
    primary key (audit, folder)
) strict, without rowid;
