from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.answer.candidates import Candidate
from edgerag.answer.contents import is_of_contents
from edgerag.language.sentences import statements
from tests.unit.answer.conftest import make_passages

titles = st.lists(
    st.sampled_from(["Asthma: routine care", "Eclampsia", "TB treatment", "At the clinic", "HELLP syndrome"]),
    min_size=3,
    max_size=9,
)
pages = st.lists(st.integers(10, 450), min_size=9, max_size=9).map(sorted)


def told(text: str) -> list[bool]:
    """Say of each row that is no heading whether it is of contents."""
    (passage,) = make_passages([text])
    around = statements(text)
    return [
        is_of_contents(Candidate(passage, around, index))
        for index, statement in enumerate(around)
        if "|" in text[statement.start : statement.end]
    ]


@given(titles, pages)
def test_titles_over_pages_that_never_fall_are_of_contents(titles: list[str], pages: list[int]) -> None:
    rows = [f"{title} | {page}" for title, page in zip(titles, pages, strict=False)]
    assert all(told("CONTENTS\n" + "\n".join(rows)))
    assert all(told("\n".join([*rows[:1], "HIV AND TB:", *rows[1:]])))
    assert all(told("Section | Page\n" + "\n".join(rows))[1:])


@given(titles, pages, st.sampled_from(["Days", "Dose in mg", "mL", "Beats a minute"]))
def test_rows_under_a_column_with_a_name_are_not(titles: list[str], pages: list[int], column: str) -> None:
    rows = [f"{title} | {page}" for title, page in zip(titles, pages, strict=False)]
    assert not any(told(f"Where | {column}\n" + "\n".join(rows)))


@given(titles, pages, st.sampled_from(["mg", "days", "kg", "%", "IU/mL", "mmHg"]))
def test_rows_with_a_unit_are_not(titles: list[str], pages: list[int], unit: str) -> None:
    rows = [f"{title} | {page} {unit}" for title, page in zip(titles, pages, strict=False)]
    assert not any(told("\n".join(rows)))


@given(titles, st.permutations(range(1, 10)))
def test_small_counts_without_a_name_are_not(titles: list[str], counts: list[int]) -> None:
    rows = [f"{title} | {count}" for title, count in zip(titles, counts, strict=False)]
    assert not any(told("\n".join(rows)))


@given(
    st.lists(st.sampled_from(["Angina", "Burns", "Croup", "Gout", "Scabies"]), min_size=5).map(sorted), pages
)
def test_words_in_the_order_of_the_alphabet_are_an_index(words: list[str], pages: list[int]) -> None:
    rows = [f"{word} | {page}" for word, page in zip(words, [*reversed(pages)], strict=False)]
    assert all(told("\n".join(rows)))


def test_how_many_of_each_to_keep_is_no_index() -> None:
    assert not any(told("gauze pads | 20\nelastic bandages | 2 - 6\nsoap | 1\nalcohol | 8"))


def test_an_index_gives_several_pages_in_any_order() -> None:
    assert all(told("amoxicillin | 2, 41, 71\natropine | 303, 348\ncalcium | 101\nzinc | 30"))


def test_two_rows_prove_nothing() -> None:
    assert not any(told("HIV: diagnosis | 60\nHIV: routine care | 61"))


@given(titles, pages, st.sampled_from([" ... ", "...", " … ", " ...... "]))
def test_lines_that_lead_to_a_page_by_dots_are_of_contents(
    titles: list[str], pages: list[int], dots: str
) -> None:
    lines = [f"{title}{dots}{page}" for title, page in zip(titles, pages, strict=False)]
    text = "\n".join(lines)
    (passage,) = make_passages([text])
    around = statements(text)
    assert around
    assert all(is_of_contents(Candidate(passage, around, index)) for index in range(len(around)))


@given(titles, pages)
def test_dots_before_a_dose_or_within_a_line_are_not(titles: list[str], pages: list[int]) -> None:
    for title, page in zip(titles, pages, strict=False):
        for text in (f"{title} ... {page} mg", f"{title} ... and then {page}", f"{title}: give {page}"):
            (passage,) = make_passages([text])
            around = statements(text)
            assert not any(is_of_contents(Candidate(passage, around, index)) for index in range(len(around)))
