from __future__ import annotations

from dataclasses import replace

import apsw
import pytest

from edgerag.domain.handbooks import Origin, Stated
from edgerag.domain.ids import ChunkId, SectionId
from edgerag.store import handbooks
from tests.synthetic import make_handbook

CLINIC = make_handbook("clinic", ["Adrenaline.", "Oxygen.", "Fluids.", "Referral."], pages_per_section=2)
HOSPITAL = make_handbook("Hospital", ["Insulin."])


def test_what_is_written_is_read_back_in_reading_order(db: apsw.Connection) -> None:
    shuffled = replace(CLINIC, chunks=CLINIC.chunks[::-1], sections=CLINIC.sections[::-1])
    key = handbooks.insert(db, shuffled)
    assert tuple(handbooks.pages(db, key, 1, 4).values()) == CLINIC.pages
    assert tuple(handbooks.sections(db, key, 2).values()) == CLINIC.sections
    assert tuple(handbooks.chunks_of_handbook(db, key, 4).values()) == CLINIC.chunks
    assert handbooks.chunk_ids(db, key) == [chunk.id for chunk in CLINIC.chunks]


def test_handbooks_are_listed_by_title_whatever_its_case(db: apsw.Connection) -> None:
    keys = {book.handbook.id: handbooks.insert(db, book) for book in (HOSPITAL, CLINIC)}
    assert list(handbooks.all_handbooks(db).values()) == [CLINIC.handbook, HOSPITAL.handbook]
    assert handbooks.keys(db) == keys


@pytest.mark.parametrize(
    ("first", "last", "ordinals"), [(2, 3, [2, 3]), (3, 4, [3, 4]), (4, 9, [4]), (5, 4, [])]
)
def test_pages_are_read_from_first_to_last_both_included(
    db: apsw.Connection, first: int, last: int, ordinals: list[int]
) -> None:
    key = handbooks.insert(db, CLINIC)
    handbooks.insert(db, HOSPITAL)
    assert list(handbooks.pages(db, key, first, last)) == ordinals


def test_chunks_are_found_in_any_handbook_and_unknown_ids_left_out(db: apsw.Connection) -> None:
    clinic, hospital = (handbooks.insert(db, book) for book in (CLINIC, HOSPITAL))
    wanted = [HOSPITAL.chunks[0], CLINIC.chunks[3]]
    found = dict(handbooks.chunks(db, [chunk.id for chunk in wanted] + [ChunkId(7)]))
    assert found == {hospital: wanted[0], clinic: wanted[1]}


def test_first_chunk_of_a_section_is_its_first_in_reading_order(db: apsw.Connection) -> None:
    key = handbooks.insert(db, replace(CLINIC, chunks=CLINIC.chunks[::-1]))
    found = handbooks.first_chunks(db, [CLINIC.sections[1].id, SectionId(7)])
    assert list(found) == [(key, CLINIC.chunks[2])]


def test_deleted_handbook_leaves_no_row_and_its_key_is_not_used_again(db: apsw.Connection) -> None:
    handbooks.insert(db, HOSPITAL)
    key = handbooks.insert(db, CLINIC)
    handbooks.delete(db, key)
    assert handbooks.key_of(db, CLINIC.handbook.id) is None
    assert handbooks.keys_from_source(db, CLINIC.handbook.source_path) == []
    for table in ("metadata", "pages", "sections", "chunks"):
        assert db.execute(f"select count(*) from {table} where handbook = ?", (key,)).get == 0
    assert handbooks.insert(db, CLINIC) > key


def test_only_what_a_person_states_is_theirs(db: apsw.Connection) -> None:
    key = handbooks.insert(db, CLINIC)
    handbooks.set_stated(db, key, "authority", "high")
    assert handbooks.stated_by_person(db, key) == {"authority": "high"}
    assert handbooks.all_handbooks(db)[key].metadata.authority == Stated("high", Origin.PERSON)
    with pytest.raises(ValueError, match="unknown field 'weight'"):
        handbooks.set_stated(db, key, "weight", "1 kg")
