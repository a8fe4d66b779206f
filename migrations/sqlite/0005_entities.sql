-- What handbooks speak of: entities, where each handbook names them, and how its statements relate two of them.
--
-- An entity is shared by all handbooks; its names, mentions and relations are each handbook's own and go with it.
-- They are read from its pages, so an export need not carry them: what is imported is read anew.

create table entities (
    key integer primary key,
    id text not null unique,          -- type and canonical name: 'disease:malaria'
    type text not null,
    name text not null,
    seal blob not null
) strict;

create table entity_names (           -- what a handbook calls an entity; its canonical name is always among them
    handbook integer not null references handbooks on delete cascade,
    entity integer not null references entities,
    name text not null,
    seal blob not null,
    primary key (handbook, entity, name)
) strict, without rowid;

create index entity_names_by_entity on entity_names (entity);

create table mentions (
    handbook integer not null,
    chunk integer not null,           -- its ordinal
    start integer not null,           -- offset into the handbook text, as of "end"
    "end" integer not null,
    entity integer not null references entities,
    seal blob not null,
    primary key (handbook, chunk, start, "end", entity),
    foreign key (handbook, chunk) references chunks (handbook, ordinal) on delete cascade
) strict, without rowid;

create index mentions_by_entity on mentions (entity);

create table relations (
    handbook integer not null,
    chunk integer not null,           -- its ordinal
    start integer not null,           -- of the statement
    "end" integer not null,
    source integer not null references entities,
    type text not null,               -- 'treats'
    target integer not null references entities,
    is_denied integer not null,       -- 1: a contraindication, if the type is 'treats'
    confidence real not null,         -- 0 to 1
    seal blob not null,
    primary key (handbook, chunk, start, "end", source, type, target, is_denied),
    foreign key (handbook, chunk) references chunks (handbook, ordinal) on delete cascade
) strict, without rowid;

create index relations_by_source on relations (source);
create index relations_by_target on relations (target);

alter table handbooks add column entities_read integer not null default 0;  -- by which version of the reader; 0: none
