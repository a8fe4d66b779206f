"""Which case a text speaks of: adults or children, a first or a later line of treatment, severe or mild.

Advice for another case is the likeliest wrong answer there is: it has all the words of the question, and a
cross-encoder hardly sees the difference between "first-line" and "second-line".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from edgerag.language.cues import Cue, says

_AXES: Final[Mapping[str, Mapping[str, tuple[Cue, ...]]]] = {
    "age": {"adult": (Cue.ADULT,), "child": (Cue.CHILD,)},
    "line": {"first": (Cue.FIRST_LINE, Cue.UNTREATED), "later": (Cue.LATER_LINE,)},
    "history": {"new": (Cue.NEW_CASE,), "again": (Cue.TREATED_AGAIN,)},
    "severity": {"severe": (Cue.SEVERE,), "mild": (Cue.MILD,)},
    "trimester": {"first": (Cue.FIRST_TRIMESTER,), "later": (Cue.LATER_TRIMESTER,)},
    "purpose": {"prevent": (Cue.PREVENTS,), "treat": (Cue.TREATS,)},
    "course": {"acute": (Cue.ACUTE,), "chronic": (Cue.CHRONIC,)},
    "phase": {"early": (Cue.EARLY,), "late": (Cue.LATE,)},
    "acting": {"short": (Cue.SHORT_ACTING,), "long": (Cue.LONG_ACTING,), "mixed": (Cue.MIXED_ACTING,)},
}
"""By axis, the cases of which a text may name several."""
_OPPOSITES: Final[Mapping[Cue, str]] = {Cue.SEVERE: "mild"}
"""What a text says that denies a case: "no danger signs" is told of a mild one."""
_DETERMINERS: Final = frozenset(
    {"a", "an", "any", "general", "of", "other", "signs", "so", "the", "very", "yet"}
)
"""Between "no" and what is denied: "without any danger signs"."""
_MOST_DETERMINERS: Final = 2
_SPECIAL: Final = (Cue.PREGNANT, Cue.WITH_TUBERCULOSIS, Cue.INTOLERANT)
"""People for whom a text may be meant alone."""
_FIRST_LINE: Final = r"(?:first|1st)[- ]line"
_FIRST_LINE_LEFT: Final = re.compile(
    rf"\bfail\w*\s(?:\S+\s){{0,4}}?{_FIRST_LINE}|\b{_FIRST_LINE}\s(?:\S+\s){{0,4}}?fail\w*", re.IGNORECASE
)
"""What names the first line only to say that it is over."""


class Departure(NamedTuple):
    """On how many axes a text leaves the case that the question is about."""

    other: int
    """It names only other cases."""
    wider: int
    """It names other cases too, or is for people with a condition that the question does not name."""


@dataclass(frozen=True, slots=True)
class Cases:
    """The case that a question is about."""

    by_axis: Mapping[str, frozenset[str]]
    """An axis of which it names no case is missing."""
    is_special: bool
    """Whether it names people for whom a text may be meant alone."""


def cases_of(question: str) -> Cases:
    """Read which case a question is about."""
    return Cases(named_cases(question), _is_special(question))


def departure(asked: Cases, texts: Sequence[str]) -> Departure:
    """Say how far a text leaves the question's case.

    Args:
        asked: The question's case.
        texts: The text, then what stands over it, the nearest first. On each axis the first that names a
            case decides: a row for children under the heading "Adults and children" is for children.
    """
    other = wider = 0
    for axis, wanted in asked.by_axis.items():
        named = next((cases for text in texts if (cases := named_cases(text).get(axis))), wanted)
        other += not named & wanted
        wider += bool(named & wanted and named - wanted)
    return Departure(other, wider + (not asked.is_special and _is_for_special_people(texts)))


@lru_cache(maxsize=1 << 14)
def named_cases(text: str) -> dict[str, frozenset[str]]:
    """Give the cases that a text names, by axis; an axis of which it names none is missing."""
    text = _FIRST_LINE_LEFT.sub("second-line", text)
    low = text.lower()
    found = {
        axis: frozenset(
            said for case, cues in cases.items() for cue in cues for said in _said(low, cue, case)
        )
        for axis, cases in _AXES.items()
    }
    return {axis: cases for axis, cases in found.items() if cases}


def _said(low: str, cue: Cue, case: str) -> Iterator[str]:
    """Yield a case wherever a cue says it, and its opposite, if it has one, where the cue is denied."""
    for met in cue.finditer(low):
        if not _is_denied(low, met.start()):
            yield case
        elif cue in _OPPOSITES:
            yield _OPPOSITES[cue]


def _is_denied(low: str, place: int) -> bool:
    return Cue.WITHOUT.precedes(low, place, most=_MOST_DETERMINERS, over=_DETERMINERS.__contains__, signs="-")


def _is_special(text: str) -> bool:
    return says(text, *_SPECIAL)


def _is_for_special_people(texts: Sequence[str]) -> bool:
    for text in texts:
        if says(text, Cue.ANYBODY):
            return False
        if _is_special(text):
            return True
    return False
