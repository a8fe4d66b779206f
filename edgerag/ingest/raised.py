"""Sets raised and lowered text into the line, so that no number takes in its digits.

    5¹ mg/kg -> 5 (¹) mg/kg    50 x 10⁹/L -> 50 x 10⁹/L    1 and a raised 1/2 -> 1 1/2    CO₂ -> CO2

Behind a number, raised digits are a note unless a power of ten, a fraction or a degree is plainly meant. A
note stands between brackets, so that nobody who copies or searches the text takes it for a figure.
Behind a letter they join it ("m2", "CO2", "ceftriaxone1"), as the rest of the program reads them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import Enum, auto
from itertools import groupby


class Level(Enum):
    """Where text stands."""

    LINE = auto()
    RAISED = auto()
    LOWERED = auto()


Placed = tuple[str, Level]

_TAGS = {
    "sup": Level.RAISED, "superscript": Level.RAISED, "sub": Level.LOWERED, "subscript": Level.LOWERED,
}  # fmt: skip
_ALIGNED = re.compile(r"vertical-align\s*:\s*(super|sub|baseline)\b", re.IGNORECASE)
_ALIGNMENTS = {"super": Level.RAISED, "sub": Level.LOWERED, "baseline": Level.LINE}
_TAG = re.compile(r"<(/?)(sup|sub)\b", re.IGNORECASE)
_TAIL_CHARS = 40
"""So much of the text before a piece tells what it stands behind."""
_SLASHES = "/⁄∕"
_DIGITS = re.compile(r"\d{1,3}")
_FRACTION = re.compile(rf"\d{{1,3}}\s?[{_SLASHES}]\s?\d{{1,3}}")
_OVER = re.compile(rf"\s?[{_SLASHES}]\s?[2348](?!\d)")
"""The rest of a fraction whose denominator is not lowered."""
_AFTER_NUMBER = re.compile(r"(?:\d|[½¼¾⅓⅔⅛]|\d\s?[%°])(?:[.,·]|\s*)$")
_AFTER_UNIT = re.compile(
    r"\d\s?(?:mcg|[mµμ]?g|kg|[md]?l|iu|units?|mmol|tab(?:let)?s?|cap(?:sule)?s?|drops?|puffs?|[hd]|hours?|days?|weeks?"
    r"|months?)(?:/(?:kg|day|dose|hour|h|hr|min))*\s?$",
    re.IGNORECASE,
)
_MARK = re.compile(r"[\[(]?(?:\d{1,2}|[a-z])[\])]?")
"""What a note is called: a number, or a letter."""
_IN_NAME = re.compile(r"[^\W\d_]\d+$")
"""The digits of "CD4" and "SO4" count nothing."""
_MULTIPLE_OF_TEN = re.compile(r"(?:(?<![^\W\d_])x|[×*·∙⋅])\s?10$", re.IGNORECASE)
_TEN = re.compile(r"(?<![\d.,])10$")
_SIGNED = re.compile(r"[+−–-]\s?\d{1,2}")
_COUNTED = re.compile(
    r"\s?/\s?(?:[munpµμ]?l|d[lm]|mm|cm|hpf)\b"
    r"|\s?(?:cells?|copies|cfu|pfu|colon(?:y|ies)|organisms|bacteria|parasites|spores|virus(?:es)?)\b",
    re.IGNORECASE,
)
"""What follows a power of ten that multiplies nothing: so many in a volume."""
_CHARGE = re.compile(r"\d?[+−–-]")
_DEGREE = frozenset({"o", "O", "0", "º", "°"})
_OF_DEGREE = re.compile(r"\s?[CF]\b")
_ORDINALS = frozenset({"st", "nd", "rd", "th", "e", "er", "re", "ère", "ème"})
_HIGH = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_SIGNS = str.maketrans("+-−–", "⁺⁻⁻⁻")


def level_of(tag: str, style: str = "") -> Level | None:
    """Give the level to which an element's tag, or its style, moves text; None where both leave it."""
    aligned = _ALIGNED.search(style)
    return _ALIGNMENTS[aligned[1].lower()] if aligned else _TAGS.get(tag.lower())


class RaisedTags:
    """Follows `<sup>` and `<sub>` where tags come one by one, as in Markdown."""

    def __init__(self) -> None:
        self._open: list[str] = []

    @property
    def level(self) -> Level:
        """Where text stands now."""
        return _TAGS[self._open[-1]] if self._open else Level.LINE

    def take(self, tag: str) -> None:
        """Open or close what a tag opens or closes."""
        match = _TAG.match(tag)
        if match is None:
            return
        name = match[2].lower()
        if not match[1]:
            self._open.append(name)
        elif name in self._open:
            del self._open[len(self._open) - 1 - self._open[::-1].index(name) :]

    def end(self) -> None:
        """Close all: a paragraph ends."""
        self._open.clear()


def in_line(pieces: Iterable[Placed]) -> str:
    """Join pieces of text in one line; none that is raised or lowered becomes part of a number."""
    runs = _with_fractions(_joined(pieces))
    written: list[str] = []
    tail = ""
    for at, (text, level) in enumerate(runs):
        if level is not Level.LINE:
            following, level_there = runs[at + 1] if at + 1 < len(runs) else ("", Level.LINE)
            text = _set(tail, text, following if level_there is Level.LINE else "", level)
        written.append(text)
        tail = (tail + text[-_TAIL_CHARS:])[-_TAIL_CHARS:]
    return "".join(written)


def _joined(pieces: Iterable[Placed]) -> list[Placed]:
    """Make one piece of those that stand side by side at one level."""
    said = (piece for piece in pieces if piece[0])
    return [("".join(text for text, _ in run), level) for level, run in groupby(said, lambda piece: piece[1])]


def _with_fractions(runs: Sequence[Placed]) -> list[Placed]:
    """Make one piece of a numerator, a slash and a denominator."""
    found: list[Placed] = []
    for text, level in runs:
        found.append((text, level))
        if len(found) < 3 or level is Level.LINE:
            continue
        (over, first), (slash, between), (under, _) = found[-3:]
        is_slash = between is Level.LINE and slash.strip() in tuple(_SLASHES)
        if is_slash and first is not Level.LINE and _are_digits(over) and _are_digits(under):
            found[-3:] = [(f"{over.strip()}{slash.strip()}{under.strip()}", first)]
    return found


def _are_digits(text: str) -> bool:
    return _DIGITS.fullmatch(text.strip()) is not None


def _set(before: str, text: str, after: str, level: Level) -> str:
    """Write a raised or lowered piece as it may stand between the texts on both sides of it."""
    said = text.strip()
    if not said:
        return text
    if _AFTER_NUMBER.search(before):
        return _behind_number(before, said, after, level)
    if _MARK.fullmatch(said) and (_AFTER_UNIT.search(before) or (said.isalpha() and after[:1].isdecimal())):
        apart = " " if before[-1:].isalnum() else ""
        return f"{apart}{_note(said, level)}{' ' if after[:1].isalnum() else ''}"
    if not said[-1].isdecimal():
        return text
    if before[-1:].isalpha() or _FRACTION.fullmatch(said):
        return f"{text} " if after[:1].isdecimal() else text
    is_note = after.lstrip()[:1].isdecimal()  # "1 500 mg" would be thousands
    return f"{_note(said, level)}{' ' if after[:1].isdecimal() else ''}" if is_note else text


def _behind_number(before: str, said: str, after: str, level: Level) -> str:
    apart = "" if before[-1].isspace() else " "
    end = " " if after[:1].isalnum() else ""
    if _FRACTION.fullmatch(said) or (_are_digits(said) and _OVER.match(after)):
        return f"{apart}{said}{end}"
    if level is Level.RAISED and said in _DEGREE and _OF_DEGREE.match(after):
        return "°"
    if level is Level.RAISED and (_is_power(before, said, after) or _CHARGE.fullmatch(said)):
        is_marked = said in ("+", "-") and _IN_NAME.search(before)  # "CD4+" is known by that name
        return said if is_marked else said.translate(_HIGH).translate(_SIGNS) + end
    if not any(map(str.isalnum, said)) or said.lower() in _ORDINALS:
        return said
    return f"{apart}{_note(said, level)}{end}"


def _is_power(before: str, said: str, after: str) -> bool:
    """Whether a raised number is an exponent: with a sign, behind "x 10", or of a count ("10⁹/L")."""
    if _SIGNED.fullmatch(said):
        return True
    is_counted = _TEN.search(before) is not None and _COUNTED.match(after) is not None
    return _are_digits(said) and (is_counted or _MULTIPLE_OF_TEN.search(before) is not None)


def _note(said: str, level: Level) -> str:
    return f"({said.strip('[]()').translate(_HIGH if level is Level.RAISED else _LOW)})"
