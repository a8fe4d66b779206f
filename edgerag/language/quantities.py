"""Numbers with units, read exactly, so that 0.5 g and 500 mg are one value and 1 mL and 0.5 mL are not.

Every quantity is an interval of rationals in one base unit per dimension. A bare number is the
interval of one point; "at least 15" has no upper end; "5-7" has two ends. Offsets refer to the
text as given: `folded` never changes a text's length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final

from edgerag.language.cues import Cue, table
from edgerag.language.numbers import AS_NUMBER, NUMBER, number
from edgerag.language.units import any_of, by_spelling, one_space, tables


@dataclass(frozen=True, slots=True)
class Interval:
    """From `low` to `high`, both included; None means no end on that side."""

    low: Fraction | None
    high: Fraction | None

    @property
    def is_point(self) -> bool:
        """Whether exactly one value is meant."""
        return self.low is not None and self.low == self.high

    def is_apart(self, other: Interval) -> bool:
        """Whether no value lies in both, their ends included."""
        return self._ends_before(other) or other._ends_before(self)

    def _ends_before(self, other: Interval) -> bool:
        return self.high is not None and other.low is not None and self.high < other.low

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
    SPRAYS = "sprays"
    DROPS = "drops"
    SPOONS = "teaspoons"
    AMPOULES = "ampoules"
    SACHETS = "sachets"
    CUPS = "cups"
    DOSES = "doses"
    VISITS = "visits"
    SAMPLES = "samples"
    COURSES = "courses"
    PULSE = "beats or breaths a minute"
    NUMBER = "number"
    """A number that stands alone."""


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
    """What it is given per: ("kg",), ("kg", "day"), ("l",)."""
    interval: Interval
    """In milligrams, millilitres, hours, centimetres, kilograms or the unit itself."""
    is_compared: bool
    """Whether a comparator such as "at least" or "<" set an end of the interval."""
    is_strict: bool = False
    """Whether the comparator leaves the end itself out: "<", "under"."""
    ends_before: bool = False
    """Whether the upper end of a range is left out: "3-<6 kg"."""


HOUR: Final = Fraction(1)
DAY: Final = 24 * HOUR
WEEK: Final = 7 * DAY
YEAR: Final = DAY * 1461 / 4
MONTH: Final = YEAR / 12

UNITS: Final = {
    spelling: (Dimension(dimension), factor)
    for dimension, table in tables().units.items()
    for spelling, factor in by_spelling(table).items()
}
PER: Final = {
    spelling: (name, factor)
    for name, table in tables().per.items()
    for spelling, factor in by_spelling(table).items()
}
LIMITS: Final = {
    spelling: (name.startswith(("below", "at_most")), name in ("below", "above"))
    for name, spellings in tables().limits.items()
    for spelling in spellings
}
"""Whether a limit is an upper one, and whether it leaves its number out."""
_LETTERS: Final = "dwy"
"""One letter for a time, right behind its number: "5 d", "6-12 y", and not "vitamin 3 D"."""

PEOPLE: Final = any_of(table()[Cue.PERSON])
LIMIT_BEFORE: Final = any_of(
    word for name, words in tables().limits.items() if not name.endswith("after") for word in words
)
BEGINS_LIMIT: Final = r"(?:(?<![a-z])|(?=[<>≤≥=&]))"
"""Before a limit: a word of it begins no word's end, a sign may follow one at once, "clearance>50"."""
_UPPER: Final = any_of(
    sign for sign, (is_upper, _) in LIMITS.items() if is_upper and not any(map(str.isalpha, sign))
)
_UNDER: Final = rf"(?:{_UPPER}|(?:less than|under|below)\s)"
"""Before the upper end of a range: "3-<6 kg", "5 to under 10 kg"."""
LIMIT_AFTER: Final = any_of(
    word for name, words in tables().limits.items() if name.endswith("after") for word in words
)
_SO_OFTEN: Final = r"(?:once|twice|thrice|every|(?:hour|week|month|year)ly|daily|annually)\b"
"""Behind "at least" these show that it limits how often, and not the number before it."""
_SHORT: Final = any_of(unit for unit in UNITS if unit.startswith("/"))
UNIT: Final = (
    rf"(?:{any_of(unit for unit in UNITS if not unit.startswith('/') and unit not in _LETTERS)}"
    rf"|(?<=\d)(?<!vitamin \d)\s?[{_LETTERS}])(?![a-z0-9])"
)
"""A unit that ends there."""
_PER_PART: Final = re.compile(
    r"\s{0,2}(?:/\s?|per\s|in\s(?=24)|an?\s(?=day|hour|week|month|minute))"
    rf"(?:(?P<n>\d{{1,4}}(?:\.\d{{1,3}})?)\s?(?=m?l))?(?P<per>{any_of(PER)})(?![a-z0-9])"
)
_ROUNDED: Final = frozenset({Dimension.TEMPERATURE, Dimension.BODY_WEIGHT, Dimension.LENGTH})
"""What is converted to a tenth, as thermometers and scales show it: 101 °F are 38.3 °C."""
_GIVEN: Final = frozenset({Dimension.MASS, Dimension.VOLUME, Dimension.UNITS, Dimension.TABLETS})
"""What is given: behind such an amount a plus goes on to what is given with it."""
_FREEZING: Final = Fraction(160, 9)
"""32 °F in steps as large as those of Celsius."""
LOWER_SIGNS: Final = frozenset(
    limit for limit, (is_upper, _) in LIMITS.items() if not is_upper and not any(map(str.isalpha, limit))
)
"""Before a range these belong to its lower end: "≥ 11-14 kg" says nothing of 15 kg."""
_BEFORE_SIGN: Final = ("to ", "and ")
"""Behind these a dash is a sign, and none between the ends of a range."""
_EXCESS: Final = frozenset({"more than", "longer than", "greater than", "higher than", "beyond", "exceed"})
_FORBIDDEN: Final = re.compile(
    r"\b(?:not|never|cannot)(?:\s(?!(?:if|when|unless|until|in|for|with|at|to|or|and|who|because)\b)[\w-]+){0,4}\s\Z"
)
"""Before what must not be exceeded."""
_KEPT_OFF: Final = re.compile(r"\b(?:must|should|may|do|can)\snot\s(?:[\w-]+\s){1,5}\Z")
"""Before a time within which something is not done."""
_RANGE_WORDS: Final = ("from", "within")
"""Before a range these are no limits: "within 2-8 weeks" is neither before two weeks nor after eight."""


AMOUNT: Final = any_of(unit for unit, (dimension, _) in UNITS.items() if dimension in _GIVEN)
"""A unit of what is given."""
_ANOTHER: Final = rf"(?>{NUMBER}(?:\s?-\s?{NUMBER})?)(?!\s?{AMOUNT}(?![a-z]))"
"""Behind "and above" a number is what it limits, unless that is how much: "20 kg and above 2.4 mg/kg"."""


def _pattern(unit: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?P<limit>{BEGINS_LIMIT}{LIMIT_BEFORE}\s{{0,3}})?(?:the\sage\sof\s)?(?P<between>between\s+[+-]?)?"
        rf"{AS_NUMBER}(?P<low>{NUMBER})(?:\s?\({NUMBER}\))?"
        rf"(?:\s{{0,3}}(?P<low_unit>{UNIT})?\s{{0,3}}"
        rf"(?(between)and\s+-?|(?:(?:-\s{{0,3}}(?:to\s+-?)?|to\s+-?)(?P<top>{_UNDER}\s{{0,3}})?|or\s+))\+?"
        rf"(?P<high>{NUMBER}))?{unit}"
        rf"(?P<after>\s{{0,3}}{LIMIT_AFTER}(?![a-z0-9]|\s{{0,3}}(?:{_ANOTHER}|{_SO_OFTEN})))?"
    )


_WITH_UNIT: Final = _pattern(
    rf"(?:(?P<short>{_SHORT}(?![\d/]|\.\d|\s?m?c?g\b))"
    rf"|\s{{0,3}}-?\s{{0,3}}(?:(?:level|extra|divided|equal|im|iv|sc|oral|intramuscular|further|separate|booster)\s+)?(?P<unit>{UNIT}))"
    rf"(?P<per>(?:{_PER_PART.pattern.replace('?P<n>', '').replace('?P<per>', '')}){{0,3}})"
)
_ALONE: Final = _pattern(r"(?P<unit>)(?P<short>)(?P<per>)(?![a-z])")
_RATIO: Final = re.compile(r"(?<![\d:.])1\s?(?::|in)\s?([1-9]\d{0,2}[ ,]?000)(?!\d|:\d)")
_JOINTS: Final = ("", "and", "but", "to", "up")
"""Between the two ends of a range: "at least 4 mg, not above 8 mg"."""


def quantities(folded_text: str, text: str) -> Iterator[Quantity]:
    """Read every quantity with a unit, in the order of the text; `folded_text` is `folded(text)`."""
    held: Quantity | None = None
    for quantity in _single(folded_text, text):
        if held is not None and _is_other_end(held, quantity, folded_text):
            held = _joined(held, quantity, text)
            continue
        if held is not None:
            yield held
        held = quantity
    if held is not None:
        yield held


def lone_numbers(folded_text: str, text: str) -> Iterator[Quantity]:
    """Read every number of a text whether or not it has a unit, without its unit."""
    for match in _ALONE.finditer(folded_text):
        yield _quantity(match, text)


def lone_number_at(folded_text: str, text: str, position: int) -> Quantity | None:
    """Read the number that begins at a place, with its limit and without its unit."""
    match = _ALONE.match(folded_text, position)
    return _quantity(match, text) if match else None


def dilutions(folded_text: str) -> Iterator[tuple[int, int, Fraction]]:
    """Find "1:1000" and its like; gives start, end and milligrams per millilitre.

    One part in a thousand is one gram in a litre, which is 1 mg/mL.
    """
    for match in _RATIO.finditer(folded_text):
        yield match.start(), match.end(), 1000 / number(match[1])


def _single(folded_text: str, text: str) -> Iterator[Quantity]:
    position = 0
    while match := _WITH_UNIT.search(folded_text, position):
        if match["low_unit"] and not _are_of_one_scale(match["low_unit"], match["unit"]):
            # "for 3 days to 2 tablets" is no range: read its first half alone
            match = _WITH_UNIT.search(folded_text, match.start(), match.end("low_unit")) or match
        yield _quantity(match, text)
        position = match.end()


def _are_of_one_scale(first: str, second: str) -> bool:
    """Whether two units make the ends of a range: days and weeks do; days and tablets, °C and °F do not."""
    one, other = _unit(first), _unit(second)
    return one[0] is other[0] and (one[0] is not Dimension.TEMPERATURE or one == other)


def _is_other_end(first: Quantity, second: Quantity, folded_text: str) -> bool:
    """Whether two limits stand side by side and are the two ends of one range."""
    is_alike = first.is_compared and second.is_compared and first.dimension is second.dimension
    low, high = first.interval, second.interval
    return (
        is_alike
        and first.per == second.per
        and low.low is not None
        and high.high is not None
        and low.high is None
        and high.low is None
        and low.low <= high.high
        and folded_text[first.end : second.start].strip(" ,") in _JOINTS
    )


def _joined(first: Quantity, second: Quantity, text: str) -> Quantity:
    interval = Interval(first.interval.low, second.interval.high)
    written = text[first.start : second.end]
    return replace(
        first,
        end=second.end,
        text=written,
        interval=interval,
        is_compared=False,
        is_strict=False,
        ends_before=second.is_strict,
    )


def _quantity(match: re.Match[str], text: str) -> Quantity:
    dimension, factor = _unit(match["unit"] or match["short"])
    low = high = _signed(match, "low", dimension) * factor
    if match["high"]:
        high = _signed(match, "high", dimension) * factor
        if match["low_unit"]:
            low = low * _unit(match["low_unit"])[1] / factor
        low, high = min(low, high), max(low, high)
    limit = _limit(match, dimension, low)
    interval = Interval(low, high)
    if limit:
        interval = Interval(None, high) if LIMITS[limit][0] else Interval(low, None)
    per, scale = _per(match["per"])
    if dimension in COUNTED or (dimension is Dimension.PULSE and per == ("hour",)):
        per, scale = (), Fraction(1)  # per microlitre, and per minute
    is_signed = one_space(match["limit"] or "") in LOWER_SIGNS
    is_led = (limit and not match["after"]) or match["between"] or is_signed
    start = match.start() if is_led else match.start("low")
    end = start + len(match[0][start - match.start() :].rstrip())
    start -= low < 0 and not is_led
    interval = interval.scaled(scale)
    if dimension in _ROUNDED and factor != 1:
        shift = _FREEZING if dimension is Dimension.TEMPERATURE else Fraction(0)
        interval = Interval(_to_a_tenth(interval.low, shift), _to_a_tenth(interval.high, shift))
    return Quantity(
        start,
        end,
        text[start:end],
        dimension,
        per,
        interval,
        is_compared=bool(limit),
        is_strict=bool(limit) and LIMITS[limit][1],
        ends_before=bool(match["top"]) and LIMITS[one_space(match["top"])][1],
    )


def _signed(match: re.Match[str], end: str, dimension: Dimension) -> Fraction:
    """Read an end of a range; of what is measured a temperature alone may be below zero."""
    read, place = number(match[end]), match.start(end)
    if dimension is not Dimension.TEMPERATURE or match.string[place - 1 : place] != "-":
        return read
    before = match.string[: place - 1]
    is_sign = before.endswith(_BEFORE_SIGN) if end == "high" else not before[-1:].isalnum()
    return -read if is_sign else read


def _limit(match: re.Match[str], dimension: Dimension, low: Fraction) -> str:
    """Give the words that set an end; empty if none do."""
    if match["after"]:
        after = one_space(match["after"])
        return "" if after == "+" and dimension in _GIVEN else after  # it joins: "300 mg + B"
    limit = one_space(match["limit"] or "")
    if match["high"] and (match["top"] or limit.startswith(_RANGE_WORDS) or limit in LOWER_SIGNS):
        return ""
    if limit in _EXCESS and not match["high"] and _FORBIDDEN.search(match.string, 0, match.start()):
        return "not more than"  # "do not give more than 4 g"
    if limit.startswith("within") and _KEPT_OFF.search(match.string, 0, match.start()):
        return "not before"  # "must not be given within three weeks"
    is_time = dimension is Dimension.TIME
    if limit == "before" and not is_time:
        return ""  # it tells when
    if limit == "over" and is_time and low < YEAR:
        return limit if _is_of_people(match.string, match.start()) else ""  # "over 20 minutes" tells how fast
    return limit


def _is_of_people(low: str, place: int) -> bool:
    """Whether "over 6 months" is an age, and no time that something takes: behind people, or at the head."""
    lead = low[:place].rstrip(" (")
    return lead[-1:] in ("", "|", ";") or any(
        cue.precedes(low, place, signs="(") for cue in (Cue.PERSON, Cue.AGED)
    )


def is_so_much(word: str, dimension: Dimension) -> bool:
    """Whether a word is a number, a unit of a dimension, or both: "2", "weeks", "2w"."""
    unit = word.lstrip("0123456789.")
    return not unit or (unit in UNITS and UNITS[unit][0] is dimension)


def _unit(written: str) -> tuple[Dimension, Fraction]:
    return UNITS[one_space(written)] if written else (Dimension.NUMBER, Fraction(1))


def _to_a_tenth(end: Fraction | None, shift: Fraction) -> Fraction | None:
    return None if end is None else Fraction(round(10 * (end - shift)), 10)


def _per(written: str) -> tuple[tuple[str, ...], Fraction]:
    names: list[str] = []
    scale = Fraction(1)
    for part in _PER_PART.finditer(written):
        name, factor = PER[one_space(part["per"])]
        scale *= factor / Fraction(part["n"] or 1)
        if name:
            names.append(name)
    return tuple(names), scale
