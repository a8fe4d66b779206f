"""What a source states of a thing, and what comes of many such statements.

None of these records can refer to itself, so they are left out of the search for cycles (`gc=False`).
"""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Kind(StrEnum):
    """What the values of an attribute are, which says when two of them are the same."""

    NAMES = "names"
    """People: one or several to a value."""
    TITLE = "title"
    NUMBER = "number"
    DATE = "date"
    TEXT = "text"


class Claim(msgspec.Struct, frozen=True, gc=False):
    """One value that a source states."""

    source: str
    entity: str
    attribute: str
    value: str
    place: str = ""
    """Where in the source it stands, such as "row 12"."""


class Value(msgspec.Struct, frozen=True, gc=False):
    """One of the values that sources state of an attribute of a thing."""

    text: str
    """As it is written most often, an abbreviated form counting in part for the full one."""
    words: tuple[str, ...]
    """The same, without case, accents and marks."""
    confidence: float
    """The share that is behind it of the weight that speaks for or against it, between 0 and 1.

    It is no probability of being true.
    """
    trusted: bool
    claims_for: tuple[Claim, ...]
    claims_against: tuple[Claim, ...]
    """Of sources that state something of the attribute, and not this."""


class Fused(msgspec.Struct, frozen=True, gc=False):
    """What the sources state of one attribute of one thing, the best supported value first."""

    entity: str
    attribute: str
    values: tuple[Value, ...]
    """Every value that is claimed, trusted or not."""
    agreement: float | None
    """Graph confidence, between 0 and 1; None if a single source speaks."""
    n_sources: int
    n_families: int
    """Voices: sources that copy one another, or were said to be of one family, are one."""
    unread: tuple[Claim, ...] = ()
    """Claims in which no value could be read, such as "not available"."""

    @property
    def trusted(self) -> tuple[Value, ...]:
        """The values to give."""
        return tuple(value for value in self.values if value.trusted)
