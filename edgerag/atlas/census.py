"""What handbooks state of an illness without differing: the groups that the list of differences lacks.

A group is one attribute of one medicine, or of none, under headings that name one illness:

    agreed                two statements of two handbooks agree
    only in one handbook  one states it; others treat the illness and state nothing of the kind
    not comparable        several state it, and no two of them for the same people and situation

A handbook treats an illness if it states something under a heading that names it. It is silent on an
attribute only if nothing of that kind, in any unit, stands anywhere in it that is or may be about the
illness. What only one handbook treats is in no group.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from edgerag.atlas.homologous import Agreement
from edgerag.atlas.relations import attributes
from edgerag.atlas.stated import Stated
from edgerag.domain.differences import GroupRelation
from edgerag.domain.handbooks import Handbook
from edgerag.domain.ids import HandbookId
from edgerag.language.values import Kind

_ANYWHERE = ""
"""The illness of a statement that names none: it may be about any."""


class _Key(NamedTuple):
    illness: str
    drug: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Undisputed:
    """What is stated of an illness, and no two handbooks differ on."""

    relation: GroupRelation
    illness: str
    drug: str
    """Empty for what belongs to no medicine."""
    kind: Kind
    stated: tuple[Stated, ...]
    """One statement of each handbook; where they agree, those that do."""
    silent: tuple[Handbook, ...]
    """Handbooks that treat the illness and state nothing of the kind."""

    @property
    def subject(self) -> str:
        """The medicine, or the illness where it belongs to none."""
        return self.drug or self.illness


def undisputed(
    stated: Iterable[Stated], agreed: Iterable[Agreement], disputed: Container[tuple[str, Kind]]
) -> Iterator[Undisputed]:
    """Yield the groups in which nothing differs, by illness.

    Args:
        stated: all claims.
        agreed: those of them that agree.
        disputed: subjects and kinds of which something differs; they are left out.
    """
    census = _Census()
    for one in stated:
        census.count(one)
    agreements = _by_key(agreed)
    for key, said in sorted(census.said.items()):
        if (key.drug or key.illness, key.kind) not in disputed:
            group = census.group(key, said, agreements.get(key, {}))
            if group is not None:
                yield group


def _by_key(agreed: Iterable[Agreement]) -> dict[_Key, dict[HandbookId, Stated]]:
    found: defaultdict[_Key, dict[HandbookId, Stated]] = defaultdict(dict)
    for one in agreed:
        for illness in one.a.claim.topics & one.b.claim.topics:
            key = _Key(illness, one.attribute.drug, one.attribute.kind)
            for side in (one.a, one.b):
                found[key].setdefault(side.handbook.id, side)
    return found


class _Census:
    """Who treats what, and who states what of it."""

    def __init__(self) -> None:
        self.said: defaultdict[_Key, dict[HandbookId, Stated]] = defaultdict(dict)
        """By what it is of and handbook, the first statement."""
        self._treating: defaultdict[str, dict[HandbookId, Handbook]] = defaultdict(dict)
        self._speaking: defaultdict[_Key, set[HandbookId]] = defaultdict(set)
        """Who states something of the kind that may be about an illness."""

    def count(self, one: Stated) -> None:
        claim, book = one.claim, one.handbook
        if not claim.values and not claim.ordered:
            return
        kinds = {(attribute.drug, attribute.kind) for attribute in attributes(claim)}
        for illness in claim.topics:
            self._treating[illness][book.id] = book
            for drug, kind in kinds:
                self.said[_Key(illness, drug, kind)].setdefault(book.id, one)
        said = {
            (drug, value.kind) for value in claim.values for drug in ("", value.drug, *claim.drugs)
        } | kinds
        for illness in claim.subjects or {_ANYWHERE}:
            for drug, kind in said:
                self._speaking[_Key(illness, drug, kind)].add(book.id)

    def group(
        self, key: _Key, said: dict[HandbookId, Stated], agreeing: dict[HandbookId, Stated]
    ) -> Undisputed | None:
        """Say how handbooks stand to each other; None if nobody else treats the illness and is silent."""
        silent = self._silent(key)
        if agreeing:
            relation, said = GroupRelation.AGREED, agreeing
        elif len(said) > 1:
            relation = GroupRelation.NOT_COMPARABLE
        elif silent:
            relation = GroupRelation.ONLY_ONE
        else:
            return None
        ordered = tuple(said[book] for book in sorted(said))
        return Undisputed(relation, key.illness, key.drug, key.kind, ordered, silent)

    def _silent(self, key: _Key) -> tuple[Handbook, ...]:
        speaking = self._speaking[key] | self._speaking[key._replace(illness=_ANYWHERE)]
        return tuple(
            book for name, book in sorted(self._treating[key.illness].items()) if name not in speaking
        )
