"""Ages without a unit, "anyone over 12", and by birthdays: "from the first birthday"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from edgerag.language.days import ORDINALS
from edgerag.language.quantities import PEOPLE, UNIT, YEAR, Interval, lone_number_at

_ONE: Final = r"man|woman|boy|girl|child|patient|person|adult"
_LEAD: Final = re.compile(
    rf"\b(?P<aged>aged?|ages)\s(?:of\s|is\s|between\s)?|\b(?P<one>{_ONE})\sof\s|\b{PEOPLE}\s(?:who\sare\s)?"
    r"|(?P<head>(?:^|[|;.\n])[\s*•-]{0,8})"
)
"""Where a bare number may be an age."""
_NO_AGE: Final = re.compile(rf"\s{{0,3}}(?:-?\s?{UNIT}|[%/]|\.\d|-?\s?(?:times|fold)\b|per\b)")
_SINCE: Final = (
    "over", "under", "above", "below", "older", "younger", "at least", "less", "more", "up to", "from",
    *"<>≤≥",
)  # fmt: skip
_HEAD_END: Final = re.compile(r"\s?[:|]")
_OLDEST: Final = 120
"""Years; nobody is older."""
_BIRTHDAY: Final = re.compile(
    rf"\b(?P<side>from|after|until|before|by)\s(?:the\s|their\s|his\s|her\s|its\s)?(?P<n>{'|'.join(ORDINALS)})"
    r"\sbirthday"
)


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
    for lead in _LEAD.finditer(low):
        number = lone_number_at(low, low, lead.end())
        if number is None or _NO_AGE.match(low, number.end):
            continue
        is_limit = number.is_compared and low.startswith(_SINCE, number.start)
        is_named = bool(lead["aged"] or lead["one"]) and (is_limit or not number.is_compared)
        is_head = lead["head"] is not None and _HEAD_END.match(low, number.end) is not None
        ends = [end for end in (number.interval.low, number.interval.high) if end is not None]
        if max(ends) <= _OLDEST and (is_named or (is_limit and (lead["head"] is None or is_head))):
            years = number.interval.scaled(YEAR)
            yield Age(number.start, number.end, years, number.is_compared, number.is_strict)
    for match in _BIRTHDAY.finditer(low):
        day = ORDINALS[match["n"]] * YEAR
        is_from = match["side"] in ("from", "after")
        interval = Interval(day, None) if is_from else Interval(None, day)
        yield Age(*match.span(), interval, is_compared=True, is_strict=not is_from)
