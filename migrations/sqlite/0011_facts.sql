-- What was found right or wrong of a handbook's statements: from it comes how credible a handbook is in a subject.
--
-- It goes with its handbook, and no export carries it: whom to believe is for each library to find out.

create table facts (
    handbook integer not null references handbooks on delete cascade,
    area text not null,               -- the illness or medicine that the question was about; '' if it named none
    statement blob not null,          -- a hash of the quotation and its topic: a statement counts once
    credit real not null,             -- 1 right, 0 wrong; of what other sources bear out, how much of their weight
    by_person integer not null,       -- 1 if a person said so
    seal blob not null,
    primary key (handbook, area, statement)
) strict, without rowid;
