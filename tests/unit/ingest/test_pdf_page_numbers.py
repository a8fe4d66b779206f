from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.ingest.pdf import read_pdf
from edgerag.ingest.pdf_page_numbers import REPEATS, candidates, printed_numbers


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("16", ("16",)),
        ("Page 16 of 108", ("16", "108")),
        ("3 | Page", ("3",)),
        ("- 12 -", ("12",)),
        ("xii", ("xii",)),
        ("4.12", ("4.12",)),
        ("2 National Tuberculosis Management Guidelines 2014", ("2", "2014")),
        ("2019 ART Clinical Guidelines 5", ("2019", "5")),
        ("Chapter 5 Skin Conditions", ()),
        ("Version 2.3 - September 2016", ("2016",)),
        ("MIX", ()),
        ("Clinic Handbook", ()),
    ],
)
def test_numbers_are_looked_for_at_both_ends_of_a_line(line: str, found: tuple[str, ...]) -> None:
    assert candidates(line) == found


def test_the_paper_is_believed_and_a_label_that_contradicts_it_is_not() -> None:
    found = [["i"], ["ii"], ["iii"], [], ["1"], ["2"], [], ["4"]]
    labels = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"]
    assert printed_numbers(found, labels) == ["i", "ii", "iii", "", "1", "2", "", "4"]


def test_a_label_stands_for_a_page_without_a_number_between_two_that_agree() -> None:
    found = [[], ["1"], ["2"], [], ["4"], []]
    labels = ["cover", "1", "2", "3", "4", "5"]
    assert printed_numbers(found, labels) == ["", "1", "2", "3", "4", ""]


def test_a_book_that_numbers_its_pages_by_chapter_is_read() -> None:
    found = [["4.1"], ["4.2"], ["4.3"], ["5.1"], ["5.2"]]
    assert printed_numbers(found, [""] * 5) == ["4.1", "4.2", "4.3", "", ""]


@given(
    first=st.integers(1, 200),
    n=st.integers(0, 30),
    year=st.integers(1900, 2030),
    gaps=st.sets(st.integers(0, 29)),
)
def test_a_year_on_every_page_is_no_page_number(first: int, n: int, year: int, gaps: set[int]) -> None:
    """Whichever pages have no number of their own."""
    found = [[str(year)] if i in gaps else [str(year), str(first + i)] for i in range(n)]
    n_numbered = sum(i not in gaps for i in range(n))
    expected = ["" if i in gaps else str(first + i) for i in range(n)]
    assert printed_numbers(found, [""] * n) == (expected if n_numbered >= REPEATS else [""] * n)


@given(st.lists(st.lists(st.text(alphabet="ivxlc0123456789. ", max_size=6), max_size=3), max_size=12))
def test_whatever_stands_in_the_margins_is_read(lines: list[list[str]]) -> None:
    found = [[number for line in page for number in candidates(line)] for page in lines]
    for number, numbers in zip(printed_numbers(found, [""] * len(found)), found, strict=True):
        assert number in {*numbers, ""}


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("sa-art-2019", {1: "", 3: "1", 25: "23"}),
        ("cdc-outpatient-ipc-2016", {1: "", 2: "", 43: ""}),
        ("sa-drtb-adults-2018", {1: "", 4: ""}),
    ],
)
def test_real_handbooks_say_what_is_printed(shared_data: Path, name: str, printed: dict[int, str]) -> None:
    """Nothing is said where the printed number is the one to turn to."""
    draft = read_pdf(shared_data / "handbooks" / "pdf" / f"{name}.pdf")
    assert {number: draft.pages[number - 1].label for number in printed} == printed
