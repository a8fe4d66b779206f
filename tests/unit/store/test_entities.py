from __future__ import annotations

from dataclasses import replace

import apsw
import pytest

from edgerag.domain.entities import (
    Entity,
    EntityMention,
    EntityType,
    Extracted,
    Relation,
    RelationType,
    entity_id,
)
from edgerag.domain.handbooks import ParsedHandbook
from edgerag.errors import HandbookNotFoundError
from edgerag.store.library import Library
from edgerag.store.rooms.stock import Added
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

CLINIC = make_handbook("Clinic", ["Give ACT for malaria."])
WARD = make_handbook("Ward", ["Malaria and anaemia."])


def entity(kind: EntityType, name: str, *names: str) -> Entity:
    return Entity(entity_id(kind, name), kind, name, names)


MALARIA = entity(EntityType.DISEASE, "malaria")
ANAEMIA = entity(EntityType.DISEASE, "anaemia")
ACT = entity(EntityType.DRUG, "artemisinin combination", "ACT")


def of_clinic(parsed: ParsedHandbook = CLINIC) -> Extracted:
    chunk = parsed.chunks[0]
    treats = Relation(
        ACT.id,
        RelationType.TREATS,
        MALARIA.id,
        is_denied=False,
        chunk=chunk.id,
        start=chunk.start,
        end=chunk.end,
        confidence=0.75,
    )
    mentions = (
        EntityMention(ACT.id, chunk.id, chunk.start + 5, chunk.start + 8),
        EntityMention(MALARIA.id, chunk.id, chunk.start + 13, chunk.start + 20),
    )
    return Extracted((ACT, MALARIA), mentions, (treats,))


def of_ward() -> Extracted:
    chunk = WARD.chunks[0]
    malaria = EntityMention(MALARIA.id, chunk.id, chunk.start, chunk.start + 7)
    anaemia = EntityMention(ANAEMIA.id, chunk.id, chunk.start + 12, chunk.start + 19)
    return Extracted((replace(MALARIA, names=("ague",)), ANAEMIA), (malaria, anaemia), ())


def add(library: Library, parsed: ParsedHandbook, extracted: Extracted | None) -> Added:
    return library.add(parsed, make_vectors(len(parsed.chunks)), EMBEDDER, extracted)


def count(library: Library, table: str) -> int:
    with library.reading() as db:
        return int(db.execute(f"select count(*) from {table}").get)


def test_what_was_read_of_a_handbook_comes_back_as_it_was(library: Library) -> None:
    add(library, CLINIC, of_clinic())
    book = CLINIC.handbook.id
    assert library.entities(book) == (MALARIA, ACT)
    assert library.mentions(book) == of_clinic().mentions
    assert library.relations(book) == of_clinic().relations
    assert library.waiting_for_entities() == ()


def test_an_entity_of_two_handbooks_is_one_and_each_keeps_its_own_names(library: Library) -> None:
    add(library, CLINIC, of_clinic())
    add(library, WARD, of_ward())
    assert count(library, "entities") == 3
    assert library.entities(CLINIC.handbook.id)[0].names == ()
    assert library.entities(WARD.handbook.id)[1].names == ("ague",)
    assert {e.name: e.names for e in library.entities()}["malaria"] == ("ague",)


def test_a_removed_handbook_takes_all_that_nobody_else_names(library: Library) -> None:
    add(library, CLINIC, of_clinic())
    add(library, WARD, of_ward())
    library.remove(CLINIC.handbook.id)
    assert [e.name for e in library.entities()] == ["anaemia", "malaria"]
    assert count(library, "relations") == 0
    with pytest.raises(HandbookNotFoundError):
        library.mentions(CLINIC.handbook.id)


def test_reading_anew_replaces_what_was_read_and_makes_derived_indexes_look_again(library: Library) -> None:
    add(library, CLINIC, of_clinic())
    generation = library.generation
    library.replace_entities(CLINIC.handbook.id, Extracted((MALARIA,), of_clinic().mentions[1:], ()))
    assert library.entities() == (MALARIA,)
    assert library.relations(CLINIC.handbook.id) == ()
    assert library.generation == generation + 1


def test_a_handbook_that_came_without_entities_waits_and_has_none(library: Library) -> None:
    add(library, CLINIC, None)
    assert library.waiting_for_entities() == (CLINIC.handbook.id,)
    assert library.entities() == ()
    assert library.mentions(CLINIC.handbook.id) == ()
    library.replace_entities(CLINIC.handbook.id, of_clinic())
    assert library.waiting_for_entities() == ()


def test_what_an_older_reader_found_is_read_again(library: Library) -> None:
    add(library, CLINIC, of_clinic())
    with library.transaction() as db:
        db.execute("update handbooks set entities_read = 0")
    assert library.waiting_for_entities() == (CLINIC.handbook.id,)


def test_a_replaced_handbook_leaves_nothing_of_the_older_one(library: Library) -> None:
    add(library, CLINIC, of_clinic())
    newer = make_handbook("Clinic 2", ["Nothing known."], source=CLINIC.handbook.source_path)
    assert add(library, newer, Extracted((), (), ())) is Added.REPLACED
    assert [count(library, t) for t in ("entities", "entity_names", "mentions", "relations")] == [0] * 4


def test_a_handbook_that_is_mended_has_its_entities_again(library: Library) -> None:
    add(library, CLINIC, of_clinic())
    with library.transaction() as db:
        db.execute("update chunks set text = 'Give ACT for measles.'")
    assert add(library, CLINIC, of_clinic()) is Added.MENDED
    assert library.relations(CLINIC.handbook.id) == of_clinic().relations


@pytest.mark.parametrize(
    "damage",
    [
        'update mentions set "end" = "end" + 1',
        "update relations set is_denied = 1",
        "update entity_names set name = 'measles' where name = 'malaria'",
        "update entities set name = 'measles' where name = 'malaria'",
    ],
)
def test_a_damaged_row_is_never_given_out_and_its_handbook_is_read_again(
    library: Library, damage: str
) -> None:
    add(library, CLINIC, of_clinic())
    book = CLINIC.handbook.id
    with library.transaction() as db:
        db.execute(damage)
    assert set(library.entities(book)) <= {MALARIA, ACT}
    assert set(library.mentions(book)) <= set(of_clinic().mentions)
    assert set(library.relations(book)) <= set(of_clinic().relations)
    assert library.waiting_for_entities() == (book,)
    library.replace_entities(book, of_clinic())
    assert library.waiting_for_entities() == ()
    assert library.mentions(book) == of_clinic().mentions
    assert library.relations(book) == of_clinic().relations


def test_the_tables_refuse_what_belongs_to_nothing(library: Library) -> None:
    add(library, CLINIC, of_clinic())
    with pytest.raises(apsw.ConstraintError), library.transaction() as db:
        db.execute("insert into mentions values (99, 0, 0, 1, 1, x'')")
    with pytest.raises(apsw.ConstraintError), library.transaction() as db:
        db.execute("delete from entities")
