from __future__ import annotations

from fractions import Fraction

import pytest

from edgerag.language.days import numbered


@pytest.mark.parametrize(
    ("text", "numbers", "is_span"),
    [
        ("on days 1 and 15", [1, 15], False),
        ("on days 1, 2 and 15", [1, 2, 15], False),
        ("day 1, day 2, day 15", [1, 2, 15], False),
        ("days 1-5", [1, 5], True),
        ("days 1 to 5", [1, 5], True),
        ("at the end of month 2", [2], False),
        ("after week one", [1], False),
        ("after the first week", [1], False),
    ],
)
def test_numbered_days(text: str, numbers: list[int], *, is_span: bool) -> None:
    (found,) = numbered(text)
    assert (found.numbers, found.is_span) == (tuple(map(Fraction, numbers)), is_span)


@pytest.mark.parametrize(
    "text", ["3 days", "day care", "every day 50% better", "weekly 5 mg", "12-17 years 500 mg"]
)
def test_what_is_not_numbered(text: str) -> None:
    assert not list(numbered(text))
