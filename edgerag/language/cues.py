"""What a word or two tell: that something is begun, stopped or preferred, or that a case is severe.

Each idea is one list of `data/cues.toml`: who asks "how is a maximum recognised?" finds it there, and all
readers of the idea use it. There

    a space       is any white space,
    a hyphen      is a hyphen, a space or nothing: "first-line" is "first line" and "firstline" too,
    * at the end  is any ending of the word,
    ! in front    marks what is passed over: "!non-severe" keeps "severe" from being found in it,

the longest of several cues is the one that is met. Texts are searched in small letters, in which `says` and
`opens` write them; where a position is given or asked for, the text is in small letters already.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum, auto
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

_GAP: Final = re.compile(r"\W{1,2}")
"""What may stand between a name and a cue right after it."""
_CLAUSE_END: Final = re.compile(r"[.;|]")
_REACH: Final = 60
"""Characters: no cue, with the white space after it, is longer."""


class Cue(StrEnum):
    """An idea, by its name in the table."""

    ORDERS = auto()
    TELLS_TO = auto()
    GIVES = auto()
    REPORTS = auto()
    WATCHES = auto()
    COMES_BACK = auto()
    PUTS = auto()
    AFFIRMS = auto()
    ASKS_ADVICE = auto()
    ASKS_DEED = auto()
    DENIES = auto()
    GOES_ON = auto()
    STARTS = auto()
    GIVEN = auto()
    STOPS = auto()
    ENDS = auto()
    LASTS = auto()
    CHANGES = auto()
    COMES_FIRST = auto()
    COMES_AFTER = auto()
    SEQUEL = auto()
    FORBIDS_IN_CASE = auto()
    INSTEAD = auto()
    EXAMPLE = auto()
    FIRST_LINE = auto()
    FIRST_CHOICE = auto()
    SECOND_LINE = auto()
    SECOND_CHOICE = auto()
    WISHES = auto()
    ASKS_INITIAL = auto()
    ASKS_LATER = auto()
    ASKS_WHOLE = auto()
    INITIAL = auto()
    LATER = auto()
    ADDED = auto()
    RAISED_TO = auto()
    NO_INITIAL = auto()
    WHOLE = auto()
    COURSE = auto()
    EACH = auto()
    TRIAL = auto()
    MAXIMUM = auto()
    ONCE_ONLY = auto()
    CONDITION = auto()
    EXCEPTS = auto()
    UNLESS = auto()
    ONLY_IF = auto()
    DEGREE = auto()
    NO_DRUG = auto()
    OVERDOSE = auto()
    EXCESS_OF = auto()
    IN_BODY = auto()
    TAKEN_BESIDE = auto()
    ONLY_NAMED = auto()
    ONLY_NAMED_AFTER = auto()
    FORM = auto()
    SOLD = auto()
    AT_LEAST = auto()
    AT_MOST = auto()
    PRESSURE = auto()
    AIMS = auto()
    AIMS_AT = auto()
    TO_EFFECT = auto()
    KEEPS = auto()
    SIGHT = auto()
    ADULT = auto()
    CHILD = auto()
    ANYBODY = auto()
    UNTREATED = auto()
    LATER_LINE = auto()
    NEW_CASE = auto()
    TREATED_AGAIN = auto()
    SEVERE = auto()
    MILD = auto()
    FIRST_TRIMESTER = auto()
    LATER_TRIMESTER = auto()
    PREVENTS = auto()
    TREATS = auto()
    ACUTE = auto()
    CHRONIC = auto()
    EARLY = auto()
    LATE = auto()
    SHORT_ACTING = auto()
    LONG_ACTING = auto()
    MIXED_ACTING = auto()
    PREGNANT = auto()
    WITH_TUBERCULOSIS = auto()
    INTOLERANT = auto()
    PERSON = auto()
    AGED = auto()
    OLD = auto()
    HAD = auto()
    UNDERGONE = auto()
    IN_PAST = auto()
    OF_A_THING = auto()
    OUTPUT = auto()
    TILL = auto()
    OVER = auto()
    FOR = auto()
    FROM = auto()
    MOMENT_AFTER = auto()
    MOMENT_BEFORE = auto()
    WITH = auto()
    TO = auto()
    REPLACES = auto()
    INTO = auto()
    BESIDES = auto()
    FORBIDS_CELL = auto()
    OR_MORE = auto()
    DAILY_DOSE = auto()
    TOTAL = auto()
    IN_TOTAL = auto()
    EACH_SIDE = auto()
    DILUENT = auto()
    WATER = auto()
    THE_FIRST = auto()
    DONE_FIRST = auto()
    DONE_NEXT = auto()
    ASKING = auto()
    ON_CONDITION = auto()
    WITHOUT = auto()
    LEAVES_OUT = auto()
    CHOOSING = auto()
    REPLACED = auto()
    CASE = auto()
    IN_CASE = auto()
    NOTHING = auto()
    ANYTHING = auto()
    NOT = auto()
    CONTRAST = auto()
    ASIDE = auto()
    EVERYBODY = auto()
    NO_CHANGE = auto()
    WAS_ON = auto()
    NOT_BORNE = auto()
    INTERACTS = auto()
    BACKBONE = auto()
    FOR_A_TIME = auto()
    NOT_TO_GIVE = auto()
    NOT_GIVEN = auto()
    BANS_IT = auto()
    SETS_CASE = auto()
    PROVIDED = auto()
    LASTING = auto()
    HOW_OFTEN = auto()
    LIMITS = auto()
    WITHOUT_LIMIT = auto()
    WHEN = auto()
    NAMES_LISTED = auto()
    DRUGS_LISTED = auto()
    BIRTHDAY = auto()
    ANY_VALUE = auto()
    WHATEVER = auto()
    DEEDS = auto()
    HAS_TO = auto()

    def finditer(self, text: str, start: int = 0, end: int = sys.maxsize) -> Iterator[re.Match[str]]:
        """Yield every place where a text says it, between two positions."""
        found = _pattern(self).finditer(text, start, end)
        return (met for met in found if met.lastgroup) if _passes_over(self) else found

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """Give the first such place."""
        met = _pattern(self).search(text, start, end)
        while met is not None and met.lastgroup is None:
            met = _pattern(self).search(text, met.end(), end)
        return met

    def opens(self, text: str) -> bool:
        """Whether a text begins with it."""
        return _is_met(_pattern(self).match(text.lower()))

    def follows(self, text: str, position: int) -> bool:
        """Whether it stands right after a place, with a space or another sign or two between."""
        gap = _GAP.match(text, position)
        return gap is not None and _is_met(_pattern(self).match(text, gap.end()))

    def precedes(
        self,
        text: str,
        position: int,
        *,
        most: int = 0,
        over: Callable[[str], bool] = str.isalpha,
        signs: str = "",
    ) -> bool:
        """Whether it stands before a place, with nothing but white space and what is passed over between.

        Args:
            text: in small letters.
            position: the place.
            most: so many words are passed over.
            over: tells which words.
            signs: signs that are passed over.
        """
        near = self.finditer(text, max(0, position - _REACH), position)
        return any(_is_passed(text[met.end() : position], most, over, signs) for met in near)

    def is_near_before(self, text: str, position: int, n_chars: int) -> bool:
        """Whether it stands before a place in the same clause, with at most so many characters between."""
        near = self.finditer(text, max(0, position - n_chars - _REACH), position)
        return any(
            position - met.end() <= n_chars and not _CLAUSE_END.search(text, met.end(), position)
            for met in near
        )


def says(text: str, *cues: Cue) -> bool:
    """Whether a text says any of these."""
    low = text.lower()
    for cue in cues:  # noqa: SIM110  # a generator costs as much as the search
        if cue.search(low):
            return True
    return False


@cache
def table() -> Mapping[Cue, Sequence[str]]:
    """Read the table once."""
    source = files("edgerag.language").joinpath("data/cues.toml")
    return msgspec.toml.decode(source.read_bytes(), type=dict[Cue, list[str]])


def _is_met(met: re.Match[str] | None) -> bool:
    return met is not None and met.lastgroup is not None


def _is_passed(gap: str, most: int, over: Callable[[str], bool], signs: str) -> bool:
    for sign in signs:
        gap = gap.replace(sign, " ")
    words = gap.split()
    return bool(gap) and len(words) <= most and all(map(over, words))


@cache
def _passes_over(cue: Cue) -> bool:
    """Whether there is wording that looks like a cue and is none."""
    return any(one.startswith("!") for one in table()[cue])


@cache
def _pattern(cue: Cue) -> re.Pattern[str]:
    """Match what is passed over without a group, and what is met in one."""
    written = sorted(table()[cue], key=lambda one: (-len(one), one))
    passed = [_expression(one[1:]) for one in written if one.startswith("!")]
    met = [_expression(one) for one in written if not one.startswith("!")]
    alternatives = "|".join([*passed, f"(?P<met>{'|'.join(met)})"])
    return re.compile(rf"\b(?:{alternatives})\b")


def _expression(written: str) -> str:
    """Give the regular expression of a cue."""
    stem = re.escape(written.removesuffix("*").lower()).replace(r"\ ", r"\s+").replace(r"\-", "[- ]?")
    return stem + (r"\w*" if written.endswith("*") else "")
