from __future__ import annotations

from collections.abc import Callable
from threading import Event

import pytest

from edgerag.domain.handbooks import Handbook
from edgerag.engine.editions import (
    Pair,
    as_it_is_now,
    join,
    likely_pairs,
    maker_for_both,
    title_for_both,
    told_editions,
)
from edgerag.errors import Cancelled
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

TEXT = [f"Passage {n}: " + " ".join(f"word{n * 300 + at}" for at in range(300)) for n in range(12)]
"""Words that nobody else has in this order."""

Add = Callable[..., Handbook]


@pytest.fixture
def add(library: Library) -> Add:
    """Add a handbook of a title and an edition, as a person states them."""

    def added(title: str, edition: str, texts: list[str] = TEXT, maker: str = "") -> Handbook:
        parsed = make_handbook(title, [*texts, f"Edition {edition}."], source=f"/{title}-{edition}.txt")
        library.add(parsed, make_vectors(len(parsed.chunks)), EMBEDDER)
        for field, value in (("edition", edition), ("institution", maker)):
            if value:
                library.edit(parsed.handbook.id, field, value)
        return library.handbook(parsed.handbook.id)

    return added


def test_titles_tell_which_handbooks_of_the_library_a_new_one_is_newer_than(
    library: Library, add: Add
) -> None:
    older, newer, _ = add("Harbour Guide", "2013"), add("Harbour Guide", "2019"), add("Ward Guide", "2001")
    (pair,) = told_editions(library, [newer])
    assert (pair.older.id, pair.newer.id, pair.is_told) == (older.id, newer.id, True)
    assert not list(told_editions(library, [older]))


def test_an_edition_that_was_removed_meanwhile_is_not_told_of(library: Library, add: Add) -> None:
    books = [add("Harbour Guide", year) for year in ("2009", "2013", "2019")]
    told = []
    for pair in told_editions(library, books):
        told.append((pair.older.edition, pair.newer.edition))
        library.remove(pair.older.id)
    assert told == [("2009", "2013"), ("2013", "2019")]


def test_text_tells_what_titles_do_not(library: Library, add: Add) -> None:
    older, newer = add("Tuberculosis", "2009"), add("Final for web", "2014")
    add("Burns", "2015", [text.replace("word", "burn") for text in TEXT])
    (pair,) = likely_pairs(library, [newer])
    assert (pair.older.id, pair.newer.id) == (older.id, newer.id)
    assert pair.shared > 0.9
    assert not pair.is_told


def test_comparing_texts_can_be_stopped(library: Library, add: Add) -> None:
    newer, _ = add("Final for web", "2014"), add("Tuberculosis", "2009")
    stopped = Event()
    stopped.set()
    with pytest.raises(Cancelled):
        list(likely_pairs(library, [newer], stopped))


def test_a_person_makes_two_handbooks_editions_of_one_work(library: Library, add: Add) -> None:
    add("Tuberculosis", "2009", maker="Lake Ministry"), add("Final for web", "2014")
    (pair,) = likely_pairs(library, library.handbooks())
    join(library, pair, "Tuberculosis in districts", "Lake Ministry")
    joined = as_it_is_now(library, pair)
    assert joined is not None
    assert joined.is_told
    assert {book.title for book in library.handbooks()} == {"Tuberculosis in districts"}
    assert {book.metadata.institution.value for book in library.handbooks()} == {"Lake Ministry"}
    assert [book.edition for book in (joined.older, joined.newer)] == ["2009", "2014"]


def test_nothing_is_asked_of_a_pair_that_is_none_any_more(library: Library, add: Add) -> None:
    older, newer = add("Tuberculosis", "2009"), add("Final for web", "2014")
    pair = Pair(older, newer, 0.9)
    assert as_it_is_now(library, pair) == pair
    for book, title in ((older, "Tuberculosis"), (newer, "Leprosy")):
        library.edit(book.id, "title", title)
    assert as_it_is_now(library, pair) is None
    library.remove(older.id)
    assert as_it_is_now(library, pair) is None


def test_the_title_of_both_is_the_surer_one_without_its_year(library: Library, add: Add) -> None:
    older, newer = add("Tuberculosis in Districts (2009)", "2009"), add("2014", "2014", maker="Ministry")
    library.edit(older.id, "title", "Tuberculosis in Districts (2009)")
    pair = Pair(library.handbook(older.id), newer)
    assert title_for_both(pair) == "Tuberculosis in Districts"
    assert maker_for_both(pair) == "Ministry"
    library.edit(older.id, "title", "2009")
    assert title_for_both(Pair(library.handbook(older.id), newer)) == "2009"
