from __future__ import annotations

from dataclasses import replace

import apsw
import numpy as np
import pytest

from edgerag.domain.handbooks import Origin, Stated
from edgerag.store.library import Library
from edgerag.store.rooms.stock import Added
from tests.synthetic import EMBEDDER, make_handbook, make_vectors
from tests.unit.store.shelved import CLINIC, HOSPITAL, add


def test_adding_the_same_content_again_changes_nothing(library: Library) -> None:
    add(library, CLINIC)
    before = library.generation
    assert add(library, CLINIC) is Added.UNCHANGED
    assert library.generation == before


def test_a_changed_file_replaces_its_handbook_and_keeps_what_a_person_stated(library: Library) -> None:
    add(library, CLINIC)
    library.edit(CLINIC.handbook.id, "authority", "high")
    newer = make_handbook("Clinic 2026", ["Adrenaline 1 mg."], source=CLINIC.handbook.source_path)
    assert add(library, newer) is Added.REPLACED
    (book,) = library.handbooks()
    assert book.id == newer.handbook.id
    assert book.metadata.authority == Stated("high", Origin.PERSON)
    assert book.title == "Clinic 2026"


def test_a_failing_add_leaves_the_library_as_it_was(library: Library) -> None:
    add(library, CLINIC)
    before = library.generation
    broken = replace(HOSPITAL, chunks=(HOSPITAL.chunks[0], HOSPITAL.chunks[0]))
    with pytest.raises(apsw.ConstraintError):
        add(library, broken)
    assert library.generation == before
    assert [book.title for book in library.handbooks()] == ["Clinic"]


@pytest.mark.parametrize("bad", [np.nan, np.inf, 0.5])
def test_refuses_vectors_that_are_not_of_length_one(library: Library, bad: float) -> None:
    vectors = make_vectors(1)
    vectors[0] = bad
    with pytest.raises(ValueError, match="length 1"):
        library.add(HOSPITAL, vectors, EMBEDDER)
    assert library.handbooks() == ()


def test_removing_a_handbook_removes_its_answers_and_no_report(library: Library) -> None:
    add(library, CLINIC)
    add(library, HOSPITAL)
    library.keep_answer("a", CLINIC.handbook.id, b"1")
    library.keep_answer("b", HOSPITAL.handbook.id, b"2")
    both = library.keep_report("about both", b"{}", [CLINIC.handbook.id, HOSPITAL.handbook.id])
    kept = library.keep_report("about one", b"{...}", [HOSPITAL.handbook.id])
    library.pin_report(both)
    assert library.n_reports_of(CLINIC.handbook.id) == 1
    assert library.n_reports_of(HOSPITAL.handbook.id) == 2
    library.remove(CLINIC.handbook.id)
    assert (library.find_answer("a"), library.find_answer("b")) == (None, b"2")
    assert [(kept.question, kept.n_handbooks, kept.n_removed) for kept in library.reports()] == [
        ("about one", 1, 0),
        ("about both", 2, 1),
    ]
    assert (library.report(both), library.removed_since(both)) == (b"{}", (CLINIC.handbook.id,))
    assert (library.report(kept), library.removed_since(kept)) == (b"{...}", ())
    assert library.file_damage(deep=True) == ()
    add(library, CLINIC)
    assert library.removed_since(both) == ()


def test_numbers_an_addition_anew(library: Library) -> None:
    add(library, CLINIC)
    first = library.keys()[CLINIC.handbook.id]
    library.remove(CLINIC.handbook.id)
    add(library, CLINIC)
    assert library.keys()[CLINIC.handbook.id] > first
