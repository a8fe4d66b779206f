"""All values of a statement with their kinds: how much, how often, how long, above which limit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from edgerag.language import names
from edgerag.language.ages import Age, ages
from edgerag.language.bands import governed
from edgerag.language.clauses import cut
from edgerag.language.cues import Cue
from edgerag.language.days import Numbered, numbered
from edgerag.language.frequencies import frequencies
from edgerag.language.names import Mention
from edgerag.language.numbers import has_number
from edgerag.language.quantities import (
    DAY,
    HOUR,
    MONTH,
    PEOPLE,
    PER,
    UNITS,
    WEEK,
    YEAR,
    Dimension,
    Interval,
    Quantity,
    is_so_much,
    quantities,
)
from edgerag.language.stages import stages
from edgerag.language.text import without_references
from edgerag.language.thresholds import any_value, is_level_of, measured_before, thresholds, unit_of
from edgerag.language.times import BIRTH_TO, kind_of_time
from edgerag.language.units import any_of, one_space
from edgerag.language.values import FOREVER, MAX_GAP, Kind, Value, is_on_shelf

_ONE_TIME: Final = re.compile(
    r"\b(?P<within>within|in)\s(?:the\s|an?\s)(?:first\s)?(?P<unit>minute|hour|day|week|month|year)\b"
    r"|\b(?P<role>for|after|over|lasts|takes)\s(?:an?|the first)\s"
    r"(?P<unit2>hour|day|week|fortnight|month|year)\b"
)
"""Times without a number: "within the first hour", "for a week"."""
_PER_LATER: Final = re.compile(
    r"\s(?:of\s)?(?:[a-z-]{1,30}\s){0,5}?"
    r"(?:(?:per|for\s(?:every|each)|in(?=\s24))\s|[a-z-]{2,30}\s?/\s?(?=kg))"
    rf"(?P<per>{any_of(PER)})(?![a-z0-9])"
)
"""What an amount is per, after the name: "200 mg hydroxychloroquine per day", "20 mg salt/kg"."""
_A_DAY: Final = re.compile(
    rf"\s?(?:/|per)\s?(?:{any_of(one for one, (name, _) in PER.items() if name == 'day')})(?![a-z0-9])"
)
_BY_WEIGHT: Final = re.compile(r"\s?[x×*]\s?(?:(?:body\s)?weight\s?)?\(?(?:in\s)?kg\b")
"""Behind an amount that weight multiplies: "4 mL x kg", "3 mL × body weight (kg)"."""
_GAUGE: Final = re.compile(r"\s?(?:\w+\s){0,2}?(?:needles?|cannulas?|cannulae|catheters?|lines?)\b")
"""Behind a number with a G that tells how thick something is: "25G needle", "18 G IV cannula"."""
_GIVEN_PER: Final = frozenset({"kg", "day", "course", "puff"})
_AT_MOST: Final = frozenset({Kind.DOSE, Kind.DURATION, Kind.COUNT})
_MOST: Final = 60
"""Characters from "maximum" to what is the most, with what it is the most of."""
_WISH: Final = 20
"""Characters from the word that wishes for a time to that time."""
_INJECTED: Final = frozenset({
    "im", "iv", "by", "deep", "injection", "intramuscular", "intramuscularly", "muscle", "in", "into", "to",
    "of", "solution",
})  # fmt: skip
"""Between a dose and "each thigh", with how strong it is: "of 50 % solution"."""
_BRACKETED: Final = 30
"""Characters from a volume to the bracket that ends what it is dissolved in."""
_HOLDING: Final = frozenset({"", "containing", "contains"})
"""Between a bracket and how much of something an amount holds."""
_MG_IN_KG: Final = Fraction(1, 1_000_000)
_LIGHTEST_KG: Final = Fraction(3, 10)
"""Of those who are born alive."""
_WEIGHED: Final = re.compile(
    r"\b(?:birth[ -]?weight|weigh(?:s|ing|ed)?)\b[^.,;:|\d]{0,25}$"
    rf"|\b{PEOPLE}\s(?:(?:who|that)\s(?:is|are)\s)?(?:of\s)?$"
)
"""Before a weight: "birth weight below", "babies of"; nobody is given so much by mass."""
_NEAR: Final = 60
"""Characters around a quantity whose words tell what it is."""
_PERIODS: Final = {("hour",): HOUR, ("day",): DAY, ("week",): WEEK, ("month",): MONTH, ("year",): YEAR}
_ONE: Final = Interval(Fraction(1), Fraction(1))
_OUTPUT_WORDS: Final = 3
"""Between "urine output" and how much: "urine output falls to less than 100 mL"."""
_NAMED: Final = 2
"""Words of a name between "already on" and its amount."""
_LEVELS: Final = frozenset(
    {Dimension.TEMPERATURE, Dimension.PRESSURE, Dimension.CELLS, Dimension.COPIES, Dimension.LENGTH}
)
"""What is measured and never given."""
_CLEARANCE: Final = "creatinine-clearance"
_SURFACE: Final = ("/1.73", " /1.73", "/ 1.73", " per 1.73")
"""Of the surface of a body: what the kidneys clear is told for so much, and nothing is given for it."""
_BY_DECILITRE: Final = "haemoglobin"
"""What is given in grams that are grams per decilitre: "Hb < 8 gms"."""
_DECILITRES: Final = Fraction(10)
"""In a litre."""
_SIZES: Final = 8
"""Words between the name of a form and one of its sizes."""
_LIST_ENDS: Final = ("", ",", ";", ".", "|", "(", ")")
_COUNTS: Final = frozenset({Dimension.DOSES, Dimension.VISITS, Dimension.SAMPLES, Dimension.COURSES})


def values_in(low: str, text: str) -> list[Value]:
    """Find all values of one statement, in its order; `low` is `folded(text)`, owners are left out."""
    is_numbered = has_number(low)
    low = without_references(low) if is_numbered else low
    measured = names.analytes(text)
    found = [*_spoken(low), *_any_value(low)]
    found += _limits(low, text, measured) if is_numbered else ()
    taken = bytearray(len(low))
    for value in found:
        taken[value.start : value.end] = b"\1" * (value.end - value.start)
    for quantity in quantities(low, text) if is_numbered else ():
        if taken.find(1, quantity.start, quantity.end) < 0 and not _is_named(quantity, text):
            found += _value(quantity, low, measured, taken)
    if not found:
        return []
    ordered = _without_wishes(sorted(found, key=lambda value: (value.start, value.end, value.kind)), low)
    stage = stages(low)
    written = [
        replace(value, text=one_space(text[value.start : value.end]), stage=stage(value.start, value.end))
        for value in _with_most(ordered, low)
    ]
    return governed(written, names.populations(low, text), low)


def _is_named(quantity: Quantity, text: str) -> bool:
    """Whether what looks like a unit names medicines, in capitals: the "HR" of "6 HR" are two."""
    if not quantity.text.isupper():
        return False
    return any(
        quantity.start < drug.start and drug.end == quantity.end for drug in names.drugs(text.lower(), text)
    )


def _without_wishes(values: list[Value], low: str) -> list[Value]:
    """Leave out a time that is only wished for where the limit is given too: "72 hours, ideally 1 hour"."""
    wished = {
        value for value in values if _is_time(value) and Cue.WISHES.is_near_before(low, value.start, _WISH)
    }
    has_limit = any(_is_time(value) and value not in wished for value in values)
    return [value for value in values if value not in wished] if has_limit else values


def _with_most(values: Sequence[Value], low: str) -> Iterator[Value]:
    """Read what is told to be the most as the limit that it is: "maximum dose for adults: 4 g"."""
    last = 0
    for value in values:
        is_plain = value.kind in _AT_MOST and value.interval.is_point and not value.is_compared
        if is_plain and Cue.MAXIMUM.is_near_before(low[last : value.start], value.start - last, _MOST):
            yield replace(value, interval=Interval(None, value.interval.high), is_compared=True)
        else:
            yield value
        last = max(last, value.end)


def _is_time(value: Value) -> bool:
    return value.kind in (Kind.TIMING, Kind.DURATION)


def _spoken(low: str) -> Iterator[Value]:
    """Find what is told in words of its own: how often, how many times, on which days, at which age."""
    for often in frequencies(low):
        yield Value(
            Kind.FREQUENCY, "hours", often.interval, often.start, often.end, is_compared=often.is_limit
        )
    for match in Cue.ONCE_ONLY.finditer(low):
        yield Value(Kind.COUNT, Dimension.DOSES, _ONE, *match.span())
    of_age = list(ages(low))
    for match in _ONE_TIME.finditer(low):
        if not _is_of_age(match.end(), of_age):
            yield _one_time(
                match, is_least=Cue.OR_MORE.opens(low[match.end() : match.end() + _NEAR].lstrip())
            )
    for days in numbered(low):
        if not _is_of_age(days.end, of_age):
            yield from _numbered(days)
    for age in of_age:
        yield Value(
            Kind.AGE,
            Dimension.TIME,
            age.interval,
            age.start,
            age.end,
            is_compared=age.is_compared,
            is_strict=age.is_strict,
        )


def _is_of_age(end: int, of_age: Sequence[Age]) -> bool:
    """Whether what ends at a place is part of an age: "in the first week" of life."""
    return any(age.start < end <= age.end for age in of_age)


def _one_time(match: re.Match[str], *, is_least: bool) -> Value:
    hours = UNITS[match["unit"] or match["unit2"]][1]
    start, end = match.span()
    if match["within"]:
        return Value(Kind.TIMING, Dimension.TIME, Interval(None, hours), start, end, is_compared=True)
    kind = Kind.TIMING if match["role"] == "after" else Kind.DURATION
    unit = f"{Dimension.TIME}, of giving" if match["role"] == "over" else str(Dimension.TIME)
    interval = Interval(hours, None if is_least else hours)
    return Value(kind, unit, interval, start, end, is_compared=is_least)


def _numbered(days: Numbered) -> Iterator[Value]:
    """Days 1 and 15 are two doses and begin on day 1, days 1 to 5 are five days, and month 2 is a moment."""
    first, last = days.numbers[0], days.numbers[-1]
    if days.is_span:
        length = (abs(last - first) + 1) * days.unit
        yield Value(Kind.DURATION, Dimension.TIME, Interval(length, length), days.start, days.end)
        return
    if len(days.numbers) > 1:
        n_doses = Fraction(len(set(days.numbers)))
        yield Value(Kind.COUNT, Dimension.DOSES, Interval(n_doses, n_doses), days.start, days.end)
    hours = first * days.unit
    yield Value(Kind.TIMING, Dimension.TIME, Interval(hours, hours), days.start, days.end)


def _limits(low: str, text: str, measured: Sequence[Mention]) -> Iterator[Value]:
    for limit in thresholds(low, text, measured):
        yield Value(
            Kind.THRESHOLD,
            limit.unit,
            limit.interval,
            limit.start,
            limit.end,
            is_compared=limit.is_compared,
            is_strict=limit.is_strict,
        )


def _any_value(low: str) -> Iterator[Value]:
    for start, end, dimension in any_value(low):
        kind = Kind.THRESHOLD if dimension is Dimension.CELLS else Kind.DURATION
        yield Value(kind, dimension, FOREVER, start, end, is_compared=True)


def _value(quantity: Quantity, low: str, measured: Sequence[Mention], taken: bytearray) -> Iterator[Value]:
    """Classify a quantity by its unit and by the words around it; give none if it says nothing of its own."""
    before = low[max(0, quantity.start - _NEAR) : quantity.start]
    after = low[quantity.end : quantity.end + _NEAR]
    unit = quantity.dimension + "".join(f"/{part}" for part in quantity.per)
    interval = quantity.interval
    if quantity.dimension is Dimension.TIME:
        found = kind_of_time(quantity, before, after)
        if found is None:
            return
        kind, unit = found[0], "hours" if found[0] is Kind.FREQUENCY else unit + found[1]
        if kind is Kind.AGE and before.endswith(BIRTH_TO):
            interval = Interval(None, interval.high)
    elif quantity.dimension is Dimension.BODY_WEIGHT:
        kind = Kind.THRESHOLD if quantity.per else Kind.WEIGHT
    elif quantity.dimension is Dimension.MASS and not quantity.per and _is_weighed(quantity, before):
        kind, unit, interval = Kind.WEIGHT, Dimension.BODY_WEIGHT, interval.scaled(_MG_IN_KG)
    elif quantity.dimension in _COUNTS:
        kind = Kind.COUNT
        if quantity.dimension is Dimension.DOSES and quantity.per in _PERIODS:
            kind, unit = Kind.FREQUENCY, "hours"
            interval = interval.inverted().scaled(_PERIODS[quantity.per])
    elif name := _level(quantity, measured, low):
        kind, unit = Kind.THRESHOLD, unit_of(quantity, name)
        if name == _CLEARANCE and quantity.dimension is Dimension.VOLUME:
            unit, interval = f" {name}", interval.scaled(Fraction(1, 60))
        elif quantity.dimension is Dimension.MASS and not quantity.per:
            unit, interval = f"{Dimension.MASS}/l {name}", interval.scaled(_DECILITRES)
    elif quantity.dimension in _LEVELS:
        kind = Kind.THRESHOLD
    elif quantity.is_compared and Cue.OUTPUT.precedes(before, len(before), most=_OUTPUT_WORDS):
        kind, unit = Kind.THRESHOLD, f"{unit} output"
    elif quantity.dimension is Dimension.PULSE:
        unit += _basis(quantity, before, after, taken)
        kind = Kind.COUNT if unit.endswith("/puff") else Kind.THRESHOLD
    elif quantity.dimension is Dimension.PERCENT:
        kind = Kind.THRESHOLD if quantity.is_compared else Kind.STRENGTH
    elif "mmol" in quantity.per:
        kind = Kind.THRESHOLD
    elif "l" in quantity.per:
        kind = Kind.STRENGTH if "ml" in quantity.text.lower() else Kind.THRESHOLD
    elif _is_repeated(quantity, before, after):
        return
    else:
        kind, unit = Kind.DOSE, unit + _basis(quantity, before, after, taken)
        interval = interval.scaled(Fraction(2 if _is_in_each(after) else 1))
    yield Value(
        kind,
        unit,
        interval,
        quantity.start,
        quantity.end,
        is_compared=quantity.is_compared,
        is_strict=quantity.is_strict,
        ends_before=quantity.ends_before,
    )


def _is_weighed(quantity: Quantity, before: str) -> bool:
    """Whether a mass is somebody's: "birth weight 1500 g or more", "weighing less than 2 500 g"."""
    end = quantity.interval.low or quantity.interval.high or Fraction(0)
    return end * _MG_IN_KG >= _LIGHTEST_KG and _WEIGHED.search(before) is not None


def _level(quantity: Quantity, measured: Sequence[Mention], low: str) -> str:
    """Name what is measured, if a level can be given so: "10 % glucose" is none of glucose in the blood."""
    is_of_surface = quantity.dimension is Dimension.VOLUME and low.startswith(_SURFACE, quantity.end)
    name = _CLEARANCE if is_of_surface else is_level_of(quantity, measured, low)
    match quantity.dimension:
        case Dimension.PERCENT:
            is_level = quantity.is_compared or name == "saturation"
        case Dimension.VOLUME:
            is_level = name == _CLEARANCE
        case Dimension.MASS if not quantity.per:
            is_level = name == _BY_DECILITRE
        case dimension:
            is_level = dimension in _LEVELS or dimension is Dimension.PULSE or "l" in quantity.per
    return (name or measured_before(quantity, measured)) if is_level else ""


def _is_repeated(quantity: Quantity, before: str, after: str) -> bool:
    """Whether it states a strength, what an amount holds or dissolves in, or what somebody takes already."""
    if _is_held(before, after):
        return True
    if after.lstrip().startswith("=") or before.rstrip().endswith("=") or is_on_shelf(before):
        return True
    if quantity.dimension is Dimension.MASS and not quantity.per and _is_of_form(before, after):
        return True
    if Cue.WAS_ON.precedes(before, len(before), most=_NAMED):
        return True
    if quantity.text.lower().endswith("g") and _GAUGE.match(after):
        return True
    is_fluid = quantity.dimension is Dimension.VOLUME
    is_dissolving = Cue.DILUENT.precedes(before, len(before)) or before.rstrip().endswith("/")
    is_water = Cue.WATER.opens(after.lstrip()) and ")" in after[:_BRACKETED]
    return is_fluid and (is_dissolving or is_water)


def _is_held(before: str, after: str) -> bool:
    """Whether a bracket behind an amount tells how much of something it holds: "200 mg (65 mg of iron)"."""
    *outside, holding = cut(before, "([")
    amount, (held, *closed) = outside[-1].split() if outside else [], cut(after, ")]")
    if holding.strip() not in _HOLDING or not closed or not amount:
        return False
    name = held.strip().removeprefix("of ").removeprefix("elemental ")
    is_of_it = any((drug.start, drug.end) == (0, len(name)) for drug in names.drugs(name, name))
    return is_of_it and is_so_much(amount[-1], Dimension.MASS)


def _is_of_form(before: str, after: str) -> bool:
    """Whether a list tells in which sizes something is sold: "Capsules: 150 mg", "vials of 1 g or 2 g"."""
    if after.lstrip()[:1] not in _LIST_ENDS:
        return False
    is_listed = Cue.FORM.precedes(before, len(before), most=_SIZES, over=_is_size, signs=":|,")
    return (is_listed and ":" in before) or is_on_shelf(_without_sizes(before[-MAX_GAP:]))


def _without_sizes(before: str) -> str:
    words = before.split()
    while words and _is_size(words[-1].rstrip(",")):
        words.pop()
    return " ".join((*words, ""))


def _is_size(word: str) -> bool:
    """Whether a word is of a size before another: "150", "mg", "and"."""
    return word in {"and", "or"} or is_so_much(word, Dimension.MASS)


def _is_in_each(after: str) -> bool:
    """Whether one dose goes to the left and one to the right, which makes twice the dose."""
    side = Cue.EACH_SIDE.search(after)
    if side is None:
        return False
    words = after[: side.start()].replace(",", " ").split()
    return _INJECTED.issuperset(word for word in words if not word.endswith("%"))


def _basis(quantity: Quantity, before: str, after: str, taken: bytearray) -> str:
    """Tell what an amount is for, where that stands apart from it: "/kg", "/day", ", in total"."""
    if not quantity.per and _BY_WEIGHT.match(after):
        return "/kg"
    later = _PER_LATER.match(after)
    if later and not quantity.per and taken.find(1, quantity.end, quantity.end + later.end()) < 0:
        name = PER[one_space(later["per"])][0]
        if name in _GIVEN_PER:
            return f"/{name}/day" if name == "kg" and _A_DAY.match(after, later.end()) else f"/{name}"
    if "day" in quantity.per:
        return ""
    if Cue.DAILY_DOSE.precedes(before, len(before), signs=":"):
        return "/day"
    is_total = Cue.TOTAL.precedes(before, len(before)) or Cue.IN_TOTAL.opens(after.lstrip())
    return ", in total" if is_total else ""
