from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from threading import Event

import pytest

from edgerag.atlas.atlas import draw
from edgerag.atlas.editions import are_editions, changes, replaced_by, successions
from edgerag.atlas.told import Wanted
from edgerag.domain.differences import DifferenceGroup, GroupRelation
from edgerag.domain.handbooks import Handbook, Origin, Stated
from edgerag.store.library import Library
from tests.synthetic import make_handbook

Shelve = Callable[[str, Mapping[str, str]], None]


def titled(title: str, edition: str) -> Handbook:
    book = make_handbook(title, ["Text."]).handbook
    return replace(book, metadata=replace(book.metadata, edition=Stated(edition, Origin.DOCUMENT)))


def changed(library: Library, older: Handbook) -> list[DifferenceGroup]:
    atlas = draw(library, library.handbooks(), lambda *_: None, Event())
    return list(changes(library, atlas, older, Wanted()))


def test_editions_have_one_title_and_two_dates() -> None:
    old, new = titled("ART guideline 2013", "2013"), titled("ART guideline 2019", "2019-11")
    assert are_editions(old, new)
    assert not are_editions(old, titled("Malaria handbook", "2019"))
    assert not are_editions(old, old)


def test_each_edition_is_set_against_the_next_of_its_work() -> None:
    art = [titled(f"ART guideline {year}", year) for year in ("2013", "2015", "2019")]
    other = titled("Malaria handbook", "2014")
    found = list(successions([art[2], other, art[0], art[1]]))
    assert found == [(art[0], art[1]), (art[1], art[2])]
    assert list(successions([art[0], other])) == []


def test_what_changed_what_was_dropped_and_what_is_new_is_told_apart(
    library: Library, shelve: Shelve
) -> None:
    shelve("Old", {"Malaria": "Give quinine 600 mg at once.\n\nGive quinine for 7 days."})
    shelve("New", {"Malaria": "Give quinine 900 mg at once.\n\nGive artesunate 120 mg at once."})
    older = next(book for book in library.handbooks() if book.title == "Old")
    found = {(group.relation, group.subject, group.attribute) for group in changed(library, older)}
    assert (GroupRelation.DIFFERING, "quinine", "dose") in found
    assert (GroupRelation.DROPPED, "quinine", "duration") in found
    assert (GroupRelation.NEW, "artesunate", "dose") in found
    assert (GroupRelation.DROPPED, "quinine", "dose") not in found


def test_the_older_edition_is_quoted_first(library: Library, shelve: Shelve) -> None:
    shelve("Old", {"Malaria": "Give quinine 600 mg at once."})
    shelve("New", {"Malaria": "Give quinine 900 mg at once."})
    for older in library.handbooks():
        (group,) = changed(library, older)
        assert {pair.a.handbook.id for pair in group.pairs} == {older.id}


def published(book: Handbook, institution: str) -> Handbook:
    return replace(book, metadata=replace(book.metadata, institution=Stated(institution, Origin.DOCUMENT)))


def test_an_older_edition_has_the_same_title_but_for_what_tells_the_edition() -> None:
    new = titled("National Tuberculosis Guidelines, 2nd edition (revised May 2014)", "2014-05")
    old = titled("National tuberculosis guidelines 2009", "2009")
    assert replaced_by(new, [old, new]) == [old]
    assert replaced_by(old, [old, new]) == []


@pytest.mark.parametrize(
    ("title", "other"),
    [
        ("Nigeria Standard Treatment Guidelines 2022", "Zambia Standard Treatment Guidelines 2017"),
        (
            "Standard Treatment Guidelines Hospital Level Adults 2012",
            "Standard Treatment Guidelines Primary Health Care Level 2008",
        ),
        (
            "Standard Treatment Guidelines and Essential Medicines List 2022",
            "Standard Treatment Guidelines 2008",
        ),
        ("2022", "2008"),
    ],
)
def test_titles_that_are_only_alike_are_no_editions_of_one_work(title: str, other: str) -> None:
    assert not are_editions(titled(title, "2022"), titled(other, "2008"))
    assert replaced_by(titled(title, "2022"), [titled(other, "2008")]) == []


def test_nothing_is_replaced_by_what_somebody_else_published_or_what_has_no_date() -> None:
    new, old = titled("Clinical Guidelines 2020", "2020"), titled("Clinical Guidelines 2010", "2010")
    assert replaced_by(published(new, "Ministry of Health, Zambia"), [published(old, "MSF")]) == []
    assert replaced_by(
        published(new, "Department of Health, Republic"), [published(old, "department of health")]
    )
    assert replaced_by(published(new, "MSF"), [old]) == [old]
    assert replaced_by(new, [titled("Clinical Guidelines", "")]) == []
    assert replaced_by(titled("Clinical Guidelines", ""), [old]) == []
