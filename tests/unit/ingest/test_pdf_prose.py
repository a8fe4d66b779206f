from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.ingest.pdf_layout import Line
from edgerag.ingest.pdf_prose import continues, is_item, mend, paragraphs, vocabulary
from tests.unit.ingest.conftest import fragment

FULL = "Give oxygen to every patient with signs of"


def line(text: str, y: float, *, size: float = 10, region: int = 1, right: float = 275) -> Line:
    return Line([fragment(text, 60, y, size=size)], left=60, right=right, region=region)


@pytest.mark.parametrize(
    ("printed", "known", "read"),
    [
        ("antibi-\notics", "", "antibiotics"),
        ("co-\ntrimoxazole", "give co-trimoxazole", "co-trimoxazole"),
        ("re-\nfer", "refer him", "refer"),
        ("drug-\nresistant", "drug drug resistant resistant", "drug-resistant"),
        ("two-\nand three-drug", "", "two- and three-drug"),
        ("HIV-\npositive", "", "HIV-positive"),
        ("soft\u00ad\nware", "", "software"),
        ("vitamin B-\n12", "", "vitamin B-12"),
        ("one\ntwo", "", "one two"),
    ],
)
def test_a_broken_word_becomes_what_the_rest_of_the_file_shows(printed: str, known: str, read: str) -> None:
    assert mend(printed, vocabulary([known])) == read


@given(st.lists(st.sampled_from(["Give", "1:1000", "mg", "fever.", "–", "5"]), min_size=1))
def test_lines_without_a_hyphen_lose_nothing(words: list[str]) -> None:
    assert mend("\n".join(words), Counter()) == " ".join(words)


def test_a_fragment_of_a_word_at_a_line_end_is_no_word() -> None:
    assert vocabulary(["Antibi-", "the co-trimoxazole"]) == Counter({"the": 1, "co-trimoxazole": 1})


@pytest.mark.parametrize(
    ("text", "is_it"), [("• a", True), ("(b) a", True), ("12. a", True), ("1.5 mg", False)]
)
def test_items_are_told_by_their_markers(text: str, is_it: bool) -> None:
    assert is_item(text) is is_it


def test_a_full_line_goes_on_in_the_next() -> None:
    above = line(FULL, 100)
    assert continues(above, line("shock.", 112))
    assert not continues(above, line("• shock", 112))
    assert not continues(above, line("shock.", 112, region=2))
    assert not continues(above, line("shock.", 140))
    assert not continues(above, line("Shock", 112, size=14))
    assert not continues(line("Give oxygen.", 100), line("shock.", 112))


def test_rows_of_tables_join_no_paragraph() -> None:
    row = Line([fragment("a", 60, 112)], cells=["a", "b"], table=1)
    lines = [line(FULL, 100), row, line("shock.", 124)]
    assert paragraphs(lines) == [[each] for each in lines]
    joined = [line(FULL, 100), line("shock.", 112)]
    assert paragraphs(joined) == [joined]
