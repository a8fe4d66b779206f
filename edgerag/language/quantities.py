"""Numbers with units, read exactly, so that 0.5 g and 500 mg are one value and 1 mL and 0.5 mL are not.

Every quantity is an interval of rationals in one base unit per dimension. A bare number is the
interval of one point; "at least 15" has no upper end; "5-7" has two ends. Offsets refer to the
text as given: `folded` never changes a text's length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final


@dataclass(frozen=True, slots=True)
class Interval:
    """From `low` to `high`, both included; None means no end on that side."""

    low: Fraction | None
    high: Fraction | None

    @property
    def is_point(self) -> bool:
        """Whether exactly one value is meant."""
        return self.low is not None and self.low == self.high

    def scaled(self, factor: Fraction) -> Interval:
        """Multiply both ends by a positive factor."""
        return Interval(
            None if self.low is None else self.low * factor,
            None if self.high is None else self.high * factor,
        )

    def inverted(self) -> Interval:
        """Give one over each value; both ends must be positive or absent."""
        return Interval(1 / self.high if self.high else None, 1 / self.low if self.low else None)


class Dimension(StrEnum):
    """What a unit measures; quantities of two dimensions are never compared."""

    MASS = "mass"
    VOLUME = "volume"
    UNITS = "international units"
    AMOUNT = "amount of substance"
    BODY_WEIGHT = "body weight"
    TIME = "time"
    LENGTH = "length"
    TEMPERATURE = "temperature"
    PRESSURE = "pressure"
    CELLS = "cell count"
    COPIES = "viral load"
    PERCENT = "percent"
    RATIO = "dilution"
    TABLETS = "tablets"
    PUFFS = "puffs"
    DROPS = "drops"
    SPOONS = "teaspoons"
    AMPOULES = "ampoules"
    SACHETS = "sachets"
    CUPS = "cups"
    DOSES = "doses"
    VISITS = "visits"
    PULSE = "beats or breaths a minute"


COUNTED: Final = frozenset({Dimension.CELLS, Dimension.COPIES})
"""What is counted in a sample: cells/mm3 and cells/µL are one unit, and "/mm3" loses its 3 in PDFs."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """One quantity as written."""

    start: int
    end: int
    text: str
    dimension: Dimension
    per: tuple[str, ...]
    """What it is given per: ("kg",), ("kg", "day"), ("dl",)."""
    interval: Interval
    """In milligrams, millilitres, hours, centimetres, kilograms or the unit itself."""
    is_compared: bool
    """Whether a comparator such as "at least" or "<" set an end of the interval."""


HOUR: Final = Fraction(1)
DAY: Final = 24 * HOUR
WEEK: Final = 7 * DAY
YEAR: Final = DAY * 1461 / 4
MONTH: Final = YEAR / 12

_UNITS: Final[dict[str, tuple[Dimension, Fraction]]] = {}


def _define(dimension: Dimension, factor: Fraction | int, *names: str) -> None:
    for name in names:
        _UNITS[name] = (dimension, Fraction(factor))


_define(Dimension.MASS, 1, "mg", "mgs", "milligram", "milligrams", "milligramme", "milligrammes")
_define(Dimension.MASS, Fraction(1, 1000), "mcg", "ug", "microgram", "micrograms", "microg", "mcgs")
_define(Dimension.MASS, Fraction(1, 10**6), "ng", "nanogram", "nanograms")
_define(Dimension.MASS, 1000, "g", "gm", "gms", "gram", "grams", "gramme", "grammes")
_define(Dimension.BODY_WEIGHT, 1, "kg", "kgs", "kilogram", "kilograms")
_define(Dimension.VOLUME, 1, "ml", "mls", "cc", "millilitre", "millilitres", "milliliter", "milliliters")
_define(Dimension.VOLUME, 1000, "l", "litre", "litres", "liter", "liters")
_define(Dimension.UNITS, 1, "iu", "units", "unit", "u", "international units")
_define(Dimension.UNITS, 10**6, "mu", "million units", "million iu", "mega units", "megaunits", "mega-units")
_define(Dimension.AMOUNT, 1, "mmol", "mmols", "millimole", "millimoles", "meq")
_define(Dimension.TIME, Fraction(1, 3600), "sec", "secs", "second", "seconds")
_define(Dimension.TIME, Fraction(1, 60), "min", "mins", "minute", "minutes")
_define(Dimension.TIME, HOUR, "h", "hr", "hrs", "hour", "hours")
_define(Dimension.TIME, DAY, "day", "days")
_define(Dimension.TIME, WEEK, "week", "weeks", "wk", "wks")
_define(Dimension.TIME, MONTH, "month", "months", "mo", "mth", "mths")
_define(Dimension.TIME, YEAR, "year", "years", "yr", "yrs")
_define(Dimension.LENGTH, 1, "cm", "centimetre", "centimetres", "centimeter", "centimeters")
_define(Dimension.LENGTH, Fraction(1, 10), "mm", "millimetre", "millimetres")
_define(Dimension.LENGTH, 100, "metre", "metres", "meter", "meters")
_define(
    Dimension.TEMPERATURE, 1, "°c", "ºc", "° c", "º c", "degrees", "degrees c", "degrees celsius", "deg c"
)
_define(Dimension.PRESSURE, 1, "mmhg", "mm hg")
_define(Dimension.CELLS, 1, "cells", "cell")
_define(Dimension.COPIES, 1, "copies", "copy")
_define(Dimension.PERCENT, 1, "%", "percent", "per cent")
_define(
    Dimension.TABLETS, 1, "tablet", "tablets", "tab", "tabs", "capsule", "capsules", "cap", "caps", "pill"
)
_define(Dimension.TABLETS, 1, "pills")
_define(Dimension.PUFFS, 1, "puff", "puffs", "inhalations", "inhalation")
_define(Dimension.DROPS, 1, "drop", "drops")
_define(Dimension.SPOONS, 1, "teaspoon", "teaspoons", "teaspoonful", "teaspoonfuls", "tsp")
_define(Dimension.SPOONS, 1, "medicine measures", "medicine measure")
_define(Dimension.SPOONS, 3, "tablespoon", "tablespoons", "tbsp")
_define(Dimension.AMPOULES, 1, "ampoule", "ampoules", "vial", "vials", "amp", "amps")
_define(Dimension.SACHETS, 1, "sachet", "sachets", "packet", "packets")
_define(Dimension.CUPS, 1, "cup", "cups", "glass", "glasses")
_define(Dimension.DOSES, 1, "dose", "doses", "injection", "injections", "shot", "shots")
_define(
    Dimension.VISITS, 1, "visit", "visits", "contact", "contacts", "antenatal visits", "antenatal contacts"
)
_define(Dimension.PULSE, 1, "bpm", "beats", "breaths")

_PER: Final[dict[str, tuple[str, Fraction]]] = {
    **dict.fromkeys(("kg", "kilogram", "kg body weight", "kg bw"), ("kg", Fraction(1))),
    **dict.fromkeys(("m2", "m²"), ("m2", Fraction(1))),
    **dict.fromkeys(("day", "d", "24 hours", "24 h", "24h"), ("day", Fraction(1))),
    **dict.fromkeys(("h", "hr", "hour"), ("hour", Fraction(1))),
    **dict.fromkeys(("min", "minute"), ("hour", Fraction(60))),
    **dict.fromkeys(("week", "wk"), ("week", Fraction(1))),
    **dict.fromkeys(("dose",), ("", Fraction(1))),
    **dict.fromkeys(("dl", "100 ml", "100ml"), ("l", Fraction(10))),
    **dict.fromkeys(("ml",), ("l", Fraction(1000))),
    **dict.fromkeys(("l", "litre", "liter"), ("l", Fraction(1))),
    **dict.fromkeys(("mm3", "mm³", "mm", "cubic millimetre", "ul", "microlitre"), ("ul", Fraction(1))),
}
"""What may follow a slash or "per": its name, and what to multiply the number by to get there."""

_NUMBER_WORDS: Final = {
    word: Fraction(value)
    for value, word in enumerate(
        (
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ),
        start=1,
    )
} | {
    "thirty": Fraction(30),
    "forty": Fraction(40),
    "fifty": Fraction(50),
    "sixty": Fraction(60),
    "ninety": Fraction(90),
    "half a": Fraction(1, 2),
    "half an": Fraction(1, 2),
    "half": Fraction(1, 2),
    "a quarter": Fraction(1, 4),
    "single": Fraction(1),
    "one and a half": Fraction(3, 2),
    "one-half": Fraction(1, 2),
}
_VULGAR: Final = {
    "½": Fraction(1, 2),
    "¼": Fraction(1, 4),
    "¾": Fraction(3, 4),
    "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3),
}


def _alternatives(names: dict[str, object] | list[str]) -> str:
    return "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in sorted(names, key=len, reverse=True))


_WORD_NUMBER: Final = rf"(?:{_alternatives(dict.fromkeys(_NUMBER_WORDS))})(?![a-z])"
_NUMBER: Final = (
    r"(?:\d{1,3}(?:[, ]\d{3})+(?![\d.,]*\d)"  # 10 000 and 10,000
    r"|\d+[ -]?[1-7]/[2348](?![\d/])(?<!\d[1-7]/[2348])"  # 11 1/2
    r"|\d+\s?[½¼¾⅓⅔]|[½¼¾⅓⅔]"
    r"|[1-7]/[2348](?![\d/])"
    r"|\d+(?:[.,·]\d+)?|\.\d+"
    rf"|{_WORD_NUMBER})"
)
_UNIT: Final = rf"(?:{_alternatives(dict.fromkeys(_UNITS))})"
_PER_UNIT: Final = rf"(?:\s*(?:/|per\s)\s*(?:{_alternatives(dict.fromkeys(_PER))})(?![a-z0-9]))"
_BELOW: Final = (
    r"<=|=<|≤|<|less than or equal to|less than|fewer than|lower than|smaller than|below|under|younger than|"
    r"up to(?: a maximum of)?|no more than|not more than|at most|a? ?maximum(?: dose)?(?: of)?|max\.?|"
    r"not (?:to )?exceed(?:ing)?|within(?: the)?(?: past| last| first)?|in (?:the )?(?:past|last)"
    r"|shorter than"
)
_ABOVE: Final = (
    r">=|=>|≥|>|greater than or equal to|more than or equal to|more than|greater than|higher than|above|"
    r"older than|at least|a? ?minimum(?: of)?|no less than|not less than|longer than|exceed(?:s|ing)?|from"
)
_QUANTITY: Final = re.compile(
    rf"(?P<comparator>(?:(?<![a-z])(?:{_BELOW}|{_ABOVE}))\s*)?(?P<between>between\s+)?"
    rf"(?<![\w.,/:-])(?:(?<=[<>≤≥=])|(?<![<>≤≥=]))(?P<low>{_NUMBER})"
    rf"(?:\s*(?P<low_unit>{_UNIT})?\s*(?(between)and\s+|(?:-\s*(?:to\s*)?|to\s+|or\s+))(?P<high>{_NUMBER}))?"
    rf"(?:\s*-\s*|\s*)(?:level\s+|extra\s+)?(?P<unit>{_UNIT})(?![a-z0-9])(?P<per>{_PER_UNIT}{{0,2}})"
    r"(?P<after>\s*(?:\(?or (?:more|above|older|longer|over|greater|higher)|and (?:above|older|over|more)|"
    r"(?:or|and) (?:less|below|under|younger|fewer)))?"
)
_RANGE_WORDS: Final = ("from", "within")
"""Before a range these are no limits: "within 2-8 weeks" is neither before two weeks nor after eight."""
_BELOW_ONLY: Final = re.compile(rf"(?:{_BELOW})\s*$")
_RATIO: Final = re.compile(r"(?<![\d:])1\s*:\s*(10\s?000|1\s?000|100\s?000|10,000|1,000)(?![\d:])")


def quantities(folded_text: str, text: str) -> Iterator[Quantity]:
    """Read every quantity with a unit, in the order of the text; `folded_text` is `folded(text)`."""
    position = 0
    while match := _QUANTITY.search(folded_text, position):
        if (
            match["low_unit"]
            and _UNITS[_one_space(match["low_unit"])][0] is not _UNITS[_one_space(match["unit"])][0]
        ):
            # "for 3 days to 2 tablets" is no range: read its first half alone
            match = _QUANTITY.search(folded_text, match.start(), match.end("low_unit")) or match
        yield _quantity(match, text)
        position = match.end()


def dilutions(folded_text: str) -> Iterator[tuple[int, int, Fraction]]:
    """Find "1:1000" and its like; gives start, end and milligrams per millilitre.

    One part in a thousand is one gram in a litre, which is 1 mg/mL.
    """
    for match in _RATIO.finditer(folded_text):
        parts = int(re.sub(r"\D", "", match[1]))
        yield match.start(), match.end(), Fraction(1000, parts)


def number(written: str) -> Fraction:
    """Read a number as `_NUMBER` matches it.

    Raises:
        ValueError: it is not a number, or it divides by zero.
    """
    written = written.strip()
    if written in _NUMBER_WORDS:
        return _NUMBER_WORDS[written]
    for sign, value in _VULGAR.items():
        if written.endswith(sign):
            return value + (Fraction(written[:-1].strip()) if written[:-1].strip() else 0)
    if re.fullmatch(r"\d{1,3}([, ]\d{3})+", written):
        return Fraction(re.sub(r"\D", "", written))
    if mixed := re.fullmatch(r"(\d+)[ -]([1-7]/[2348])", written):
        return int(mixed[1]) + Fraction(mixed[2])
    return Fraction(re.sub(r"[,·]", ".", written))


def _quantity(match: re.Match[str], text: str) -> Quantity:
    dimension, factor = _UNITS[_one_space(match["unit"])]
    low = number(match["low"]) * factor
    high = low
    joined = match.group(0)
    if match["high"]:
        high = number(match["high"]) * factor
        if match["low_unit"]:
            low = low * _UNITS[_one_space(match["low_unit"])][1] / factor
        low, high = min(low, high), max(low, high)
    interval, is_compared = Interval(low, high), False
    comparator = (match["comparator"] or "").strip()
    after = (match["after"] or "").strip()
    if after:
        is_below = re.search(r"less|below|under|younger|fewer", after) is not None
        interval, is_compared = Interval(None, high) if is_below else Interval(low, None), True
    elif comparator and not (match["high"] and comparator.startswith(_RANGE_WORDS)):
        is_below = _BELOW_ONLY.match(comparator) is not None
        interval, is_compared = (Interval(None, high) if is_below else Interval(low, None)), True
    dimension, per, scale = _per(match["per"], dimension)
    start = match.start() if comparator else match.start("low")
    end = start + len(joined[start - match.start() :].rstrip())
    return Quantity(start, end, text[start:end], dimension, per, interval.scaled(scale), is_compared)


def _one_space(written: str) -> str:
    return re.sub(r"\s+", " ", written)


def _per(written: str, dimension: Dimension) -> tuple[Dimension, tuple[str, ...], Fraction]:
    names: list[str] = []
    scale = Fraction(1)
    for part in re.split(r"/|\bper\s", written):
        if part.strip():
            name, factor = _PER[_one_space(part.strip())]
            scale *= factor
            if name:
                names.append(name)
    if dimension in COUNTED:
        return dimension, (), Fraction(1)
    return dimension, tuple(names), scale
