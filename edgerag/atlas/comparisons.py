"""What two handbooks state differently and alike: a function of these two alone, so that it can be kept.

How rare a word is, is counted in the two: they differ in the same, whatever else is in the library.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import msgspec

from edgerag.atlas.choices import Chosen, choices, differing_choices
from edgerag.atlas.homologous import Agreement, By, Difference, by_attribute, compared, n_left_out
from edgerag.atlas.likeness import Rarity
from edgerag.atlas.relations import Attribute
from edgerag.atlas.stated import Stated
from edgerag.compare.findings import Finding


@dataclass(frozen=True)
class Book:
    """What one handbook states, sorted when that is first needed."""

    stated: tuple[Stated, ...]
    """In reading order."""

    @cached_property
    def by_attribute(self) -> By:
        """Its claims by attribute."""
        return by_attribute(self.stated)

    @cached_property
    def choices(self) -> Chosen:
        """What it tells to give, by illness."""
        return choices(self.stated)

    @cached_property
    def ordinals(self) -> dict[Stated, int]:
        """Which of its claims each is."""
        return {one: ordinal for ordinal, one in enumerate(self.stated)}


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was found of two handbooks."""

    differences: tuple[Difference, ...]
    agreements: tuple[Agreement, ...]
    n_too_long: int
    """Attributes of which they state too much to be compared."""


def compare(one: Book, other: Book) -> Comparison:
    """Compare two handbooks."""
    rarity = Rarity(stated.claim.terms for stated in chain(one.stated, other.stated))
    found = list(compared(one.by_attribute, other.by_attribute, rarity))
    differing = (pair for pair in found if isinstance(pair, Difference))
    return Comparison(
        (*differing, *differing_choices(one.choices, other.choices)),
        tuple(pair for pair in found if isinstance(pair, Agreement)),
        n_left_out(one.by_attribute, other.by_attribute),
    )


class _Pair(msgspec.Struct, array_like=True, frozen=True):
    """Two claims by their ordinals."""

    attribute: Attribute
    a: int
    b: int


class _Differing(_Pair, array_like=True, frozen=True):
    finding: Finding
    likeness: float
    is_mutual: bool
    is_doubtful: bool


class _Kept(msgspec.Struct, array_like=True, frozen=True):
    differences: list[_Differing]
    agreements: list[_Pair]
    n_too_long: int


_DECODER = msgspec.msgpack.Decoder(_Kept)


def encoded(found: Comparison, one: Book, other: Book) -> bytes:
    """Write what was found of two handbooks as bytes, without what they state."""
    ours, theirs = one.ordinals, other.ordinals
    differing = [
        _Differing(
            pair.attribute,
            ours[pair.a],
            theirs[pair.b],
            pair.finding,
            pair.likeness,
            pair.is_mutual,
            pair.is_doubtful,
        )
        for pair in found.differences
    ]
    agreeing = [_Pair(pair.attribute, ours[pair.a], theirs[pair.b]) for pair in found.agreements]
    return msgspec.msgpack.encode(_Kept(differing, agreeing, found.n_too_long))


def decoded(content: bytes, one: Book, other: Book) -> Comparison:
    """Read what `encoded` wrote, beside what the same two handbooks state."""
    kept = _DECODER.decode(content)
    return Comparison(
        tuple(
            Difference(
                pair.attribute,
                one.stated[pair.a],
                other.stated[pair.b],
                pair.finding,
                pair.likeness,
                pair.is_mutual,
                pair.is_doubtful,
            )
            for pair in kept.differences
        ),
        tuple(
            Agreement(pair.attribute, one.stated[pair.a], other.stated[pair.b]) for pair in kept.agreements
        ),
        kept.n_too_long,
    )
