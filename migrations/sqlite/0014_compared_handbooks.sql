-- What two handbooks state differently and alike, so that adding a third compares these two no more.
--
-- It is found in the claims and vectors of both, so an export need not carry it: what is lost is found anew.

create table compared_handbooks (
    a integer not null references handbooks on delete cascade,  -- the one whose id is less
    b integer not null references handbooks on delete cascade,
    made_of blob not null,            -- hash of the program that compared, and of all that it read of both
    found blob not null,              -- MessagePack of what edgerag.atlas.kept keeps
    seal blob not null,
    primary key (a, b)
) strict, without rowid;

create index compared_handbooks_by_b on compared_handbooks (b);
