from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.handbooks import Handbook, Origin, Page, Stated
from edgerag.domain.ids import HandbookId
from edgerag.summarise.shared_text import RUN, asks_for_editions, likely_editions, shingles, spread
from tests.answers import make_handbook

MINISTRY = "Ministry of Health of the Lake Republic"
WORDS = st.lists(st.sampled_from(["give", "one", "tablet", "each", "day"]), max_size=400).map(" ".join)


def prose(seed: int, n_words: int) -> list[str]:
    """Words that nobody else has in this order."""
    rng = random.Random(seed)  # no secret
    return [f"word{rng.randrange(5000)}" for _ in range(n_words)]


def book(title: str, edition: str, institution: str = MINISTRY) -> Handbook:
    return make_handbook(title, edition, institution)


def asked(texts: Mapping[Handbook, list[str]]) -> list[tuple[str, str]]:
    """Titles of the pairs that may be editions of one work."""

    def pages_of(one: HandbookId) -> list[Page]:
        words = next(text for held, text in texts.items() if held.id == one)
        return [Page(1, None, "", 0, " ".join(words))]

    return [(older.title, newer.title) for older, newer, _ in likely_editions(texts, [*texts], pages_of)]


def revised(words: list[str], every: int) -> list[str]:
    """Another edition: one word in so many is another."""
    return [f"new{at}" if at % every == 0 else word for at, word in enumerate(words)]


def test_a_revised_edition_is_asked_about_whatever_its_title() -> None:
    text = prose(1, 4000)
    older, newer = book("National Tuberculosis Guidelines", "2009"), book("tb final web", "2014")
    assert asked({newer: revised(text, 20), older: text}) == [(older.title, newer.title)]


def test_two_works_of_one_ministry_with_one_page_of_rights_are_not_asked_about() -> None:
    rights = prose(7, 350)
    one, other = book("Breastfeeding", "2017"), book("Healthy diet", "2019")
    assert not asked({one: rights + prose(1, 20_000), other: rights + prose(2, 2600)})


def test_two_works_of_one_ministry_that_share_single_chapters_are_not_asked_about() -> None:
    chapters = prose(7, 3000)
    hospital, primary = book("Hospital level", "2012"), book("Primary care level", "2008")
    assert not asked({hospital: chapters + prose(1, 17_000), primary: prose(2, 17_000) + chapters})


def test_who_gave_both_titles_has_answered_already() -> None:
    text = prose(1, 2000)
    pair = [book("TB", "2009"), book("TB and HIV", "2014")]
    told = [
        replace(one, metadata=replace(one.metadata, title=Stated(one.title, Origin.PERSON))) for one in pair
    ]
    assert asked(dict.fromkeys(pair, text))
    assert not asked(dict.fromkeys(told, text))
    assert asked({told[0]: text, pair[1]: text})


@pytest.mark.parametrize(
    "other",
    [
        book("TB in short", ""),
        book("TB in short", "2009"),
        book("TB in short", "2014", "Council of the Hill Country"),
        book("TB 2014", "2014"),
    ],
    ids=["no date", "one date", "another maker", "one title"],
)
def test_details_that_leave_nothing_open_are_not_asked_about(other: Handbook) -> None:
    assert not asks_for_editions(book("TB", "2009"), other)


def test_a_book_in_another_language_is_not_asked_about() -> None:
    one, other = book("TB", "2009"), book("Tuberculose", "2014")
    french = replace(other, metadata=replace(other.metadata, language=Stated("fr", Origin.DOCUMENT)))
    assert asks_for_editions(one, other)
    assert not asks_for_editions(one, french)


def test_each_pair_is_told_once_and_each_book_read_once() -> None:
    text = prose(1, 2000)
    books = [book("Guide", "2009"), book("Rules", "2014"), book("Norms", "2019")]
    read: list[HandbookId] = []

    def pages_of(one: HandbookId) -> list[Page]:
        read.append(one)
        return [Page(1, None, "", 0, " ".join(text))]

    assert len(list(likely_editions(books, books, pages_of))) == 3
    assert len(read) == len(set(read)) == 3


@given(WORDS, WORDS)
def test_spread_is_a_share_and_the_same_from_both_sides(one: str, other: str) -> None:
    a, b = shingles(one), shingles(other)
    assert 0.0 <= spread(a, b) <= 1.0
    if len(a) != len(b):
        assert spread(a, b) == spread(b, a)


@given(WORDS)
def test_case_and_marks_do_not_matter(text: str) -> None:
    assert shingles(text.upper().replace(" ", ", ")).tolist() == shingles(text).tolist()
    assert len(shingles(text)) == max(0, len(text.split()) - RUN + 1)


def test_a_book_is_wholly_in_itself_and_an_empty_one_nowhere() -> None:
    text = shingles(" ".join(prose(1, 1000)))
    assert spread(text, text) == 1.0
    assert spread(text, shingles("")) == 0.0
