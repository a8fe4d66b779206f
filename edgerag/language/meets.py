"""Does a text contain the kind of thing that a question asks for?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from edgerag.language.cues import Cue, says
from edgerag.language.medicines import named_in
from edgerag.language.names import routes
from edgerag.language.negation import is_turned
from edgerag.language.text import fold
from edgerag.language.values import Kind
from edgerag.language.words import NUMBER_WORDS, TIME_UNITS, UNITS

_TOKEN: Final = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+|\S")
_SIGNS: Final = frozenset("<>≤≥=")
_JOINTS: Final = frozenset({"-", "–", "to", "or"})
_WEIGHTS: Final = frozenset({"kg", "kilogram", "kilograms", "g", "gram", "grams"})
_ROUTES: Final = frozenset({"oral", "iv", "im", "po"})
_PARTS: Final = frozenset({"7", "52", "12"})
"""Of a week, a year in weeks, a year in months: "5/7" are five days."""
_TEXTS_KEPT: Final = 16
"""One text is asked for one kind after another."""
_LIMIT_CHARS: Final = 25
"""Characters from the word that sets a limit to its number."""


def meets(sought: Sequence[Kind], text: str) -> float:
    """Say how far `text` contains all that was asked for, 0 to 1; 1 if nothing certain was."""
    return sum(_holds(kind, text) for kind in sought) / len(sought) if sought else 1.0


def lacking(sought: Sequence[Kind], text: str) -> Kind:
    """Name what `text` lacks most of what was asked for, which is not nothing."""
    return min(sought, key=lambda kind: _holds(kind, text))


def _holds(kind: Kind, text: str) -> float:
    told = _told(text)
    match kind:
        case Kind.DOSE | Kind.STRENGTH:
            return float(told.has_amount)
        case Kind.DURATION:
            return float(told.has_time or told.has_part or says(told.text, Cue.LASTING))
        case Kind.FREQUENCY:
            return float(told.has_time or says(told.text, Cue.HOW_OFTEN))
        case Kind.THRESHOLD:
            return 1.0 if told.has_limit else 0.4 * float(told.has_figure)
        case Kind.COUNT:
            return 1.0 if told.has_amount else 0.7 * float(told.has_number)
        case Kind.DRUG:
            is_given = told.has_amount or told.has_joint or not _ROUTES.isdisjoint(told.tokens)
            return 0.7 * bool(named_in(text)) + 0.3 * is_given
        case Kind.AGE:
            return float(told.has_time or "birth" in told.tokens)
        case Kind.TIMING:
            return float(told.has_time or says(told.text, Cue.WHEN))
        case Kind.ACTION:
            return float(says(told.text, Cue.AFFIRMS) or is_turned(text))
        case Kind.ROUTE:
            return float(bool(routes(text)))
        case Kind.WEIGHT:
            return float(told.has_weight)


class _Told:
    """The words, numbers and signs of a text, and what they tell."""

    def __init__(self, text: str) -> None:
        self.text = fold(text).replace("&lt;", "<").replace("&gt;", ">")
        self._found = list(_TOKEN.finditer(self.text))
        self.tokens = [token[0] for token in self._found]

    @property
    def has_figure(self) -> bool:
        """Whether it holds a number in digits."""
        return any(map(_is_figure, self.tokens))

    @property
    def has_number(self) -> bool:
        """Whether it holds a number, in digits or in a word."""
        return any(token[0] in NUMBER_WORDS or self._is_alone(token) for token in self._found)

    @property
    def has_amount(self) -> bool:
        """Whether a number stands before a unit: "5 mg", "two million units"."""
        counted = [token for token in self.tokens if token != "million"]
        return any(unit in UNITS and _is_number(number) for number, unit in pairwise(counted))

    @property
    def has_weight(self) -> bool:
        """Whether a number of kilograms or grams is told."""
        pairs = pairwise(self.tokens)
        return any(unit in _WEIGHTS and _is_figure(number) for number, unit in pairs)

    @property
    def has_time(self) -> bool:
        """Whether a number stands before a unit of time: "5 days", "2 to 3 weeks", "5-day"; or "first"."""
        return any(token in TIME_UNITS and self._is_counted(place) for place, token in enumerate(self.tokens))

    @property
    def has_part(self) -> bool:
        """Whether a time is a part of a week or a year: "5/7"."""
        return any(
            stroke == "/" and part in _PARTS and _is_number(number)
            for number, stroke, part in zip(self.tokens, self.tokens[1:], self.tokens[2:], strict=False)
        )

    @property
    def has_joint(self) -> bool:
        """Whether two names are joined without a space: "AZT+3TC"."""
        return any(
            joint == "+" and before.isalnum() and after.isalnum()
            for before, joint, after in zip(self.text, self.text[1:], self.text[2:], strict=False)
        )

    @property
    def has_limit(self) -> bool:
        """Whether a number is a limit, or a range."""
        for first, second, third in zip(self.tokens, self.tokens[1:], (*self.tokens[2:], ""), strict=False):
            if first in _SIGNS and _is_figure(second):
                return True
            if _is_figure(first) and second in ("-", "–") and _is_figure(third):
                return True
        return says(self.text, Cue.WITHOUT_LIMIT) or any(
            any(map(str.isdecimal, self.text[met.end() :][: _LIMIT_CHARS + 1].partition(".")[0]))
            for met in Cue.LIMITS.finditer(self.text)
        )

    def _is_alone(self, token: re.Match[str]) -> bool:
        """Whether it is a number that belongs to no word, as that of "B12" does."""
        around = (
            self.text[max(0, token.start() - 1) : token.start()] + self.text[token.end() : token.end() + 1]
        )
        return _is_figure(token[0]) and not any(char.isalnum() or char == "_" for char in around)

    def _is_counted(self, place: int) -> bool:
        before = self.tokens[max(0, place - 3) : place]
        if before[-1:] == ["more"]:
            del before[-1]
        if before[-1:] and before[-1] in _JOINTS:
            del before[-1]
        return bool(before) and (_is_number(before[-1]) or self.tokens[place - 1] == "first")


@lru_cache(maxsize=_TEXTS_KEPT)
def _told(text: str) -> _Told:
    return _Told(text)


def _is_figure(token: str) -> bool:
    return token[:1].isdecimal()


def _is_number(token: str) -> bool:
    return _is_figure(token) or token in NUMBER_WORDS
