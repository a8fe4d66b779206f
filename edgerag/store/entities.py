"""The tables `entities`, `entity_names`, `mentions` and `relations`: what handbooks speak of.

Entities are shared: one that no handbook names any more goes. A row that is not as it was stored is left out,
and its handbook then waits to be read again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NewType

import apsw

from edgerag.domain.entities import (
    READER,
    Entity,
    EntityId,
    EntityMention,
    EntityType,
    Extracted,
    Relation,
    RelationType,
)
from edgerag.domain.ids import HandbookId, chunk_id
from edgerag.store.handbooks import HandbookKey
from edgerag.store.seals import Row, Value, intact, seal

EntityKey = NewType("EntityKey", int)

_ENTITY = (
    "insert into entities (key, id, type, name, seal) values (?, ?, ?, ?, ?)"
    " on conflict (key) do update set type = excluded.type, name = excluded.name, seal = excluded.seal"
)
_TABLES = ("relations", "mentions", "entity_names")
"""Those that hold rows of one handbook."""


def write(db: apsw.Connection, key: HandbookKey, extracted: Extracted) -> None:
    """Store what was read of a handbook in place of what was there."""
    clear(db, key)
    keys = _keys(db, extracted.entities)
    ordinals = dict(db.execute("select id, ordinal from chunks where handbook = ?", (key,)))
    names = {(key, keys[e.id], name) for e in extracted.entities for name in (e.name, *e.names)}
    _insert(db, "entity_names", sorted(names))
    mentions = {(key, ordinals[m.chunk], m.start, m.end, keys[m.entity]) for m in extracted.mentions}
    _insert(db, "mentions", sorted(mentions))
    relations = (
        (
            key,
            ordinals[r.chunk],
            r.start,
            r.end,
            keys[r.source],
            r.type.value,
            keys[r.target],
            int(r.is_denied),
            r.confidence,
        )
        for r in extracted.relations
    )
    _insert(db, "relations", relations)
    db.execute("update handbooks set entities_read = ? where key = ?", (READER, key))
    forget_unnamed(db)


def clear(db: apsw.Connection, key: HandbookKey) -> None:
    """Drop what was read of a handbook, which then waits to be read."""
    for table in _TABLES:
        db.execute(f"delete from {table} where handbook = ?", (key,))
    db.execute("update handbooks set entities_read = 0 where key = ?", (key,))


def forget_unnamed(db: apsw.Connection) -> None:
    """Drop the entities that no handbook names."""
    db.execute("delete from entities where key not in (select entity from entity_names)")


def waiting(db: apsw.Connection) -> list[HandbookKey]:
    """Give the handbooks that this version of the reader never read, or of which rows are damaged."""
    damaged = _damaged(db)
    query = "select key, entities_read from handbooks order by key"
    return [key for key, reader in db.execute(query) if reader != READER or key in damaged]


def entities(db: apsw.Connection, key: HandbookKey | None = None) -> tuple[Entity, ...]:
    """Read the entities of a handbook, or of all, by their ids, with the names that are used there."""
    where, arguments = ("", ()) if key is None else ("where handbook = ?", (key,))
    query = f"select handbook, entity, cast(name as blob), seal from entity_names {where}"
    names: dict[EntityKey, set[str]] = {}
    for entity, name in intact(db, "entity_names", query, arguments, lambda row: (row[1], row[2].decode())):
        names.setdefault(entity, set()).add(name)
    return tuple(
        Entity(id_, kind, name, tuple(sorted(names[entity] - {name})))
        for entity, (id_, kind, name) in sorted(_entities(db).items(), key=lambda item: item[1])
        if entity in names
    )


def mentions(db: apsw.Connection, key: HandbookKey, handbook: HandbookId) -> tuple[EntityMention, ...]:
    """Read where a handbook names entities, in reading order."""
    ids = _ids(db)

    def parse(row: Row) -> EntityMention:
        _key, chunk, start, end, entity = row
        return EntityMention(_known(ids, entity), chunk_id(handbook, chunk), start, end)

    query = 'select handbook, chunk, start, "end", entity, seal from mentions where handbook = ?'
    return tuple(intact(db, "mentions", f'{query} order by chunk, start, "end", entity', (key,), parse))


def relations(db: apsw.Connection, key: HandbookKey, handbook: HandbookId) -> tuple[Relation, ...]:
    """Read how a handbook relates entities, in reading order."""
    ids = _ids(db)

    def parse(row: Row) -> Relation:
        _key, chunk, start, end, source, kind, target, is_denied, confidence = row
        return Relation(
            _known(ids, source),
            RelationType(kind.decode()),
            _known(ids, target),
            bool(is_denied),
            chunk_id(handbook, chunk),
            start,
            end,
            confidence,
        )

    query = f"select {_RELATION_COLUMNS} from relations where handbook = ?"
    order = 'order by chunk, start, "end", source, type, target, is_denied'
    return tuple(intact(db, "relations", f"{query} {order}", (key,), parse))


_RELATION_COLUMNS = (
    'handbook, chunk, start, "end", source, cast(type as blob), target, is_denied, confidence, seal'
)
_COLUMNS = {
    "entity_names": "handbook, entity, cast(name as blob), seal",
    "mentions": 'handbook, chunk, start, "end", entity, seal',
    "relations": _RELATION_COLUMNS,
}
"""Of each table, what its seal covers, and the seal."""


def _insert(db: apsw.Connection, table: str, rows: Iterable[tuple[Value, ...]]) -> None:
    places = ", ".join("?" * _COLUMNS[table].count(",")) + ", ?"
    db.executemany(f"insert into {table} values ({places})", ((*row, seal(table, *row)) for row in rows))


def _keys(db: apsw.Connection, found: Iterable[Entity]) -> dict[EntityId, EntityKey]:
    """Give the keys of entities, storing those that no handbook named so far."""
    known = {id_: key for key, id_ in _ids(db).items()}
    highest = db.execute("select coalesce(max(key), 0) from entities").get
    for entity in found:
        if entity.id not in known:
            damaged: EntityKey | None = db.execute("select key from entities where id = ?", (entity.id,)).get
            highest += damaged is None
            known[entity.id] = EntityKey(highest) if damaged is None else damaged
            row = (known[entity.id], entity.id, entity.type.value, entity.name)
            db.execute(_ENTITY, (*row, seal("entities", *row)))
    return known


def _entities(db: apsw.Connection) -> dict[EntityKey, tuple[EntityId, EntityType, str]]:
    query = "select key, cast(id as blob), cast(type as blob), cast(name as blob), seal from entities"

    def parse(row: Row) -> tuple[EntityKey, tuple[EntityId, EntityType, str]]:
        key, id_, kind, name = row
        return key, (EntityId(id_.decode()), EntityType(kind.decode()), name.decode())

    return dict(intact(db, "entities", query, (), parse))


def _ids(db: apsw.Connection) -> dict[EntityKey, EntityId]:
    return {key: id_ for key, (id_, _, _) in _entities(db).items()}


def _known(ids: Mapping[EntityKey, EntityId], key: EntityKey) -> EntityId:
    if key not in ids:
        raise ValueError("the entity itself is damaged")
    return ids[key]


def _damaged(db: apsw.Connection) -> set[HandbookKey]:
    """Give the handbooks of which a row is not as it was stored, or speaks of an entity that is not."""
    sound = _entities(db).keys()
    damaged: set[HandbookKey] = set()
    for table, columns in _COLUMNS.items():
        counts: dict[HandbookKey, int] = {}
        for handbook in intact(db, table, f"select {columns} from {table}", (), lambda row: row[0]):
            counts[handbook] = counts.get(handbook, 0) + 1
        held = db.execute(f"select handbook, count(*) from {table} group by handbook")
        damaged |= {handbook for handbook, n_rows in held if counts.get(handbook, 0) != n_rows}
    named = db.execute("select distinct handbook, entity from entity_names")
    return damaged | {handbook for handbook, entity in named if entity not in sound}
