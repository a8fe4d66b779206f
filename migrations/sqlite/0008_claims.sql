-- What each statement of a handbook states, typed: the map of differences is drawn from it.
--
-- It is read from the pages, so an export need not carry it: what is imported is read anew.

create table claims (
    handbook integer not null references handbooks on delete cascade,
    ordinal integer not null,         -- 0, 1, ... in reading order
    claim blob not null,              -- MessagePack of edgerag.language.claims.Claim
    seal blob not null,
    primary key (handbook, ordinal)
) strict, without rowid;

alter table handbooks add column claims_read integer not null default 0;  -- by which version of the reader; 0 is none
