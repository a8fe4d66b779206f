"""A claim: what one statement of a handbook states, typed, with its place and what it is about."""

from __future__ import annotations

from dataclasses import dataclass

from edgerag.language.deeds import Deed
from edgerag.language.negation import Polarity
from edgerag.language.values import Value


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement that gives an amount, or says what to do with a medicine, or without one."""

    start: int
    """Offset into the handbook text, as of `end` and of its values."""
    end: int
    values: tuple[Value, ...]
    """Each with the medicine it belongs to and the people it is meant for, as far as they are told."""
    drugs: frozenset[str]
    """The medicines that it names."""
    routes: frozenset[str]
    """The ways of giving a medicine that it names."""
    conditions: frozenset[str]
    """The illnesses and injuries that it names, and those of the nearest heading that names any."""
    topics: frozenset[str]
    """The diseases and symptoms that the nearest heading names that names any: "otitis externa"."""
    section: int
    """Where the section begins that it stands in."""
    heading: frozenset[str]
    """The content words of the heading that it stands under."""
    people: frozenset[str]
    situation: frozenset[tuple[str, str]]
    """Axis and case: ("line", "first"), ("severity", "severe"); its own, or of the headings above it."""
    polarity: Polarity
    is_order: bool
    """Whether it tells what to do in so many words."""
    terms: frozenset[str]
    """Its content words, reduced to deeds and stems."""
    ordered: frozenset[str]
    """Of its medicines those that its order, or its ban, reaches: not A in "A (avoid B)"."""
    is_in_case: bool
    """Whether it tells so for a case: "if ...", "when ..."."""
    classes: frozenset[str] = frozenset()
    """The classes of medicines that it tells to give, or not to, where it names no medicine."""
    deeds: tuple[Deed, ...] = ()
    """What it tells to do, or not to, that needs no medicine."""

    examples: frozenset[tuple[str, str]] = frozenset()
    """Of its medicines those that it names as examples of a class, each with the class."""

    @property
    def subjects(self) -> frozenset[str]:
        """What it may be about besides medicines: kinds of illness, and what its headings name."""
        return self.conditions | self.topics
