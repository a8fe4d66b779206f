from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Event

import pytest

from edgerag.atlas.atlas import Atlas, draw, rank
from edgerag.atlas.homologous import Difference
from edgerag.atlas.told import Wanted
from edgerag.atlas.told import told as in_words
from edgerag.compare.findings import Span
from edgerag.domain.reports import Significance
from edgerag.errors import Cancelled
from edgerag.language.values import Kind
from edgerag.store.library import Library

Shelve = Callable[[str, Mapping[str, str]], None]


def drawn(library: Library) -> Atlas:
    return draw(library, library.handbooks(), lambda *_: None, Event())


def told(atlas: Atlas) -> list[tuple[str, Kind, set[str]]]:
    return [
        (group.subject, group.kind, {value.text for pair in group.pairs for value in _values(pair)})
        for group in atlas.groups
    ]


def _values(pair: Difference) -> list[Span]:
    return [span for span in (pair.finding.a, pair.finding.b) if span]


def test_two_doses_of_one_medicine_for_one_illness_differ(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Anaphylaxis": "Give adrenaline 0.5 mg IM at once."})
    shelve("Two", {"Anaphylaxis": "Give adrenaline 1 mg IM at once."})
    assert told(drawn(library)) == [("adrenaline", Kind.DOSE, {"0.5 mg", "1 mg"})]


def test_the_same_dose_in_another_unit_is_no_difference(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Anaphylaxis": "Give adrenaline 0.5 mg IM at once."})
    shelve("Two", {"Anaphylaxis": "Give adrenaline 500 mcg IM at once."})
    assert drawn(library).groups == ()


def test_doses_for_two_illnesses_are_not_set_against_each_other(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Gonorrhoea": "Give ceftriaxone 250 mg IM as a single dose."})
    shelve("Two", {"Meningitis": "Give ceftriaxone 2 g IV as a single dose."})
    assert drawn(library).groups == ()


def test_doses_for_children_and_for_adults_are_not_set_against_each_other(
    library: Library, shelve: Shelve
) -> None:
    shelve("One", {"Malaria in adults": "Give adults quinine 600 mg three times a day."})
    shelve("Two", {"Malaria in children": "Give children quinine 100 mg three times a day."})
    assert drawn(library).groups == ()


def test_doses_by_two_ways_are_not_set_against_each_other(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Oedema": "Give furosemide 40 mg orally."})
    shelve("Two", {"Oedema": "Give furosemide 80 mg IV."})
    assert drawn(library).groups == ()


def test_a_dose_that_the_other_handbook_states_elsewhere_is_a_difference_in_doubt(
    library: Library, shelve: Shelve
) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg at once.", "Gout": "Give ibuprofen 400 mg with food."})
    shelve(
        "Two",
        {
            "Malaria": "Give quinine 600 mg at once.\n\nGive quinine 300 mg at once.",
            "Gout": "Give ibuprofen 800 mg with food.",
        },
    )
    atlas = drawn(library)
    assert [group.subject for group in atlas.groups] == ["ibuprofen", "quinine"]
    assert [group.pairs[0].is_doubtful for group in atlas.groups] == [False, True]
    sure = [group.subject for group in in_words(library, atlas.groups, Wanted(least_likeness=0.1))]
    assert sure == ["ibuprofen"]


def test_one_forbids_what_the_other_tells_to_give(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Malaria": "Give doxycycline for malaria."})
    shelve("Two", {"Malaria": "Do not give doxycycline for malaria."})
    (group,) = drawn(library).groups
    assert (group.subject, group.kind, group.significance) == ("doxycycline", Kind.ACTION, Significance.HIGH)


def test_other_medicines_for_one_illness_are_a_difference(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Scabies": "Apply permethrin cream once."})
    shelve("Two", {"Scabies": "Apply benzyl benzoate lotion for 3 days."})
    assert told(drawn(library)) == [("scabies", Kind.DRUG, {""})]


def test_a_library_of_one_handbook_has_no_differences(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg at once.\n\nGive quinine 300 mg at once."})
    atlas = drawn(library)
    assert atlas.groups == ()
    assert atlas.n_claims == 2


def test_the_surest_differences_come_first(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg with food at night.", "Gout": "Give colchicine 1 mg now."})
    shelve("Two", {"Malaria": "Quinine: 900 mg once.", "Gout": "Give colchicine 2 mg now."})
    groups = drawn(library).groups
    assert [group.subject for group in groups] == ["colchicine", "quinine"]
    assert [rank(group.pairs[0]) for group in groups] == sorted(
        (rank(pair) for group in groups for pair in group.pairs), reverse=True
    )


def test_the_map_is_the_same_whatever_is_read_from_the_library_first(
    library: Library, shelve: Shelve
) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg at once."})
    shelve("Two", {"Malaria": "Give quinine 900 mg at once."})
    first = drawn(library)
    again = draw(library, library.handbooks()[::-1], lambda *_: None, Event())
    assert told(first) == told(again)


def test_a_drawing_can_be_stopped(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg at once."})
    stop = Event()
    stop.set()
    with pytest.raises(Cancelled):
        draw(library, library.handbooks(), lambda *_: None, stop)
