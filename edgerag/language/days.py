"""Numbered days, weeks and months: "days 1 and 15", "the end of month 2", "the first week"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from edgerag.language.numbers import NUMBER, has_number, number
from edgerag.language.quantities import UNIT, UNITS

ORDINALS: Final = {
    word: Fraction(place)
    for place, word in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
        start=1,
    )
}


@dataclass(frozen=True, slots=True)
class Numbered:
    """One or several numbered days, weeks or months."""

    start: int
    end: int
    numbers: tuple[Fraction, ...]
    unit: Fraction
    """Hours."""
    is_span: bool
    """Whether all between the two numbers are meant: "days 1-5"."""


_UNIT: Final = r"(?:day|week|month|year)"
_LIST: Final = re.compile(
    rf"(?<!\d\s)(?<!\d-)(?<!/)(?<!per\s)\b(?P<unit>{_UNIT})s?\s(?P<first>{NUMBER})(?![\d.]*[\d%]|\s{{0,2}}-?{UNIT})"
    rf"(?P<rest>(?:\s?(?:,|and|&|-|to|,\sand)\s?(?:{_UNIT}\s)?{NUMBER}(?![\d.]*[\d%]|\s{{0,2}}-?{UNIT})){{0,12}})"
)
_NUMBER: Final = re.compile(NUMBER)
_SPANS: Final = ("-", "to")
_ORDINAL: Final = re.compile(
    rf"(?<!every\s)(?<!each\s)\b(?P<ordinal>{'|'.join(ORDINALS)})\s(?P<unit>{_UNIT})\b"
)


def numbered(low: str) -> Iterator[Numbered]:
    """Find numbered days in a folded text."""
    for match in _LIST.finditer(low) if has_number(low) else ():
        numbers = [number(match["first"]), *(number(one) for one in _NUMBER.findall(match["rest"]))]
        is_span = len(numbers) == 2 and match["rest"].lstrip().startswith(_SPANS)
        yield Numbered(*match.span(), tuple(numbers), UNITS[match["unit"]][1], is_span)
    for match in _ORDINAL.finditer(low):
        yield Numbered(*match.span(), (ORDINALS[match["ordinal"]],), UNITS[match["unit"]][1], is_span=False)
