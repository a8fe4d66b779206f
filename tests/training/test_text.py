from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailment.text import found, replaced, spliced, written


@pytest.mark.parametrize(
    ("number", "text"), [(5.0, "5"), (0.25, "0.25"), (1234.0, "1234"), (12_345.0, "12345"), (2.5, "2.5")]
)
def test_numbers_are_written_as_guidelines_write_them(number: float, text: str) -> None:
    assert written(number) == text


@given(st.text(), st.text(), st.text(), st.text())
def test_splicing_touches_the_span_alone(before: str, old: str, after: str, new: str) -> None:
    span = (len(before), len(before) + len(old))
    assert spliced(before + old + after, span, new) == before + new + after


def test_replacement_takes_the_capital_of_a_word_but_not_of_an_abbreviation() -> None:
    assert replaced("Orally, then", (0, 6), "by mouth") == "By mouth, then"
    assert replaced("give IV now", (5, 7), "into a vein") == "give into a vein now"


def test_abbreviations_are_found_in_their_own_case_only() -> None:
    assert found("OD", "give OD") is not None
    assert found("OD", "an odd one, od") is None
    assert found("by mouth", "By Mouth") is not None


def test_part_of_a_compound_is_not_found() -> None:
    assert found("iron", "an iron-rich diet") is None
