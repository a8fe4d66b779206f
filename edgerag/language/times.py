"""What a time tells: an age, how long something is given, or when."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from edgerag.language.cues import Cue, says
from edgerag.language.quantities import MONTH, PEOPLE, YEAR, Quantity
from edgerag.language.text import folded
from edgerag.language.values import Kind

_GROWN_UP: Final = 12 * YEAR
"""A limit of so many years is an age: "if > 65 years"."""
_HISTORY: Final = re.compile(
    r"\b(?:has|have|had|were|was|been)(?: already| been| previously)* (?:treated|taken|received|on)\b[^.;|]*$"
    r"|\(treated for\s*$"
)
"""What was done before tells whom a statement is about, and not what to do."""
_PAST: Final = re.compile(r"(?:with)?in (?:the )?(?:past|last)\b")
IN_THE_PAST: Final = ", in the past"
"""The role of a time in which something was done or happened."""
_OF_A_THING: Final = re.compile(
    r"\s*(?:each|every) week\b"
    r"|\s*-?\s*(?:(?:drug|medicine|treatment) )?(?:suppl(?:y|ies)|visits?|reviews?|follow-?ups?|appointments?"
    r"|check-?ups?)\b"
)
"""A supply for a month, a visit at six months and "7 days a week" are no times of giving."""
_OLD: Final = re.compile(r"[\s-]{0,3}(?:old|of age)\b")
_AGED: Final = re.compile(
    rf"\b(?:(?:aged?|ages)\s*(?:of|between|from|under|over)?|{PEOPLE}\s(?:aged\s)?from)\s*$"
)
_OF_WHOM: Final = re.compile(rf"\b(?P<who>{PEOPLE})\sof\s(?:about\s)?$")
_WOMEN: Final = frozenset({"woman", "women"})
"""Theirs is in years: "a woman of 30 weeks" is so long pregnant."""
_PEOPLE_BEFORE: Final = re.compile(rf"\b{PEOPLE}\s*(?:aged\s*)?\(?$")
_ADULTS_AFTER: Final = re.compile(r"[^|]{0,3}(?:and )?adults?\b")
_HEAD_BEFORE: Final = re.compile(r"(?:^|[|;:•(,]|[.\n]\s)[\s*•-]*$")
_HEAD_AFTER: Final = re.compile(r"\s?(?:[:|]|$)")
_SINCE: Final = ("under", "below", "above", "younger", "older", "over", "less than", *"<>≤≥")
_YEARS: Final = ("year", "yr")
_CALENDAR: Final = (*_YEARS, "month", "mth")
_BY: Final = (
    "within", "before", "from", "no later", "not later", "no earlier", "not earlier", "in past", "in last",
    "in the past", "in the last",
)  # fmt: skip
_FOR: Final = re.compile(r"\bfor\s*$")
_UNTIL: Final = re.compile(r"\b(?:until|till) (?:[a-z]+ ){0,4}$")
_OVER: Final = re.compile(r"\bover\s*(?:the )?(?:about )?$")
_MOMENT_AFTER: Final = re.compile(r"\s*(?:ago|before|prior|after|later|from)\b")
_MOMENT_BEFORE: Final = re.compile(
    r"\b(?:after|within|in|between|past|last|next|first|at)\s*(?:the )?(?:\d{1,3}(?:\s?,|\sand|\sor)\s){0,6}$"
)


def kind_of_time(quantity: Quantity, before: str, after: str) -> tuple[Kind, str] | None:
    """Tell what a time is and its role, by the words around it; None if it is no time of giving."""
    written = folded(quantity.text)
    if quantity.per or _OF_A_THING.match(after):
        return None
    if "/" in written and (says(before, Cue.SIGHT) or says(after, Cue.SIGHT)):
        return None
    if _HISTORY.search(before) or _PAST.match(written):
        return Kind.TIMING, IN_THE_PAST
    if _is_age(quantity, written, before, after):
        return Kind.AGE, ""
    if _UNTIL.search(before):
        return Kind.DURATION, ""
    if _OVER.search(before):
        return Kind.DURATION, ", of giving"
    is_moment = _MOMENT_AFTER.match(after) or written.startswith(_BY) or _MOMENT_BEFORE.search(before)
    return (Kind.TIMING if is_moment else Kind.DURATION), ""


def _is_age(quantity: Quantity, written: str, before: str, after: str) -> bool:
    least = min(end for end in (quantity.interval.low, quantity.interval.high) if end is not None)
    is_limit = quantity.is_compared
    is_band = is_limit or not quantity.interval.is_point
    if _OLD.match(after) or _AGED.search(before):
        return not _UNTIL.search(before)
    if whose := _OF_WHOM.search(before):
        return whose["who"] not in _WOMEN or _names(_YEARS, written)
    if _FOR.search(before):
        return False
    if _ADULTS_AFTER.match(after) and (is_limit or _names(_YEARS, written)):
        return True
    if is_limit and least >= _GROWN_UP:
        return True
    is_long = quantity.interval.high is None or quantity.interval.high >= MONTH
    if is_band and is_long and _PEOPLE_BEFORE.search(before):
        return True
    if is_limit and written.startswith(_SINCE) and _names(_CALENDAR, written):
        return not written.startswith(("less", *"<>≤≥")) or least >= 2 * YEAR or _is_head(before, after)
    return is_band and _names(_CALENDAR, written) and _is_head(before, after)


def _names(units: Sequence[str], written: str) -> bool:
    return any(unit in written for unit in units)


def _is_head(before: str, after: str) -> bool:
    """Whether it stands alone before a colon or in a cell: "2-5 years: ..."."""
    return _HEAD_BEFORE.search(before) is not None and _HEAD_AFTER.match(after) is not None
