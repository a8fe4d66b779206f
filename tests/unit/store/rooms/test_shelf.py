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
