from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Event

from edgerag.atlas.atlas import draw
from edgerag.atlas.census import Undisputed
from edgerag.domain.differences import GroupRelation
from edgerag.language.values import Kind
from edgerag.store.library import Library

Shelve = Callable[[str, Mapping[str, str]], None]


def found(library: Library, kind: Kind) -> list[Undisputed]:
    atlas = draw(library, library.handbooks(), lambda *_: None, Event())
    return [group for group in atlas.undisputed if group.kind is kind]


def silent(group: Undisputed) -> set[str]:
    return {book.title for book in group.silent}


def test_what_two_state_alike_is_agreed(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg."})
    shelve("Two", {"Malaria": "Give quinine 0.6 g."})
    (group,) = found(library, Kind.DOSE)
    assert (group.relation, group.subject, group.illness) == (GroupRelation.AGREED, "quinine", "malaria")
    assert {one.handbook.title for one in group.stated} == {"One", "Two"}


def test_what_one_states_and_another_on_the_illness_does_not_is_only_in_one(
    library: Library, shelve: Shelve
) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg for 7 days."})
    shelve("Two", {"Malaria": "Give quinine 600 mg."})
    (group,) = found(library, Kind.DURATION)
    assert group.relation is GroupRelation.ONLY_ONE
    assert (group.stated[0].handbook.title, silent(group)) == ("One", {"Two"})


def test_a_handbook_that_does_not_treat_the_illness_is_not_called_silent(
    library: Library, shelve: Shelve
) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg for 7 days."})
    shelve("Two", {"Gout": "Give colchicine 1 mg."})
    assert found(library, Kind.DURATION) == []


def test_a_handbook_that_states_it_elsewhere_or_in_another_unit_is_not_called_silent(
    library: Library, shelve: Shelve
) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg."})
    shelve("Two", {"Malaria": "Give quinine for 7 days.", "Doses": "Quinine is given at 500 mg."})
    shelve("Three", {"Malaria": "Give quinine 10 mg/kg."})
    assert all(group.relation is not GroupRelation.ONLY_ONE for group in found(library, Kind.DOSE))


def test_statements_for_other_people_are_not_comparable(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Malaria": "Give adults quinine 600 mg."})
    shelve("Two", {"Malaria": "Give children quinine 100 mg."})
    (group,) = found(library, Kind.DOSE)
    assert group.relation is GroupRelation.NOT_COMPARABLE


def test_what_differs_is_in_no_undisputed_group(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg."})
    shelve("Two", {"Malaria": "Give quinine 900 mg."})
    assert found(library, Kind.DOSE) == []
