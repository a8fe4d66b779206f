from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.numbers import AS_NUMBER, NUMBER, number
from edgerag.language.text import folded

_ALONE = re.compile(rf"{AS_NUMBER}{NUMBER}")


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1,000", "1000"),
        ("1 000", "1000"),
        ("1.000.000", "1000000"),
        ("12,345.5", "12345.5"),
        ("1.000", "1"),
        ("0,5", "0.5"),
        ("0,125", "0.125"),
        ("12,5", "12.5"),
        (".5", "0.5"),
        ("½", "0.5"),
        ("1½", "1.5"),
        ("1 ½", "1.5"),
        ("1 1/2", "1.5"),
        ("3/4", "0.75"),
        ("ten thousand", "10000"),
        ("two hundred", "200"),
        ("twenty-four", "24"),
        ("2.4 million", "2400000"),
        ("half a", "0.5"),
        ("one and a half", "1.5"),
        ("zero", "0"),
    ],
)
def test_every_way_to_write_a_number(written: str, value: str) -> None:
    assert re.fullmatch(NUMBER, folded(written))
    assert number(folded(written)) == Fraction(value)


@given(st.integers(1, 9_999_999), st.sampled_from([",", " "]))
def test_grouping_changes_nothing(value: int, mark: str) -> None:
    assert number(f"{value:,}".replace(",", mark)) == value


@given(st.decimals(0, 9999, places=2))
def test_a_decimal_comma_is_a_decimal_point(value: object) -> None:
    written = str(value)
    assert number(written.replace(".", ",")) == number(written) == Fraction(written)


@pytest.mark.parametrize("text", ["cd4", "il-2", "v1.2", "a.5"])
def test_digits_inside_a_name_are_no_number(text: str) -> None:
    assert not _ALONE.search(text)


@given(st.text(alphabet="0123456789,. /½", max_size=30))
def test_whatever_looks_like_a_number_is_one_or_divides_by_zero(text: str) -> None:
    for match in _ALONE.finditer(text):
        assert number(match[0]) >= 0
