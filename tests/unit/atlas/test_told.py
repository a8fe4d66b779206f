from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Event

import pytest

from edgerag.atlas.atlas import draw
from edgerag.atlas.told import Wanted, told
from edgerag.domain.differences import DifferenceGroup
from edgerag.domain.reports import Label
from edgerag.language.values import Kind
from edgerag.store.library import Library

Shelve = Callable[[str, Mapping[str, str]], None]


def shown(library: Library, wanted: Wanted = Wanted()) -> list[DifferenceGroup]:  # noqa: B008  # frozen
    atlas = draw(library, library.handbooks(), lambda *_: None, Event())
    return list(told(library, atlas.groups, wanted))


@pytest.fixture
def two(shelve: Shelve) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg for 7 days.", "Gout": "Give colchicine 1 mg now."})
    shelve("Two", {"Malaria": "Give quinine 900 mg for 7 days.", "Gout": "Give colchicine 2 mg now."})


@pytest.mark.usefixtures("two")
def test_a_quotation_is_what_stands_on_its_page(library: Library) -> None:
    groups = shown(library)
    sides = [side for group in groups for pair in group.pairs for side in (pair.a, pair.b)]
    assert sides
    for side in sides:
        page = library.page(side.handbook.id, side.citation.page_ordinal)
        assert page.text[side.citation.start : side.citation.end] == side.quote
        assert side.value in side.quote


@pytest.mark.usefixtures("two")
def test_only_what_is_asked_for_is_shown(library: Library) -> None:
    assert {group.subject for group in shown(library)} == {"quinine", "colchicine"}
    assert {group.subject for group in shown(library, Wanted(about="malaria"))} == {"quinine"}
    assert {group.subject for group in shown(library, Wanted(about="colchicine"))} == {"colchicine"}
    assert shown(library, Wanted(about="asthma")) == []
    assert shown(library, Wanted(least_sureness=1.1)) == []
    assert shown(library, Wanted(kinds=frozenset({Kind.DURATION}))) == []


def test_the_illness_is_said_that_the_headings_over_all_statements_name(
    library: Library, shelve: Shelve
) -> None:
    for title, quinine, ibuprofen in (("One", "300", "200"), ("Two", "600", "400")):
        shelve(
            title,
            {"Severe malaria": f"Give quinine {quinine} mg.", "Drugs": f"Give ibuprofen {ibuprofen} mg."},
        )
    assert {group.subject: group.illness for group in shown(library)} == {
        "quinine": "severe malaria",
        "ibuprofen": "",
    }


def test_equal_volumes_that_differ_in_strength_say_so(library: Library, shelve: Shelve) -> None:
    for title, percent in (("One", 50), ("Two", 40)):
        shelve(title, {"Hypoglycaemia": f"Give 50 mL of glucose {percent}% IV at once."})
    (pair,) = (pair for group in shown(library) for pair in group.pairs)
    assert {pair.a.amount, pair.b.amount} == {"50 mL 50%", "50 mL 40%"}


@pytest.mark.usefixtures("two")
def test_a_conflict_of_amounts_is_divergent(library: Library) -> None:
    assert {pair.label for group in shown(library) for pair in group.pairs} == {Label.DIVERGENT}
    assert {group.relation for group in shown(library)} == {"differing"}


def test_what_is_said_in_the_words_asked_for_comes_before_what_is_only_of_the_same_kind(
    library: Library, shelve: Shelve
) -> None:
    for title, adrenaline, prednisolone in (("One", "0.5", "40"), ("Two", "0.3", "60")):
        rash = f"Give prednisolone {prednisolone} mg for an allergic rash."
        shelve(title, {"Allergy": rash, "Anaphylaxis": f"Give adrenaline {adrenaline} mg at once."})
    for asked, first in (("anaphylaxis", "adrenaline"), ("allergy", "prednisolone")):
        assert shown(library, Wanted(about=asked))[0].subject == first
