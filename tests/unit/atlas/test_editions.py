from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from threading import Event

from edgerag.atlas.atlas import draw
from edgerag.atlas.editions import changes, successions
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
