"""How a question was understood, and what its reader must know before the answers are read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Concern(StrEnum):
    """What a notice is about."""

    MISSPELT = "misspelt"
    """Words that nobody knows, and what was searched or may be meant instead."""
    ABSENT = "absent"
    """Medicines or illnesses that no handbook names."""
    NOT_ENGLISH = "not_english"
    """The question was not understood: that handbooks are silent says nothing."""
    VAGUE = "vague"
    CONDENSED = "condensed"
    """Only what a long question asks was searched."""


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing that a reader must know."""

    concern: Concern
    sentence: str
    """One line, without its full stop."""


@dataclass(frozen=True, slots=True)
class Understood:
    """What was made of a question."""

    line: str = ""
    """"gonorrhoea · ceftriaxone · adult · dose"; empty if nothing in it was recognised."""
    notices: tuple[Notice, ...] = ()

    def has(self, concern: Concern) -> bool:
        """Whether one of the notices is about this."""
        return any(notice.concern is concern for notice in self.notices)


NOTHING_SAID: Final = Understood()
"""Of a report that was made before questions were explained."""
