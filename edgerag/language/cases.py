"""Which case a text speaks of: adults or children, a first or a later line of treatment, severe or mild.

Advice for another case is the likeliest wrong answer there is: it has all the words of the question, and a
cross-encoder hardly sees the difference between "first-line" and "second-line".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

_CHILD = (
    r"\bchild(?:ren)?\b|\bpa?ediatrics?\b|\binfants?\b|\btoddlers?\b|\bunder[- ](?:five|5)s?\b|"
    r"\bneonat\w+|\bnew-?borns?\b|\bbab(?:y|ies)\b"
)
_FIRST_LINE = r"(?:first|1st)[- ]line"
_LATER_LINE = (
    r"\b(?:second|2nd|third|3rd)[- ]line\b|\b[23]L\b|\bfail(?:ing|ed|ure|s)?\b|\bswitch\w*|\bsalvage\b"
)
_AGAIN = (
    r"\bre-?treatment\b|\bpreviously treated\b|\brelapse\b|\breturn(?:s|ed)? after (?:default|interruption)\b"
)
_SEVERE = r"(?<!non[- ])\bsevere(?:ly)?\b|\bcomplicated\b|\bdanger signs?\b|\blife[- ]threatening\b"
_MILD = r"\buncomplicated\b|\bnon[- ]severe\b|\bmild\b|\bmoderate\b|\bnot severe\b"

_FIRST_TRIMESTER = r"(?<!after the )\b(?:first|1st)[- ]trimester\b|\bfirst (?:three|3) months of pregnancy\b"
_LATER_TRIMESTER = r"\b(?:second|2nd|third|3rd)[- ]trimester\b|\bafter the (?:first|1st)[- ]trimester\b"

_AXES: Final = {
    axis: {case: re.compile(pattern, re.IGNORECASE) for case, pattern in cases.items()}
    for axis, cases in {
        "age": {"adult": r"\badults?\b|\b(?:wo)?m[ae]n\b", "child": _CHILD},
        "line": {"first": rf"\b{_FIRST_LINE}\b|\bna[iï]ve\b|\bpreferred\b", "later": _LATER_LINE},
        "history": {"new": r"\bnew (?:case|patient|client|adult|smear)s?\b", "again": _AGAIN},
        "severity": {"severe": _SEVERE, "mild": _MILD},
        "trimester": {"first": _FIRST_TRIMESTER, "later": _LATER_TRIMESTER},
        "course": {"acute": r"\bacute\b", "chronic": r"\bchronic\b"},
    }.items()
}
"""By axis, the cases of which a text may name several."""

_FIRST_LINE_LEFT: Final = re.compile(
    rf"\bfail\w*\s(?:\S+\s){{0,4}}?{_FIRST_LINE}|\b{_FIRST_LINE}\s(?:\S+\s){{0,4}}?fail\w*", re.IGNORECASE
)
"""What names the first line only to say that it is over."""

_SPECIAL: Final = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in {
        "pregnant": r"\bpregnan\w+|\bbreast-?feeding\b|\bantenatal\b",
        "with tuberculosis": r"\bTB patients?\b|\bTB co-?infect\w+|\bHIV/TB\b",
        "intolerant": r"\ballerg\w+|\bintoleran\w+|\bimpairment\b|\bcontra-?indicat\w+",
    }.items()
}
"""People for whom a text may be meant alone."""
_NOT_SPECIAL: Final = re.compile(r"\b(?:not|non)[- ]pregnan\w+", re.IGNORECASE)
_ANYBODY: Final = re.compile(r"\badults?\b|\bm[ae]n\b", re.IGNORECASE)


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
    return Cases(_named(question), _is_special(question))


def departure(asked: Cases, texts: Sequence[str]) -> Departure:
    """Say how far a text leaves the question's case.

    Args:
        asked: The question's case.
        texts: The text, then what stands over it, the nearest first. On each axis the first that names a
            case decides: a row for children under the heading "Adults and children" is for children.
    """
    other = wider = 0
    for axis, wanted in asked.by_axis.items():
        named = next((cases for text in texts if (cases := _named(text).get(axis))), wanted)
        other += not named & wanted
        wider += bool(named & wanted and named - wanted)
    return Departure(other, wider + (not asked.is_special and _is_for_special_people(texts)))


@lru_cache(maxsize=1 << 14)
def _named(text: str) -> dict[str, frozenset[str]]:
    text = _FIRST_LINE_LEFT.sub("second-line", text)
    found = {
        axis: frozenset(case for case, pattern in cases.items() if pattern.search(text))
        for axis, cases in _AXES.items()
    }
    return {axis: cases for axis, cases in found.items() if cases}


def _is_special(text: str) -> bool:
    return any(pattern.search(_NOT_SPECIAL.sub("", text)) for pattern in _SPECIAL.values())


def _is_for_special_people(texts: Sequence[str]) -> bool:
    for text in texts:
        if _ANYBODY.search(text):
            return False
        if _is_special(text):
            return True
    return False
