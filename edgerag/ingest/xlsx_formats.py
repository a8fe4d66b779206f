"""What a number format of a spreadsheet shows beside the digits: units, shares, days, lengths of time.

ECMA-376, part 1: 18.8.30 and 18.8.31. A code has up to four sections, for numbers above, below and at zero,
or for those that meet a condition in brackets, and for texts. What programs show in different ways, or what
puts words between the digits of one number, is not followed: no unit is taken from it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Final

_BUILT_IN_DATES: Final = frozenset([*range(14, 23), *range(27, 37), *range(50, 59)])
_BUILT_IN_PERCENT: Final = frozenset({9, 10})
_BUILT_IN_TIMES: Final[Mapping[int, str]] = {
    20: "h:mm", 21: "h:mm:ss", 45: "mm:ss", 46: "[h]:mm:ss", 47: "[mm]:ss.0",
}  # fmt: skip
_TOKEN: Final = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|\[\$(?P<money>[^\]-]*)[^\]]*\]|\[(?P<bracket>[^\]]*)\]|[_*].'
    r"|(?P<place>General|E[+-]|[#0?1-9])|(?P<moment>y+|m+|d+|h+|s+)|(?P<sign>.)",
    re.IGNORECASE | re.DOTALL,
)
_TEXT_SECTION: Final = "@"
_MOST_SECTIONS: Final = 3
"""For numbers; a fourth is for texts."""
_CONDITION: Final = re.compile(
    r"(<=|>=|<>|<|>|=)\s*([-+]?\d{1,30}(?:\.\d{1,30})?(?:E[+-]?\d{1,2})?)", re.IGNORECASE
)
_LENGTH: Final = re.compile(r"h+|m+|s+", re.IGNORECASE)
_GROUPING: Final = frozenset(" '’\u00a0\u2009\u202f")
"""What may part the digits of one number, beside the signs of `_WITHIN`."""
_WITHIN: Final = frozenset(",./ ")
_NO_WORDS: Final = frozenset("()-+%.,@")
"""Signs of a code, not in quotation marks, that are no part of a unit."""
_MEANS: Final = re.compile(r"[^\W\d_]|[%‰°<>≤≥±~≈]")
_UNITS: Final = "hms"
_MOST_THOUSANDS: Final = 5
"""Commas that divide; what spreadsheet programs hold has fifteen digits."""
_LONGEST: Final = 1000
"""Characters of a code; spreadsheet programs allow 255."""

_COMPARED: Final[Mapping[str, Callable[[Decimal, Decimal], bool]]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "=": operator.eq,
    "<>": operator.ne,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of what shows a length of time: fixed words, or so many digits of a unit."""

    text: str
    unit: str = ""
    """One of h, m and s; empty if `text` is fixed."""


@dataclass(frozen=True, slots=True)
class Section:
    """How some of the numbers of a cell are shown, as far as it tells what they mean."""

    is_date: bool = False
    is_percent: bool = False
    before: str = ""
    after: str = ""
    """Fixed words around the number: "mg" in `0.0" mg"`."""
    n_thousands: int = 0
    """How often the number is divided by a thousand before it is shown."""
    length: tuple[Piece, ...] = ()
    """How a length of time is shown, the largest unit first; beside `is_date` if it may be a time of day."""
    is_unread: bool = False
    """Whether it shows something else than the number and words around it."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Which numbers a section is for."""

    sign: str
    bound: Decimal

    def holds(self, value: Decimal) -> bool:
        """Whether a number meets it."""
        return _COMPARED[self.sign](value, self.bound)


Rule = tuple[Condition | None, Section]
"""A section, and which of the numbers it is for that no earlier one is for."""

UNREAD: Final = Section(is_unread=True)


@dataclass(frozen=True, slots=True)
class Format:
    """How the numbers of a cell are shown."""

    rules: tuple[Rule, ...] = ((None, Section()),)
    code: str = ""
    """As the file has it, where some numbers may be shown as nobody can tell."""

    def section(self, value: Decimal) -> Section:
        """Give the section that shows a number; `UNREAD` where programs differ."""
        met = (section for condition, section in self.rules if condition is None or condition.holds(value))
        return next(met, UNREAD)


PLAIN: Final = Format()
_ZERO: Final = Decimal(0)


def built_in(number: int) -> Format:
    """Give one of the formats that files do not spell out."""
    if number in _BUILT_IN_TIMES:
        return format_of(_BUILT_IN_TIMES[number])
    shown = Section(is_date=number in _BUILT_IN_DATES, is_percent=number in _BUILT_IN_PERCENT)
    return Format(((None, shown),))


def format_of(code: str) -> Format:
    """Read a format code."""
    if len(code) > _LONGEST:
        return Format((), code)
    written = _sections(code)
    if len(written) > _MOST_SECTIONS or (len(written) > 1 and _is_for_text(written[-1])):
        written = written[:_MOST_SECTIONS] if len(written) > _MOST_SECTIONS else written[:-1]
    rules = _rules([(_condition(tokens), _section(tokens)) for tokens in written])
    is_sure = bool(rules) and rules[-1][0] is None and not any(section.is_unread for _, section in rules)
    return Format(rules, "" if is_sure else code)


def _sections(code: str) -> list[list[re.Match[str]]]:
    """Cut a code into tokens at each semicolon outside of quotation marks."""
    sections: list[list[re.Match[str]]] = [[]]
    for token in _TOKEN.finditer(code):
        if token["sign"] == ";":
            sections.append([])
        else:
            sections[-1].append(token)
    return sections


def _is_for_text(tokens: Sequence[re.Match[str]]) -> bool:
    return any(token["sign"] == _TEXT_SECTION for token in tokens)


def _condition(tokens: Sequence[re.Match[str]]) -> Condition | None:
    found = (_CONDITION.fullmatch(token["bracket"].strip()) for token in tokens if token["bracket"])
    match = next(filter(None, found), None)
    return Condition(match[1], Decimal(match[2])) if match else None


def _rules(sections: Sequence[Rule]) -> tuple[Rule, ...]:
    """Say which numbers each section is for; a number that no rule is for is shown as nobody can tell."""
    shown = [section for _, section in sections]
    if all(section == shown[0] for section in shown):
        return ((None, shown[0]),) if len(shown) > 1 or sections[0][0] is None else tuple(sections)
    first, second = sections[0][0], sections[1][0]
    if first is None and second is None:
        return _by_sign(shown)
    if first is None:
        return ()
    if second is not None:
        rest: list[Rule] = [(second, shown[1]), *((None, one) for one in shown[2:])]
    else:  # of three sections some programs give the second to what is below zero, some to all others
        rest = [(None, shown[1])] if len(shown) == 2 or shown[1] == shown[2] else []
    return ((first, shown[0]), *rest)


def _by_sign(shown: Sequence[Section]) -> tuple[Rule, ...]:
    if len(shown) == 2:
        return ((Condition(">=", _ZERO), shown[0]), (None, shown[1]))
    return ((Condition(">", _ZERO), shown[0]), (Condition("<", _ZERO), shown[1]), (None, shown[2]))


def _section(tokens: Sequence[re.Match[str]]) -> Section:
    """Read what one section shows."""
    moments = {token["moment"][0].lower() for token in tokens if token["moment"]}
    if any(_is_length(token) for token in tokens) or moments == {"m", "s"}:
        pieces = _length(tokens)
        return Section(length=pieces) if pieces else UNREAD
    if moments:
        return Section(is_date=True, length=_length(tokens) if "h" in moments else ())
    places = [at for at, token in enumerate(tokens) if token["place"]]
    if not places:
        return Section()
    number, after = tokens[places[0] : places[-1] + 1], tokens[places[-1] + 1 :]
    if not all(_is_of_number(token) for token in number):
        return UNREAD
    n_thousands = _n_thousands(number, after)
    if n_thousands > _MOST_THOUSANDS:
        return UNREAD
    return Section(
        is_percent=any(token["sign"] == "%" for token in tokens),
        before=_words(tokens[: places[0]]),
        after=_words(after),
        n_thousands=n_thousands,
    )


def _is_length(token: re.Match[str]) -> bool:
    return bool(token["bracket"] and _LENGTH.fullmatch(token["bracket"]))


def _is_of_number(token: re.Match[str]) -> bool:
    """Whether it may stand between the digits of one number."""
    fixed = _fixed(token)
    return fixed in _WITHIN if token["sign"] else set(fixed) <= _GROUPING


def _fixed(token: re.Match[str]) -> str:
    """Give what a token shows whatever the number is."""
    return token["quoted"] or token["escaped"] or token["money"] or token["sign"] or ""


def _n_thousands(number: Sequence[re.Match[str]], after: Sequence[re.Match[str]]) -> int:
    """Count the commas that divide: those right behind the last digit, or right before the point."""
    written = "".join(token["place"] or token["sign"] or " " for token in (*number, *after))
    return sum(len(commas) for commas in re.findall(r"(?<=[#0?]),+(?=\.|[^#0?,.]|$)", written))


def _words(tokens: Sequence[re.Match[str]]) -> str:
    """Give the fixed words of a part of a section, without padding and signs."""
    spelt = "".join("" if token["sign"] in _NO_WORDS else _fixed(token) for token in tokens)
    words = " ".join(spelt.split())
    return words if _MEANS.search(words) else ""


def _length(tokens: Sequence[re.Match[str]]) -> tuple[Piece, ...]:
    """Give the pieces that show a length of time; none if they are not hours, minutes, seconds in order."""
    pieces: list[Piece] = []
    for token in tokens:
        unit = token["bracket"] if _is_length(token) else token["moment"]
        if unit:
            pieces.append(Piece(unit, unit[0].lower()))
        elif fixed := "" if token["sign"] in (".", "@") else _fixed(token):
            pieces.append(Piece(fixed))
    units = "".join(piece.unit for piece in pieces)
    are_parted = not any(one.unit and other.unit for one, other in pairwise(pieces))
    return tuple(pieces) if units in _UNITS and are_parted else ()
