from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.atlas.atlas import NEAR, Atlas, draw, parted, rank
from edgerag.atlas.homologous import Difference
from edgerag.atlas.relations import Attribute
from edgerag.atlas.stated import Stated
from edgerag.atlas.told import Wanted
from edgerag.atlas.told import told as in_words
from edgerag.compare.findings import Finding, Relation, Span
from edgerag.domain.reports import Significance
from edgerag.errors import Cancelled
from edgerag.extract.claims import claims_of
from edgerag.language.values import Kind
from edgerag.store.library import Library
from tests.synthetic import make_handbook

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
    sure = [group.subject for group in in_words(library, atlas.groups, Wanted(least_sureness=0.1))]
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


@pytest.mark.parametrize(("medicine", "is_first"), [("morphine", True), ("amoxicillin", False)])
def test_an_amount_of_a_high_alert_medicine_comes_before_what_is_a_little_surer(
    medicine: str, *, is_first: bool
) -> None:
    surer = differing(0, 1, 0.75)
    dose = Attribute(Kind.DOSE, "mg", medicine)
    alert = replace(differing(2, 3, 0.7), attribute=dose)
    assert (rank(alert) > rank(surer)) is is_first
    action = replace(alert, attribute=Attribute(Kind.ACTION, "", medicine))
    assert rank(action) < rank(surer)


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


def quinine_doses(n: int) -> list[Stated]:
    """Statements of one attribute, each of a handbook of its own."""
    text = "Give quinine 600 mg."
    book = make_handbook("Any", [text])
    (claim,) = claims_of(text, book.sections)
    return [Stated(book.handbook, claim, np.ones(1, dtype=np.float32)) for _ in range(n)]


STATED = quinine_doses(6)
PAIRS = st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(lambda ends: ends[0] < ends[1])
SURE = st.floats(0.0, 1.0)


def span(value: str) -> Span | None:
    return Span(0, len(value), value) if value else None


def differing(a: int, b: int, sureness: float, *values: str) -> Difference:
    dose, (of_a, of_b) = Attribute(Kind.DOSE, "mg", "quinine"), map(span, values or ("", ""))
    finding = Finding(Relation.CONFLICT, Kind.DOSE, "", of_a, of_b)
    return Difference(dose, STATED[a], STATED[b], finding, 1.0, is_mutual=False, sureness=sureness)


def surest_first(sure: Mapping[tuple[int, int], float]) -> list[Difference]:
    return sorted((differing(*ends, surely) for ends, surely in sure.items()), key=lambda one: -rank(one))


def test_what_one_statement_differs_from_nearly_as_surely_is_one_group() -> None:
    first, second, third, apart = surest_first({(0, 1): 0.8, (1, 2): 0.75, (0, 2): 0.72, (3, 4): 0.6})
    assert parted([first, second, third, apart]) == [[first, second, third], [apart]]


def test_the_same_values_from_other_places_of_the_same_handbooks_are_one_group() -> None:
    first, elsewhere = differing(0, 1, 0.8, "600 mg", "900 mg"), differing(2, 3, 0.75, "600 MG", "1 g")
    other = differing(4, 5, 0.75, "300 mg", "1.2 g")
    assert parted([first, elsewhere, other]) == [[first, elsewhere], [other]]


def test_a_sure_difference_does_not_bring_up_what_is_far_less_sure() -> None:
    sure, doubtful = surest_first({(0, 1): 0.8, (1, 2): 0.5})
    assert parted([sure, doubtful]) == [[sure], [doubtful]]


@given(st.dictionaries(PAIRS, SURE, min_size=1))
def test_each_difference_is_of_one_group_whose_surest_comes_first(
    sure: Mapping[tuple[int, int], float],
) -> None:
    pairs = surest_first(sure)
    groups = parted(pairs)
    assert sorted(map(id, pairs)) == sorted(id(pair) for group in groups for pair in group)
    assert [rank(group[0]) for group in groups] == sorted((rank(group[0]) for group in groups), reverse=True)
    for group in groups:
        assert all(rank(group[0]) - NEAR <= rank(pair) <= rank(group[0]) for pair in group)
        for n, pair in enumerate(group[1:], start=1):
            assert {pair.a, pair.b} & {side for earlier in group[:n] for side in (earlier.a, earlier.b)}
