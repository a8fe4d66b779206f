// What handbooks speak of, as a graph. It is derived: a new format is a new file, built from the library.

create node table Handbook (id string primary key, title string, edition string);
create node table Section (id int64 primary key, heading string, path string, page int64);
create node table Chunk (id int64 primary key, ordinal int64, start_char int64, end_char int64);

// names: all other names, as a JSON list, so that any character can be in them.
create node table Entity (id string primary key, type string, name string, names string);

// name: its most central entities.
create node table Community (id int64 primary key, name string, n_entities int64);

create rel table MENTIONS (from Chunk to Entity, times int64);
create rel table IN_SECTION (from Chunk to Section, many_one);
create rel table IN_HANDBOOK (from Section to Handbook, many_one);

// strength: how much of the community's relations are the entity's; the most central has the most.
create rel table MEMBER_OF (from Entity to Community, strength double, many_one);

// What a statement says of two entities: start_char to end_char of the handbook's text, on that page.
create rel table CAUSES (from Entity to Entity, handbook string, page int64, chunk int64, start_char int64, end_char int64, is_denied bool, confidence double);
create rel table TREATS (from Entity to Entity, handbook string, page int64, chunk int64, start_char int64, end_char int64, is_denied bool, confidence double);
create rel table AFFECTS (from Entity to Entity, handbook string, page int64, chunk int64, start_char int64, end_char int64, is_denied bool, confidence double);
create rel table USES (from Entity to Entity, handbook string, page int64, chunk int64, start_char int64, end_char int64, is_denied bool, confidence double);
create rel table PREVENTS (from Entity to Entity, handbook string, page int64, chunk int64, start_char int64, end_char int64, is_denied bool, confidence double);
create rel table LOCATION_OF (from Entity to Entity, handbook string, page int64, chunk int64, start_char int64, end_char int64, is_denied bool, confidence double);
create rel table ASSOCIATED_WITH (from Entity to Entity, handbook string, page int64, chunk int64, start_char int64, end_char int64, is_denied bool, confidence double);
create rel table PART_OF (from Entity to Entity, handbook string, page int64, chunk int64, start_char int64, end_char int64, is_denied bool, confidence double);
