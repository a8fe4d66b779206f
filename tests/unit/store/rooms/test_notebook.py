from __future__ import annotations

from edgerag.domain.facts import Fact
from edgerag.store.library import Library
from tests.unit.store.shelved import CLINIC, HOSPITAL, add


def test_what_is_known_of_several_handbooks_is_kept_of_those_that_are_there(library: Library) -> None:
    add(library, CLINIC)
    here = Fact(CLINIC.handbook.id, "", b"dose", 1.0, by_person=True)
    gone = Fact(HOSPITAL.handbook.id, "", b"dose", 1.0, by_person=True)
    library.keep_facts([gone, here])
    assert library.facts() == (here,)
    library.forget_facts([gone, here])
    assert library.facts() == ()
