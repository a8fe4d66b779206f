"""How a question was understood, and what its reader must know before the answers are read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from edgerag.domain.corrections import AS_READ, Correction


class Concern(StrEnum):
    """What a notice is about."""

    MISSPELT = "misspelt"
    """Words that nobody knows, and what was searched or may be meant instead."""
    ABSENT = "absent"
    """Medicines or illnesses that no handbook names."""
    NOT_ENGLISH = "not_english"
    """The question was not understood: that handbooks are silent says nothing."""
    VAGUE = "vague"
    """The question says too little: that handbooks are silent says nothing."""
    CONDENSED = "condensed"
    """Only what a long question asks was searched."""
    SYNONYM = "synonym"
    """Names that were searched beside the question's own."""
    CORRECTED = "corrected"
    """A person changed how it was understood."""
    FOLLOW_UP = "follow_up"
    """It was read with the question before it."""
    ASKED_ALONE = "asked_alone"
    """It was read alone, and may be meant to go on from the question before it."""


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing that a reader must know."""

    concern: Concern
    sentence: str
    """One line, without its full stop."""


class Sort(StrEnum):
    """What a part of the line tells."""

    NAME = "name"
    """An illness, a medicine, a test, a route."""
    PEOPLE = "people"
    ASKED = "asked"
    """The kind of answer."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of what was made of a question."""

    sort: Sort
    words: str


@dataclass(frozen=True, slots=True)
class Spelling:
    """A word that nobody knows, and what was made of it."""

    written: str
    searched: str
    """The word as it was written, unless it was clear what was meant or a person said so."""
    offered: tuple[str, ...]
    """What may be meant, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Understood:
    """What was made of a question."""

    line: str = ""
    """"gonorrhoea · ceftriaxone · adult · dose"; empty if nothing in it was recognised."""
    notices: tuple[Notice, ...] = ()
    parts: tuple[Part, ...] = ()
    """What the line consists of."""
    spellings: tuple[Spelling, ...] = ()
    correction: Correction = AS_READ
    """What of it a person has changed."""
    searched: str = ""
    """The question as it was searched; empty if that is how it was typed."""

    def has(self, concern: Concern) -> bool:
        """Whether one of the notices is about this."""
        return any(notice.concern is concern for notice in self.notices)

    @property
    def is_clear(self) -> bool:
        """Whether the question was read and says enough; else that a handbook is silent says nothing."""
        return not (self.has(Concern.NOT_ENGLISH) or self.has(Concern.VAGUE))


NOTHING_SAID: Final = Understood()
"""Of a report that was made before questions were explained."""
