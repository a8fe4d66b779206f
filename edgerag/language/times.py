"""What a time tells: an age, how long something is given, or when."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from edgerag.domain.entities import EntityType
from edgerag.language import entities
from edgerag.language.clauses import BULLETS, cut, is_headed
from edgerag.language.cues import Cue, says
from edgerag.language.negation import puts_off
from edgerag.language.numbers import NUMBER
from edgerag.language.quantities import AMOUNT, LOWER_SIGNS, MONTH, YEAR, Dimension, Quantity, is_so_much
from edgerag.language.text import folded
from edgerag.language.values import Kind, Value

_GROWN_UP: Final = 12 * YEAR
"""A limit of so many years is an age: "if > 65 years"."""
_MEANWHILE: Final = frozenset({"already", "been", "previously"})
IN_THE_PAST: Final = ", in the past"
"""The role of a time in which something was done or happened."""
_APART: Final = "apart"
_GIVEN: Final = ("dose", "injection", "tablet", "capsule")
"""So far apart these are given again and again."""
_OF_AGE: Final = "the age of"
BIRTH_TO: Final = "birth to "
"""Before an age, of which it makes the upper end."""
_LINKS: Final = frozenset({
    "for", "of", "lasting", "lasts", "lasted", "persisting", "persists", "persist", "persistent", "continues",
    "since", "that", "which", "has", "have",
})  # fmt: skip
"""Between what somebody has and for how long."""
_SEEN: Final = (Cue.WATCHES, Cue.COMES_BACK)
_ILLS: Final = frozenset({EntityType.SYMPTOM, EntityType.DISEASE})
_SIDES: Final = frozenset({"of", "between", "from", "under", "over"})
"""Between "aged" and an age."""
_WOMEN: Final = frozenset({"woman", "women"})
"""Theirs is in years: "a woman of 30 weeks" is so long pregnant."""
_SINCE: Final = ("under", "below", "above", "younger", "older", "over", "less than", *"<>≤≥")
_AND_SINCE: Final = (" over", " above", " older", " younger", " under", " below")
"""At the end of an age: "5 years and over"; how long is "or more"."""
_YEARS: Final = ("year", "yr")
_Y: Final = re.compile(r"(?<=\d)\s?y(?![a-z/])")
"""Years by their first letter: "6-12 y"."""
_SO_MUCH: Final = re.compile(rf"\s{NUMBER}\s?{AMOUNT}(?![a-z])")
"""How much, behind an age at the head of a line."""
_SO_LONG: Final = ("min", "a min", "max", "a max")
"""Before how long, in a cell of its own; ages are over, under or from so much."""
_YEARS_OLD: Final = ("yo", "y/o")
_UP_TO_AGE: Final = re.compile(
    r"\s(?:up )?to (?:the )?(?:\w+ birthday|(?:age )?\d{1,2} years?\b(?! (?:or|of (?:treatment|therapy))))"
)
"""Behind the lower end of a band of ages: "from 6 months up to the fifth birthday"."""
_UNDER_YEARS: Final = ("month", "mth", "week", "day")
_CALENDAR: Final = (*_YEARS, "month", "mth", "/12")
_BY: Final = (
    "within", "before", "from", "no later", "not later", "no earlier", "not earlier", "in past", "in last",
    "in the past", "in the last",
)  # fmt: skip
_MOST_WORDS: Final = 4
"""Between "until" and a time."""
_BEFORE_LAST: Final = ("the", "and", "or", "baseline", "birth")
_MOST_LISTED: Final = 12
"""Words and numbers between "at" and the last of several moments: "at 6, 10 and 14 weeks"."""


def kind_of_time(quantity: Quantity, before: str, after: str) -> tuple[Kind, str] | None:
    """Tell what a time is and its role, by the words around it; None if it is no time of giving."""
    written, end = _Y.sub(" year", folded(quantity.text)), len(before)
    if quantity.per or Cue.OF_A_THING.opens(after.lstrip(" -")) or Cue.TO_EFFECT.opens(after.lstrip()):
        return None
    if "/" in written and (says(before, Cue.SIGHT) or says(after, Cue.SIGHT)):
        return None
    if _was_done(before) or Cue.IN_PAST.opens(written):
        return Kind.TIMING, IN_THE_PAST
    if _is_age(quantity, written, before, after):
        return Kind.AGE, ""
    if after.lstrip().startswith(_APART):
        return (Kind.FREQUENCY, "") if any(one in before for one in _GIVEN) else (Kind.TIMING, "")
    if Cue.TILL.precedes(before, end, most=_MOST_WORDS):
        return (Kind.TIMING if puts_off(cut(before, ".;|")[-1]) else Kind.DURATION), ""
    if Cue.OVER.precedes(before, end, most=2, over={"the", "about"}.__contains__):
        return Kind.DURATION, ", of giving"
    is_moment = Cue.MOMENT_AFTER.opens(after.lstrip(" -")) or written.startswith(_BY)
    is_moment = is_moment or Cue.MOMENT_BEFORE.precedes(
        before, end, most=_MOST_LISTED, over=_is_listed, signs=","
    )
    return (Kind.TIMING if is_moment else Kind.DURATION), ""


def is_of_nothing_given(time: Value, low: str, offset: int) -> bool:
    """Whether a time is that of an illness, or of a visit or a test, and not of a medicine.

    Args:
        time: a value of a statement.
        low: the folded text of the statement.
        offset: where the statement begins in the text to which the places of the value refer.
    """
    before, after = low[: time.start - offset], low[time.end - offset :]
    return _is_ill_so_long(before, is_limit=time.is_compared) or _is_of_visit(before, after)


def _is_ill_so_long(before: str, *, is_limit: bool) -> bool:
    """Whether it tells how long somebody has had what stands before it: "cough for 2 weeks", "cough >"."""
    clause = cut(before, ".;|,:")[-1]
    words = clause.split()
    linked = [*takewhile(_LINKS.__contains__, reversed(words))]
    if not (linked or is_limit) or says(clause, Cue.ORDERS, Cue.GIVES):
        return False
    had = clause.rstrip()
    for link in linked:
        had = had.removesuffix(link).rstrip()
    named = entities.named(had)
    return bool(named) and named[-1].end == len(had) and named[-1].type in _ILLS


def _is_of_visit(before: str, after: str) -> bool:
    """Whether it tells when somebody is seen or tested again: "return in 2 weeks", "after 2 days, refer"."""
    clause = cut(before, ".;|,:")[-1]
    if says(clause, Cue.GIVES):
        return False
    is_in_case = Cue.CONDITION.opens(clause.lstrip()) and says(cut(after, ".;|")[0], *_SEEN)
    return is_in_case or says(clause, *_SEEN)


def _is_listed(word: str) -> bool:
    """Whether it may stand before the last of several moments: "at baseline, 2w and 6 weeks"."""
    return word in _BEFORE_LAST or is_so_much(word, Dimension.TIME)


def _was_done(before: str) -> bool:
    """Whether something was done in a time or up to it: "has been on X for", "(treated for"."""
    clause = cut(before, ".;|")[-1]
    if clause.rstrip().endswith("(treated for"):
        return True
    done = (met.start() for met in Cue.UNDERGONE.finditer(clause))
    return any(Cue.HAD.precedes(clause, place, most=2, over=_MEANWHILE.__contains__) for place in done)


def _is_age(quantity: Quantity, written: str, before: str, after: str) -> bool:
    least = min(end for end in (quantity.interval.low, quantity.interval.high) if end is not None)
    is_limit = quantity.is_compared
    is_band = is_limit or not quantity.interval.is_point
    if _OF_AGE in written or written.endswith(_YEARS_OLD) or _UP_TO_AGE.match(after):
        return True
    if Cue.OLD.opens(after.lstrip(" -")) or _is_aged(before.removesuffix(BIRTH_TO)):
        return not Cue.TILL.precedes(before, len(before), most=_MOST_WORDS)
    if before.endswith(BIRTH_TO) and is_headed(after, 0):
        return True
    if whose := _whose(before):
        return whose not in _WOMEN or _names(_YEARS, written)
    if Cue.FOR.precedes(before, len(before)):
        return False
    if _is_for_adults(after) and (is_limit or _names(_YEARS, written)):
        return True
    if is_limit and (least >= _GROWN_UP or written.endswith(_AND_SINCE)):
        return True
    is_long = quantity.interval.high is None or quantity.interval.high >= MONTH
    is_of_people = Cue.PERSON.precedes(before, len(before), most=1, over={"aged"}.__contains__, signs="(")
    if (is_band or _names(_YEARS, written)) and is_long and is_of_people:
        return True
    if not is_limit and _names(_CALENDAR, written) and _is_band_of_ages(written):
        return True
    if is_limit and written.startswith(_SINCE) and _names(_CALENDAR, written):
        return not written.startswith(("less", *"<>≤≥")) or least >= 2 * YEAR or _is_head(before, after)
    if written.startswith(_SO_LONG):
        return False
    return is_band and _names(_CALENDAR, written) and _is_head(before, after)


def _is_band_of_ages(written: str) -> bool:
    """Whether a range is written as nobody writes how long: "≥ 7-11 years", "3 months to 12 years"."""
    is_over_both = _names(_YEARS, written) and _names(_UNDER_YEARS, written)
    return written.startswith(tuple(LOWER_SIGNS)) or is_over_both


def _is_aged(before: str) -> bool:
    """Whether an age is announced: "aged between", "children from"."""
    if Cue.AGED.precedes(before, len(before), most=1, over=_SIDES.__contains__):
        return True
    since = [met.start() for met in Cue.FROM.finditer(before) if not before[met.end() :].strip()]
    is_aged = {"aged"}.__contains__
    return any(Cue.PERSON.precedes(before, place, most=1, over=is_aged) for place in since)


def _whose(before: str) -> str:
    """Name the people in "a child of about"; empty if none."""
    words = before.split()
    named = words[-3:-2] if words[-2:] == ["of", "about"] else words[-2:-1] if words[-1:] == ["of"] else []
    met = Cue.PERSON.search(named[0]) if named else None
    return met[0] if met and met.end() == len(named[0]) else ""


def _is_for_adults(after: str) -> bool:
    return after.lstrip(" ,;()/+&-").removeprefix("and ").startswith("adult")


def _names(units: Sequence[str], written: str) -> bool:
    return any(unit in written for unit in units)


def _is_head(before: str, after: str) -> bool:
    """Whether it stands alone, before a colon, in a cell or before how much: "2-5 years:", "6-9 y 3 mL"."""
    lead = before.rstrip(BULLETS)
    is_first = not lead or lead[-1] in "|;:(," or "•" in before[len(lead) :]
    is_first = is_first or (lead[-1] == "." and before[len(lead) :].startswith(" "))
    return is_first and (not after.strip() or is_headed(after, 0) or _SO_MUCH.match(after) is not None)
