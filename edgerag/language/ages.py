"""Ages without a unit, "anyone over 12", and by birthdays: "from the first birthday"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from edgerag.language.clauses import is_headed
from edgerag.language.cues import Cue
from edgerag.language.days import ORDINALS
from edgerag.language.numbers import has_number, number
from edgerag.language.quantities import PEOPLE, UNIT, UNITS, YEAR, Interval, lone_number_at

_ONE: Final = r"man|woman|boy|girl|child|patient|person|adult"
_LEAD: Final = re.compile(
    rf"\b(?P<aged>aged?|ages)\s(?:of\s|is\s|between\s)?|\b(?P<one>{_ONE})\sof\s|\b{PEOPLE}\s(?:who\sare\s)?"
    r"|(?P<head>(?:^|[|;.\n])[\s*•-]{0,8})"
)
"""Where a bare number may be an age."""
_WEEK_OF_LIFE: Final = re.compile(
    rf"(?:\b(?P<side>after|beyond|from|since|until)\s)?(?:\bthe\s)?\b(?P<nth>{'|'.join(ORDINALS)})\s"
    r"(?:(?P<n>\d{1,2}|two|three|four|six)\s)?(?P<unit>day|week|month|year)s?\s(?:of\slife|after\sbirth)\b"
)
_DAYS_OF_LIFE: Final = re.compile(
    r"\b(?P<unit>day|week|month)s?\s(?P<first>\d{1,2})(?:\s?(?:-|to)\s?(?P<last>\d{1,2}))?\sof\s(?:life|age)\b"
)
_NO_AGE: Final = re.compile(
    rf"\s{{0,3}}(?:-?\s?{UNIT}|[%/]|\.\d|-?\s?(?:times|fold|(?:hour|month|week|year)ly|daily)\b|per\b)"
)
_SINCE: Final = (
    "over", "under", "above", "below", "older", "younger", "at least", "less", "more", "up to", "from",
    *"<>≤≥",
)  # fmt: skip
_OLDEST: Final = 120
"""Years; nobody is older."""
_WHOSE: Final = frozenset({"the", "their", "his", "her", "its"})
_SIDES: Final = {"from": True, "after": True, "until": False, "before": False, "by": False}
"""Whether an age begins with a birthday."""
_LONGEST_BIRTHDAY: Final = 30
"""Characters from "after" to "birthday"."""


@dataclass(frozen=True, slots=True)
class Age:
    """One age and where it is said."""

    start: int
    end: int
    interval: Interval
    """In hours."""
    is_compared: bool
    is_strict: bool


def ages(low: str) -> Iterator[Age]:
    """Find ages whose number has no unit; `low` is a folded text."""
    for lead in _LEAD.finditer(low) if has_number(low) else ():
        number = lone_number_at(low, low, lead.end())
        if number is None or _NO_AGE.match(low, number.end):
            continue
        is_limit = number.is_compared and low.startswith(_SINCE, number.start)
        is_named = bool(lead["aged"] or lead["one"]) and (is_limit or not number.is_compared)
        is_head = lead["head"] is not None and is_headed(low, number.end)
        ends = [end for end in (number.interval.low, number.interval.high) if end is not None]
        if max(ends) <= _OLDEST and (is_named or (is_limit and (lead["head"] is None or is_head))):
            years = number.interval.scaled(YEAR)
            yield Age(number.start, number.end, years, number.is_compared, number.is_strict)
    yield from _of_life(low)
    for birthday in Cue.BIRTHDAY.finditer(low):
        yield from _by_birthday(low, birthday.start(), birthday.end())


def _of_life(low: str) -> Iterator[Age]:
    """Read "in the first week of life", "from the second week of life"."""
    for met in _WEEK_OF_LIFE.finditer(low):
        length = UNITS[met["unit"]][1]
        nth, n = ORDINALS[met["nth"]], number(met["n"] or "1")
        start, end = (nth - 1) * n * length, nth * n * length
        match met["side"]:
            case "after" | "beyond":
                interval = Interval(end, None)
            case "from" | "since":
                interval = Interval(start, None)
            case _:
                interval = Interval(start or None, end)
        yield Age(
            met.start(),
            met.end(),
            interval,
            is_compared=None in (interval.low, interval.high),
            is_strict=False,
        )
    for met in _DAYS_OF_LIFE.finditer(low):
        length, first = UNITS[met["unit"]][1], number(met["first"])
        interval = Interval(first * length, number(met["last"] or met["first"]) * length)
        yield Age(met.start(), met.end(), interval, is_compared=False, is_strict=False)


def _by_birthday(low: str, start: int, end: int) -> Iterator[Age]:
    """Read "after the first birthday", of which the last word is told."""
    side, *whose, nth = ["", "", *low[max(0, start - _LONGEST_BIRTHDAY) : start].split()][-3:]
    if whose and whose[0] in _SIDES:
        side, whose = whose[0], []
    if nth in ORDINALS and side in _SIDES and _WHOSE.issuperset(whose):
        day, is_from = ORDINALS[nth] * YEAR, _SIDES[side]
        interval = Interval(day, None) if is_from else Interval(None, day)
        yield Age(low.rindex(side, 0, start), end, interval, is_compared=True, is_strict=not is_from)
