"""How often something is given, as hours from one dose to the next."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from edgerag.language.cues import Cue
from edgerag.language.days import ORDINALS
from edgerag.language.numbers import AS_NUMBER, NUMBER, has_number, number
from edgerag.language.quantities import DAY, UNITS, Dimension, Interval
from edgerag.language.units import any_of, by_spelling, one_space, tables


@dataclass(frozen=True, slots=True)
class Frequency:
    """One frequency and where it is said."""

    start: int
    end: int
    interval: Interval
    """Hours from one dose to the next; without a lower end where an amount for a day is divided anyhow, or at
    least so often; without an upper one where it is given so often at most."""
    is_limit: bool = False
    """Whether it is "at least" or "up to" so often."""


PERIODS: Final = {
    **{spelling: hours for spelling, (dimension, hours) in UNITS.items() if dimension is Dimension.TIME},
    **dict.fromkeys(("night", "nights", "morning", "mornings", "evening", "evenings"), DAY),
}
_WORDS: Final = by_spelling(tables().frequencies)
_LY: Final = {f"{spelling}ly": hours for spelling, hours in PERIODS.items() if spelling.isalpha()} | {
    "daily": DAY
}
_TIMES: Final = {"once": Fraction(1), "twice": Fraction(2), "thrice": Fraction(3)}
_PERIOD: Final = any_of(spelling for spelling in PERIODS if not spelling.startswith("/"))
_NUMBERS: Final = rf"(?P<low>{NUMBER})(?:\s?(?:-|to|or)\s?(?P<high>{NUMBER}))?"
_SO_OFTEN: Final = re.compile(
    rf"(?:\b(?P<word>once|twice|thrice)|{AS_NUMBER}{_NUMBERS}\s?(?:x|times|doses)"
    rf"|(?P<x>(?<!\w)x\s?\d|\d(?<=[m\d\s][gl]\s\d))(?=\s?(?:daily|a|per|/)))"
    rf"\s{{0,3}}(?:a|per|/|every|each|an|in|in the)?\s{{0,3}}"
    rf"(?P<period>{any_of(_LY)}|{_PERIOD})(?![a-z0-9])"
)
"""So many times in a period: "twice a day", "3 times weekly", "2x/day", after an amount "400 mg 2 daily"."""
_EVERY: Final = re.compile(
    rf"\b(?:every|each|q)\s{{0,3}}(?:{_NUMBERS}\s{{0,3}}-?\s{{0,3}}|(?P<nth>{any_of(ORDINALS)})\s(?={_PERIOD}))?"
    rf"(?P<period>{_PERIOD})(?![a-z0-9])"
)
_N_LY: Final = re.compile(rf"{AS_NUMBER}{_NUMBERS}\s{{0,3}}-?\s{{0,3}}(?P<period>{any_of(_LY)})(?![a-z])")
"""A period of so many units: "6-hourly", "three-monthly"."""
_PLAIN: Final = re.compile(rf"(?<![\w.-]){any_of(_WORDS)}(?![\w-])")
_LIMIT: Final = 20
"""Characters of a limit before how often: "a maximum of "."""
_OF_LIFE: Final = (" living", " life", " functioning", " activit", " routine", " task")
"""After "daily": it tells of what days are like."""
_DIVIDED: Final = re.compile(
    rf"\b(?:daily\s)?(?:divided\s(?:in|into)\s{_NUMBERS}(?:\s(?:equal\s)?(?:doses|parts))?"
    rf"|(?P<any>in\s(?:a\s)?(?:single\sor\s)?(?:equally\s)?divided\sdoses?)"
    rf"|in\s(?P<few>{NUMBER})(?:\s?(?:-|to|or)\s?(?P<many>{NUMBER}))?\s(?:equally\s)?(?:divided|equal|split)\sdoses)"
    r"(?![\s-]?[\d%])"
)
"""An amount for a day in so many doses, or in any number of them."""


def frequencies(low: str) -> list[Frequency]:
    """Find how often, the longest reading where several overlap; `low` is a folded text."""
    longest: list[Frequency] = []
    found = [*_so_often(low), *_every(low), *_divided(low), *_plain(low)]
    for frequency in sorted(found, key=lambda one: (one.start, -one.end)):
        if not longest or frequency.start >= longest[-1].end:
            longest.append(frequency)
    told = (one for one in longest if not Cue.REPLACED.precedes(low, one.start))
    return [_limited(one, low) for one in told if not low.startswith(_OF_LIFE, one.end)]


def _limited(often: Frequency, low: str) -> Frequency:
    """Open an end behind a limit of how often: "at least 4-hourly" is every four hours or less."""
    ends = {
        Cue.AT_LEAST: Interval(None, often.interval.high),
        Cue.AT_MOST: Interval(often.interval.low, None),
    }
    for cue, interval in ends.items():
        for met in cue.finditer(low, max(0, often.start - _LIMIT), often.start):
            if not low[met.end() : often.start].strip():
                return replace(often, start=met.start(), interval=interval, is_limit=True)
    return often


def _so_often(low: str) -> Iterator[Frequency]:
    if not has_number(low) and not any(word in low for word in _TIMES):
        return
    for match in _SO_OFTEN.finditer(low):
        period = _hours(match["period"])
        if match["word"] or match["x"]:
            least = most = _TIMES[match["word"]] if match["word"] else Fraction(match["x"].lstrip("x "))
        else:
            least, most = _ends(match)
        if least:
            yield Frequency(*match.span(), Interval(period / most, period / least))


def _every(low: str) -> Iterator[Frequency]:
    for pattern in (_EVERY, _N_LY) if has_number(low) else (_EVERY,):
        for match in pattern.finditer(low):
            if match["period"] == "daily" and "-" not in match[0]:
                continue  # "25 daily" is so much a day
            if match["period"] == "second" and not match["low"]:
                continue  # "every second contact" is no time
            nth = ORDINALS[match["nth"]] if pattern is _EVERY and match["nth"] else Fraction(1)
            least, most = _ends(match) if match["low"] else (nth, nth)
            period = _hours(match["period"])
            yield Frequency(*match.span(), Interval(least * period, most * period))


def _divided(low: str) -> Iterator[Frequency]:
    for match in _DIVIDED.finditer(low):
        if match["any"]:
            yield Frequency(*match.span(), Interval(None, DAY))
            continue
        few = number(match["low"] or match["few"])
        many = number(match["high"] or match["many"] or match["low"] or match["few"])
        if few and many:
            yield Frequency(*match.span(), Interval(DAY / max(few, many), DAY / min(few, many)))


def _plain(low: str) -> Iterator[Frequency]:
    for match in _PLAIN.finditer(low):
        hours = _WORDS[one_space(match[0])]
        yield Frequency(*match.span(), Interval(hours, hours))
    yield from _by_meals(low)


def _by_meals(low: str) -> Iterator[Frequency]:
    """Read tablets in the morning, at noon, in the evening and at night: "1-0-1"."""
    if "-0-" not in low and "-1-" not in low:
        return
    end = 0
    for word in low.split():
        said = word.strip(string.punctuation)
        start = low.index(said, end)
        end = start + len(said)
        times = said.split("-")
        if len(times) in (3, 4) and {"0", "1"}.issuperset(times) and "1" in times:
            hours = DAY / times.count("1")
            yield Frequency(start, end, Interval(hours, hours))


def _ends(match: re.Match[str]) -> tuple[Fraction, Fraction]:
    low = number(match["low"])
    high = number(match["high"]) if match["high"] else low
    return min(low, high), max(low, high)


def _hours(period: str) -> Fraction:
    written = one_space(period)
    return PERIODS.get(written) or _LY[written]
