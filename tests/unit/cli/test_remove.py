from __future__ import annotations

import pytest

from edgerag import paths
from edgerag.errors import EdgeRagError, HandbookNotFoundError
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


def test_person_is_asked_first(invoke: Invoke, library: Library) -> None:
    with pytest.raises(EdgeRagError, match="nothing was removed"):
        invoke("remove", "Clinic", typed="n\n")
    assert titles(library) == ["Clinic", "Hospital"]
    assert "Remove Clinic (2 pages)?" in invoke("remove", "Clinic", typed="y\n").stderr
    assert titles(library) == ["Hospital"]


def test_name_that_fits_no_handbook_removes_none(invoke: Invoke, library: Library) -> None:
    with pytest.raises(HandbookNotFoundError):
        invoke("remove", "--yes", "Clinic", "Nowhere")
    assert titles(library) == ["Clinic", "Hospital"]


def test_a_no_says_what_became_of_the_rest(invoke: Invoke, library: Library) -> None:
    with pytest.raises(EdgeRagError, match="nothing more was removed"):
        invoke("remove", "Clinic", "Hospital", typed="y\nn\n")
    assert titles(library) == ["Hospital"]
