"""Nodes of a homologous group: which of its values each source states, whatever way it writes them.

1. Every claim is read by itself.
2. Names are read again where the other sources' names make better sense of the same words: a list
   without separators, or with commas in the wrong places. Names of other groups do where the group has none.
3. Forms of one value are put together, the best supported first; each value has one number.
4. Of names, a single word is no value where some source gives a whole name: it may be anybody's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from edgerag.confirm.claims import Claim, Kind
from edgerag.confirm.homologous import Group
from edgerag.confirm.measures import unit_of
from edgerag.confirm.names import parts_of, read_by, read_part, unglued
from edgerag.confirm.values import Form, read_value, same_value

Bag = tuple[str, ...]
"""The words of a form in order of the alphabet: family names come first or last."""

Parts = Mapping[str, Sequence[tuple[str, tuple[Form, ...], Claim]]]
"""By source: each part of a text, the names in it by its commas, and the claim."""

_FEWEST_RUN_ON: Final = 4
"""Words of the shortest run of two names."""
_COMPARED: Final = 3
"""Forms of a value that another form must be the same as: with all of them, a misread one would split it."""


class Stating(msgspec.Struct, frozen=True, gc=False):
    """How a source states a value, and where."""

    form: Form
    claim: Claim


@dataclass(frozen=True, slots=True)
class Read:
    """A homologous group, read."""

    nodes: Mapping[str, Mapping[int, tuple[Stating, ...]]]
    """By source: the values that it states, by number. Sources without any are left out."""
    unread: tuple[Claim, ...]
    """Claims without a value."""

    def counts(self, value: int) -> Counter[Bag]:
        """Count the sources that write a value so, whatever the order of the words."""
        return Counter(
            bag
            for node in self.nodes.values()
            for bag in {bag_of(one.form): None for one in node.get(value, ())}
        )


def bag_of(form: Form) -> Bag:
    """Give the words of a form in order of the alphabet."""
    return tuple(sorted(form))


def read_groups(groups: Sequence[Group], kind: Kind) -> list[Read]:
    """Read what each source states, group by group.

    Args:
        groups: of one attribute: their names help to read one another.
        kind: what the values are.
    """
    if kind is not Kind.NAMES:
        return [_read(group, kind, _read_each(group, kind)) for group in groups]
    in_parts = [_parts(group) for group in groups]
    elsewhere = _vocabulary(in_parts)
    return [
        _read(group, kind, _read_names(parts, elsewhere))
        for group, parts in zip(groups, in_parts, strict=True)
    ]


def _parts(group: Group) -> Parts:
    return {
        source: [(part, read_part(part), claim) for claim in claims for part in parts_of(claim.value)]
        for source, claims in group.by_source.items()
    }


def _vocabulary(in_parts: Iterable[Parts]) -> frozenset[Bag]:
    """Give the whole names of two or three words that any claim states."""
    return frozenset(
        bag_of(name)
        for parts in in_parts
        for each in parts.values()
        for _, names, _ in each
        for name in names
        if 1 < len(name) < _FEWEST_RUN_ON and len(name[0]) > 1 and len(name[-1]) > 1
    )


def _read(group: Group, kind: Kind, stated: Mapping[str, Sequence[Stating]]) -> Read:
    """Put the forms of a value together."""
    counts = Counter(form for each in stated.values() for form in {one.form: None for one in each})
    values = _cluster(kind, sorted(counts, key=lambda form: (not _is_whole(form), -counts[form], form)))
    if kind is Kind.NAMES and any(_is_whole(form) for value in values for form in value):
        values = [value for value in values if any(map(_is_whole, value))]
    number = {form: at for at, value in enumerate(values) for form in value}
    nodes = {source: _by_value(each, number) for source, each in stated.items()}
    has_value = {id(one.claim) for each in stated.values() for one in each if one.form in number}
    return Read(
        {source: node for source, node in nodes.items() if node},
        tuple(claim for each in group.by_source.values() for claim in each if id(claim) not in has_value),
    )


def _by_value(stated: Iterable[Stating], number: Mapping[Form, int]) -> dict[int, tuple[Stating, ...]]:
    found: dict[int, list[Stating]] = {}
    for one in stated:
        if one.form in number:
            found.setdefault(number[one.form], []).append(one)
    return {value: tuple(each) for value, each in found.items()}


def _read_each(group: Group, kind: Kind) -> dict[str, list[Stating]]:
    unit = unit_of(group.attribute)
    return {
        source: [Stating(form, claim) for claim in claims for form in read_value(kind, claim.value, unit)]
        for source, claims in group.by_source.items()
    }


def _read_names(parts: Parts, elsewhere: Collection[Bag]) -> dict[str, list[Stating]]:
    votes = Counter(
        bag
        for each in parts.values()
        for bag in {bag_of(name): None for _, names, _ in each for name in names}
    )
    return {
        source: [
            Stating(name, claim)
            for part, names, claim in each
            for name in _read_again(part, names, votes, elsewhere)
        ]
        for source, each in parts.items()
    }


def _read_again(
    part: str, names: Sequence[Form], votes: Mapping[Bag, int], elsewhere: Collection[Bag]
) -> Sequence[Form]:
    own = {bag_of(name) for name in names}
    is_long = any(len(bag) >= _FEWEST_RUN_ON for bag in own)
    if not is_long and all(votes[bag] > 1 for bag in own):
        return names
    n_words = sum(map(len, names))
    known = {bag for bag, n in votes.items() if 1 < len(bag) < n_words and (n > 1 or bag not in own)}
    by_group = read_by(unglued(part, known), known)
    if by_group and len(by_group) >= len(names):
        return by_group
    by_others = read_by(part, elsewhere) if is_long else ()
    return by_others if by_others and len(by_others) >= len(names) else names


def _cluster(kind: Kind, forms: Iterable[Form]) -> list[list[Form]]:
    """Put each form to the first value that it is the same as; among names, the square of their number."""
    if kind not in (Kind.NAMES, Kind.TITLE):
        return [[form] for form in forms]
    values: list[list[Form]] = []
    for form in forms:
        for value in values:
            if all(same_value(kind, form, other) for other in value[:_COMPARED]):
                value.append(form)
                break
        else:
            values.append([form])
    return values


def _is_whole(form: Form) -> bool:
    return len(form) > 1 and any(len(word) > 1 for word in form)
