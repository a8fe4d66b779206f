from __future__ import annotations

import pytest

from edgerag.errors import HandbookNotFoundError
from edgerag.store.library import Library
from tests.synthetic import make_handbook
from tests.unit.store.shelved import CLINIC, HOSPITAL, add


@pytest.mark.parametrize("name", ["clinic", "CLINIC.txt", CLINIC.handbook.id, CLINIC.handbook.id[:6]])
def test_finds_a_handbook_by_any_of_its_names(library: Library, name: str) -> None:
    add(library, CLINIC)
    add(library, HOSPITAL)
    assert library.handbook(name).id == CLINIC.handbook.id


def test_asks_which_of_two_handbooks_of_one_name(library: Library) -> None:
    add(library, CLINIC)
    add(library, make_handbook("Clinic", ["another"], source="/elsewhere"))
    with pytest.raises(HandbookNotFoundError) as ambiguous:
        library.handbook("Clinic")
    assert CLINIC.handbook.id in ambiguous.value.hint


def test_too_short_a_beginning_of_a_name_is_told_how_long_one_is(library: Library) -> None:
    add(library, CLINIC)
    assert library.handbook("clin").id == CLINIC.handbook.id
    with pytest.raises(HandbookNotFoundError, match="no handbook is called 'cli'") as short:
        library.handbook("cli")
    assert "at least 4 characters" in short.value.hint
    with pytest.raises(HandbookNotFoundError) as unknown:
        library.handbook("ward")
    assert unknown.value.hint == "see `edgerag list`"
