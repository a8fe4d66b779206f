from __future__ import annotations

import pytest

from edgerag import paths
from edgerag.errors import HandbookNotFoundError
from edgerag.index.sync import Indexes
from edgerag.store.library import Library
from tests.unit.cli.conftest import Invoke


def titles(library: Library) -> list[str]:
    return [book.title for book in library.handbooks()]


def test_handbook_leaves_the_library_and_its_indexes(invoke: Invoke, library: Library) -> None:
    Indexes.open(library, paths.lexical_folder())
    assert invoke("remove", "--yes", "Clinic").stdout == "removed Clinic\n"
    assert titles(library) == ["Hospital"]
    assert Indexes(library, paths.lexical_folder()).check() == ()


@pytest.mark.parametrize(("typed", "left"), [("n\n", ["Clinic", "Hospital"]), ("y\n", ["Hospital"])])
def test_person_is_asked_first(invoke: Invoke, library: Library, typed: str, left: list[str]) -> None:
    asked = invoke("remove", "Clinic", typed=typed)
    assert "Remove Clinic (2 pages)?" in asked.stderr
    assert titles(library) == left


def test_name_that_fits_no_handbook_removes_none(invoke: Invoke, library: Library) -> None:
    with pytest.raises(HandbookNotFoundError):
        invoke("remove", "--yes", "Clinic", "Nowhere")
    assert titles(library) == ["Clinic", "Hospital"]
