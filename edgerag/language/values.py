"""Values in running text: what a quantity tells, how often, and above or below which limit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final

from edgerag.language import names
from edgerag.language.quantities import (
    COUNTED,
    DAY,
    HOUR,
    MONTH,
    WEEK,
    YEAR,
    Dimension,
    Interval,
    Quantity,
    number,
    quantities,
)
from edgerag.language.text import folded


class Kind(StrEnum):
    """What a value tells."""

    DOSE = "dose"
    DURATION = "duration"
    TIMING = "timing"
    FREQUENCY = "frequency"
    COUNT = "number of doses"
    AGE = "age"
    WEIGHT = "body weight"
    THRESHOLD = "threshold"
    ROUTE = "route"
    DRUG = "drug"
    ACTION = "action"


@dataclass(frozen=True, slots=True)
class Value:
    """One typed value and where it is said."""

    kind: Kind
    unit: str
    """What makes two values comparable: the dimension, what it is per, the analyte, the role."""
    interval: Interval
    start: int
    end: int
    text: str
    drug: str
    """Canonical name, or empty if the text does not tie the value to one."""
    populations: frozenset[str]
    is_compared: bool
    """Whether the text gives it as a limit: "at least", "<", "within"."""
    daily: Interval | None = None
    """What a dose comes to in a day, if the text says how often it is given."""
    is_sequel: bool = False
    """Whether it is for later: "then 5 g every 4 hours", "repeat after 12 hours"."""


_TIME_UNIT: Final[dict[str, Fraction]] = {
    "minute": HOUR / 60,
    "min": HOUR / 60,
    "hour": HOUR,
    "hr": HOUR,
    "h": HOUR,
    "day": DAY,
    "dai": DAY,
    "night": DAY,
    "morning": DAY,
    "evening": DAY,
    "week": WEEK,
    "month": MONTH,
    "year": YEAR,
}
_TIMES_WORD: Final = {"once": 1, "twice": 2, "thrice": 3}
_PERIODS: Final[dict[str, Fraction]] = {
    **dict.fromkeys(("bd", "bid", "bds", "b.d.", "b.i.d.", "q12h"), DAY / 2),
    **dict.fromkeys(("tds", "tid", "t.d.s.", "t.i.d.", "q8h"), DAY / 3),
    **dict.fromkeys(("qid", "qds", "q.i.d.", "q6h"), DAY / 4),
    **dict.fromkeys(
        ("od", "o.d.", "qd", "daily", "nocte", "mane", "nightly", "at night", "at bedtime", "q24h"), DAY
    ),
    **dict.fromkeys(("q4h",), DAY / 6),
    **dict.fromkeys(("alternate days", "every other day", "every second day"), 2 * DAY),
    **dict.fromkeys(("fortnightly",), 2 * WEEK),
    **dict.fromkeys(("weekly",), WEEK),
    **dict.fromkeys(("monthly",), MONTH),
    **dict.fromkeys(("yearly", "annually"), YEAR),
    **dict.fromkeys(("hourly",), HOUR),
}
_NUMBER: Final = r"(?:\d+(?:\.\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)"
_PERIOD_UNIT: Final = (
    r"(?P<{0}>min(?:ute)?s?|h(?:ou)?rs?|h|days?|nights?|mornings?|evenings?|weeks?|months?|years?)"
)
_TIMES: Final = re.compile(
    rf"\b(?:(?P<word>once|twice|thrice)|(?P<low>{_NUMBER})(?:\s*(?:-|to"
    rf"|or)\s*(?P<high>{_NUMBER}))?\s*(?:x|times|doses))"
    rf"\s*(?:a|per|/|every|each|an|in)?\s*(?:(?P<daily>daily|weekly|monthly)"
    rf"|{_PERIOD_UNIT.format('unit')})(?![a-z])"
)
_EVERY: Final = re.compile(
    rf"\b(?:every|each|q)\s*(?:(?P<low>{_NUMBER})\s*(?:-|to|or)?\s*(?P<high>{_NUMBER})?\s*-?\s*)?"
    rf"{_PERIOD_UNIT.format('unit')}(?![a-z])"
)
_HOURLY: Final = re.compile(
    rf"\b(?P<low>{_NUMBER})(?:\s*(?:-|to)\s*(?P<high>{_NUMBER}))?\s*-?\s*(?P<unit>hour|hr|h|dai|week"
    rf"|month|year|minute)ly\b"
)
_PLAIN_PERIOD: Final = re.compile(
    r"(?<![\w.-])(?:"
    + "|".join(re.escape(word) for word in sorted(_PERIODS, key=len, reverse=True))
    + r")(?![\w-])"
)
_WITHIN_ONE: Final = re.compile(
    r"\b(?:within|in) (?:the |an? )(?:first )?(?P<unit>minute|hour|day|week|month|year)\b"
)
_REPLACED: Final = re.compile(r"(?:instead of|rather than|not)\s*$")
_ONCE_ONLY: Final = re.compile(r"\b(?:stat|single dose|single-dose|once only|one-off|as a single)\b")
_BLOOD_PRESSURE: Final = re.compile(
    r"(?P<comparator><=|>=|≤|≥|<|>|below|above|at least|less than"
    r"|more than)?\s*(?<![\d/])(?P<systolic>\d{2,3})\s*/\s*"
    r"(?P<diastolic>\d{2,3})(?![\d/])\s*(?:mm\s?hg)?"
)
_BARE_THRESHOLD: Final = re.compile(
    r"(?:\s*(?:cell|count|counts|of|is|level|bp|blood pressure|falls|rises|drops|at))*\s*"
    r"(?P<comparator><=|>=|=<|=>|≤|≥|<|>|below|under|above|over|at least|less than|more than"
    r"|greater than|of)?\s*"
    r"(?P<number>\d+(?:\.\d+)?)(?![-/\d.]*\d)(?!\s*(?:[-–]\s*\d|mm|cells|copies|[°º%]|mg|mmol|g/|g\b|kg|cm|ml|iu|units))"
    r"(?P<after>\s+(?:or|and) (?:below|less|under|lower|fewer|above|more|over|higher|greater))?"
)
_ANY_VALUE: Final = re.compile(
    r"\b(?:(?:regardless|irrespective)\s+of|whatever)\s+(?:the\s+|their\s+)?(?P<what>[\w ,/+-]{0,60})"
    r"|\b(?:at )?any\s+(?P<any>cd4|age|duration)"
)
_PER_KG: Final = re.compile(r"\s+(?:of )?(?:[a-z-]+ ){0,5}?(?:per|for (?:every|each)) (?:kg|kilogram)\b")
_GROWN_UP: Final = 12 * YEAR
"""A limit of so many years is an age: "if > 65 years"."""
_HISTORY: Final = re.compile(
    r"\b(?:has|have|had|were|was|been)(?: already| been| previously)* (?:treated|taken|received|on)\b[^.;|]*$"
    r"|\(treated for\s*$"
)
"""What was done before tells whom a statement is about, and not what to do."""
_OF_A_THING: Final = re.compile(
    r"\s*(?:a|per|/|each|every) week\b"
    r"|\s*-?\s*(?:(?:drug|medicine|treatment) )?(?:suppl(?:y|ies)|visits?|reviews?|follow-?ups?|appointments?"
    r"|check-?ups?)\b"
)
"""A supply for a month, a visit at six months and "7 days a week" are no times of giving."""
_WISHED: Final = re.compile(r"\b(?:ideally|preferably|optimally)\b[^.;|]*$")
_WISH: Final = 30
"""Characters before a time in which such a word stands."""
_IN_EACH: Final = re.compile(
    r"\s*(?:im|iv|by|deep|injection|intramuscular(?:ly)?|muscle|[\s,])*(?:in(?:to)?|to) (?:each|both)"
    r" (?:buttocks?|thighs?|sides?|arms?)\b"
)
"""One dose to the left and one to the right make twice the dose."""
_DILUENT: Final = re.compile(
    r"(?:\bin|dissolved in|diluted (?:in|with|to)|made up (?:to|with)|mixed (?:in|into|with)|per|=|/)\s*$"
)
_SEQUEL: Final = re.compile(
    r"\b(?:then|thereafter|followed by|follow(?:s|ing)? with|continue(?:d)?(?: with)?|maintenance"
    r"|repeat(?:ed)?|subsequent(?:ly)?|second dose|afterwards)\b"
)
"""What comes after these is not what is given first."""
MAX_GAP: Final = 90
"""Characters within which a name belongs to a value; about a line and a half."""
FOREVER: Final = Interval(None, None)
_ANALYTE_UNITS: Final = {
    "cd4": str(Dimension.CELLS),
    "viral-load": str(Dimension.COPIES),
    "systolic": f"{Dimension.PRESSURE} systolic",
    "diastolic": f"{Dimension.PRESSURE} diastolic",
    "temperature": str(Dimension.TEMPERATURE),
    "pulse": f"{Dimension.PULSE} pulse",
    "breathing": f"{Dimension.PULSE} breathing",
}


def values_in(low: str, text: str) -> list[Value]:
    """Find all values of one statement, in its order; `low` is `folded(text)`, owners are left out."""
    found = [*_frequencies(low), *_thresholds(low, text), *_within_one(low)]
    taken = [(value.start, value.end) for value in found]
    for quantity in quantities(low, text):
        if not any(start < quantity.end and quantity.start < end for start, end in taken):
            value = _value(quantity, low, text)
            if value is not None:
                found.append(value)
    ordered = _without_wishes(sorted(found, key=lambda value: (value.start, value.end, value.kind)), low)
    sequel = _SEQUEL.search(low)
    later = sequel.end() if sequel else len(low)
    return [
        replace(value, text=" ".join(text[value.start : value.end].split()), is_sequel=value.start >= later)
        for value in ordered
    ]


def _without_wishes(values: list[Value], low: str) -> list[Value]:
    """Leave out a time that is only wished for where the limit is given too: "72 hours, ideally 1 hour"."""
    wished = [
        value
        for value in values
        if _is_time(value) and _WISHED.search(low, max(0, value.start - _WISH), value.start)
    ]
    has_limit = any(_is_time(value) and value not in wished for value in values)
    return [value for value in values if value not in wished] if has_limit else values


def _is_time(value: Value) -> bool:
    return value.kind in (Kind.TIMING, Kind.DURATION)


def _value(quantity: Quantity, low: str, text: str) -> Value | None:
    """Classify a quantity by its unit and by the words around it; None if it says nothing of its own."""
    before = low[max(0, quantity.start - 60) : quantity.start]
    after = low[quantity.end : quantity.end + 60]
    unit = quantity.dimension + "".join(f"/{part}" for part in quantity.per)
    if not quantity.per and _PER_KG.match(after):
        unit += "/kg"
    kind = Kind.DOSE
    match quantity.dimension:
        case Dimension.TIME if _OF_A_THING.match(after):
            return None
        case Dimension.TIME:
            kind, role = _time_kind(quantity, before, after)
            unit += role
        case Dimension.DOSES | Dimension.VISITS:
            kind = Kind.COUNT
        case Dimension.BODY_WEIGHT:
            kind = Kind.WEIGHT
        case (
            Dimension.TEMPERATURE
            | Dimension.PRESSURE
            | Dimension.CELLS
            | Dimension.COPIES
            | Dimension.LENGTH
            | Dimension.PULSE
        ):
            kind = Kind.THRESHOLD
        case Dimension.PERCENT:
            if not quantity.is_compared:
                return None  # the strength of a solution; the amount given is what counts
            kind = Kind.THRESHOLD
        case Dimension.VOLUME if _DILUENT.search(before):
            return None
        case Dimension.MASS | Dimension.AMOUNT if "l" in quantity.per:
            kind = Kind.THRESHOLD
        case _ if re.match(r"\s*=", after) or re.search(r"=\s*$", before):
            return None  # "(1 mL = 300 mg)" states a strength or repeats an amount
        case _:
            if re.search(r"\btotal(?: dose)?(?: of)?\s*$", before) or re.match(
                r"\s*in (?:all|total)\b", after
            ):
                unit += ", in total"
    if kind is Kind.THRESHOLD and quantity.dimension not in {Dimension.TEMPERATURE, *COUNTED}:
        unit += _analyte_before(text, quantity.start)
    n_places = 2 if kind is Kind.DOSE and _IN_EACH.match(after) else 1
    interval = quantity.interval.scaled(Fraction(n_places))
    return Value(
        kind, unit, interval, quantity.start, quantity.end, "", "", frozenset(), quantity.is_compared
    )


def _time_kind(quantity: Quantity, before: str, after: str) -> tuple[Kind, str]:
    if _HISTORY.search(before):
        return Kind.TIMING, ", in the past"
    if re.match(r"[^|]{0,3}(?:and )?adults?\b", after) and quantity.is_compared:
        return Kind.AGE, ""
    ends = [end for end in (quantity.interval.low, quantity.interval.high) if end is not None]
    if quantity.is_compared and min(ends) >= _GROWN_UP:
        return Kind.AGE, ""
    written = folded(quantity.text)
    is_band = re.match(r"(?:under|below|above|younger|older)\b", written) is not None
    if is_band and re.search(r"months?$|years?$|yrs?$", written) and not re.search(r"\bfor\s*$", before):
        return Kind.AGE, ""
    if re.match(r"[<>≤≥]", written) and re.search(r"(?:years?|yrs?)$", written) and min(ends) >= 2 * YEAR:
        return Kind.AGE, ""
    is_range = quantity.is_compared or not quantity.interval.is_point
    if (
        is_range
        and min(ends) >= YEAR
        and re.search(r"\|[^|a-z]*$", before)
        and re.match(r"\s*(?:\||$)", after)
    ):
        return Kind.AGE, ""
    is_long = quantity.interval.high is None or quantity.interval.high >= MONTH
    if re.search(r"\b(?:until|till) (?:[a-z]+ ){0,4}$", before):
        return Kind.DURATION, ""
    if re.match(r"\s*(?:old|of age)\b", after) or re.search(
        r"\b(?:aged?|ages)\s*(?:of\s*|between\s*|from\s*)?$", before
    ):
        return Kind.AGE, ""
    people = re.search(
        r"\b(?:child(?:ren)?|infants?|bab(?:y|ies)|adolescents?|adults?|women|men)\s*(?:aged\s*)?\(?$", before
    )
    if is_long and quantity.is_compared and people:
        return Kind.AGE, ""
    if re.search(r"\bover\s*(?:the )?(?:about )?$", before):
        return Kind.DURATION, ", of giving"
    if re.match(r"\s*(?:ago|before|prior|after|later|from)\b", after):
        return Kind.TIMING, ""
    if re.match(r"(?:within|in (?:the )?(?:past|last))\b", written):
        return Kind.TIMING, ""
    if re.search(r"\b(?:after|within|in|between|past|last|next|first|at)\s*(?:the )?$", before):
        return Kind.TIMING, ""
    return Kind.DURATION, ""


def _frequencies(low: str) -> list[Value]:
    """Find how often; the interval is hours from one dose to the next."""
    found: list[Value] = []
    for match in _TIMES.finditer(low):
        unit = match["daily"] or match["unit"]
        period = _PERIODS[unit] if match["daily"] else _period(unit)
        least = Fraction(_TIMES_WORD[match["word"]]) if match["word"] else number(match["low"])
        most = number(match["high"]) if match["high"] else least
        if least and most:
            found.append(_frequency(Interval(period / most, period / least), match))
    for pattern in (_EVERY, _HOURLY):
        for match in pattern.finditer(low):
            least = number(match["low"]) if match["low"] else Fraction(1)
            most = number(match["high"]) if match["high"] else least
            period = _period(match["unit"])
            found.append(_frequency(Interval(min(least, most) * period, max(least, most) * period), match))
    for match in _PLAIN_PERIOD.finditer(low):
        period = _PERIODS[match[0]]
        found.append(_frequency(Interval(period, period), match))
    longest: list[Value] = []
    for value in sorted(found, key=lambda value: (value.start, -value.end)):
        if not longest or value.start >= longest[-1].end:
            longest.append(value)
    kept = [value for value in longest if not _REPLACED.search(low, 0, value.start)]
    for match in _ONCE_ONLY.finditer(low):
        one = Interval(Fraction(1), Fraction(1))
        kept.append(
            Value(
                Kind.COUNT,
                Dimension.DOSES,
                one,
                match.start(),
                match.end(),
                "",
                "",
                frozenset(),
                is_compared=False,
            )
        )
    return kept


def _within_one(low: str) -> Iterator[Value]:
    """Find "within the first hour", which names no number."""
    for match in _WITHIN_ONE.finditer(low):
        limit = Interval(None, _period(match["unit"]))
        start, end = match.span()
        yield Value(Kind.TIMING, Dimension.TIME, limit, start, end, "", "", frozenset(), is_compared=True)


def _frequency(interval: Interval, match: re.Match[str]) -> Value:
    return Value(
        Kind.FREQUENCY, "hours", interval, match.start(), match.end(), "", "", frozenset(), is_compared=False
    )


def _period(unit: str) -> Fraction:
    for name, hours in _TIME_UNIT.items():
        if unit == name or unit == f"{name}s":
            return hours
    return _TIME_UNIT["min"] if unit.startswith("min") else HOUR


def _thresholds(low: str, text: str) -> list[Value]:
    """Find thresholds that carry no unit of their own: "CD4 < 350", "BP 180/110", "regardless of CD4"."""
    found: list[Value] = []
    for mention in names.analytes(text):
        if match := _BARE_THRESHOLD.match(low, mention.end):
            dimension = _ANALYTE_UNITS.get(mention.name, "")
            unit = dimension if dimension else f" {mention.name}"
            comparator = (match["after"] or match["comparator"] or "").strip()
            found.append(
                _limit(unit, Fraction(match["number"]), comparator, match.start("number"), match.end())
            )
    for match in _BLOOD_PRESSURE.finditer(low):
        is_pressure = "mm" in match[0] or re.search(
            r"\b(?:bp|blood pressure|hypertens\w+)\b", low[: match.start()]
        )
        if is_pressure:
            for name in ("systolic", "diastolic"):
                unit = f"{Dimension.PRESSURE} {name}"
                found.append(
                    _limit(unit, Fraction(match[name]), match["comparator"] or "", match.start(), match.end())
                )
    for match in _ANY_VALUE.finditer(low):
        what = match["what"] or match["any"]
        unit = Dimension.CELLS if "cd4" in what else (Dimension.TIME if "duration" in what else "")
        if unit:
            kind = Kind.THRESHOLD if unit == Dimension.CELLS else Kind.DURATION
            found.append(
                Value(kind, unit, FOREVER, match.start(), match.end(), "", "", frozenset(), is_compared=True)
            )
    return found


def _limit(unit: str, limit: Fraction, comparator: str, start: int, end: int) -> Value:
    is_below = re.search(r"<|≤|below|under|less|lower|fewer", comparator) is not None
    is_point = comparator in ("", "of")
    interval = Interval(None if is_below else limit, limit if is_below or is_point else None)
    return Value(Kind.THRESHOLD, unit, interval, start, end, "", "", frozenset(), is_compared=not is_point)


def _analyte_before(text: str, position: int) -> str:
    near = [m for m in names.analytes(text) if m.end <= position and position - m.end <= MAX_GAP]
    return f" {near[-1].name}" if near else ""
