"""The map in words: quotations cut from the stored pages, and what of the map somebody wants to see."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Self

from edgerag.atlas.atlas import Atlas, Group
from edgerag.atlas.census import Undisputed
from edgerag.atlas.homologous import Difference
from edgerag.atlas.naming import with_its_medicine
from edgerag.atlas.stated import Stated
from edgerag.compare.findings import SIGNIFICANCE, Relation, Span
from edgerag.domain.answers import Citation
from edgerag.domain.differences import DifferenceGroup, DifferingPair, GroupRelation, Side
from edgerag.domain.handbooks import Page, Section
from edgerag.domain.ids import HandbookId
from edgerag.domain.pages import locate
from edgerag.domain.reports import Label
from edgerag.language import names
from edgerag.language.reading import terms
from edgerag.language.text import folded
from edgerag.language.values import Kind
from edgerag.store.library import Library

SURE: Final = 0.3
"""Of the judged pairs that are less sure one in five is a difference."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which part of the map is to be seen."""

    about: str = ""
    """Medicines, classes of medicines, illnesses or other words; all if empty."""
    kinds: frozenset[Kind] = frozenset()
    """All if empty."""
    least_sureness: float = 0.0
    """Of a pair; from any on a pair in doubt is left out."""


def told(library: Library, groups: Iterable[Group], wanted: Wanted) -> Iterator[DifferenceGroup]:
    """Yield the groups that are wanted, in their order, with their quotations.

    Raises:
        StoreError: a page cannot be read.
    """
    books = cache(lambda handbook: _Book.of(library, handbook))
    for group in _wanted_of(groups, wanted):
        yield _told(group, books)


def _wanted_of(groups: Iterable[Group], wanted: Wanted) -> Iterator[Group]:
    """Yield the groups with those of their pairs that are wanted; those in the words asked for come first.

    Who asks for anaphylaxis wants what is said of anaphylaxis before what is said of other allergies.
    """
    asked = terms(wanted.about)

    def is_worded_otherwise(group: Group) -> bool:
        return not any(_says(pair.a, asked) and _says(pair.b, asked) for pair in group.pairs)

    yield from sorted(_matching(groups, wanted), key=is_worded_otherwise)


def _matching(groups: Iterable[Group], wanted: Wanted) -> Iterator[Group]:
    is_about = _matcher(wanted.about)
    for group in groups:
        if wanted.kinds and group.kind not in wanted.kinds:
            continue
        sure = (pair for pair in group.pairs if _is_sure(pair, wanted.least_sureness))
        pairs = [pair for pair in sure if is_about(pair.a) and is_about(pair.b)]
        if pairs:
            yield replace(group, pairs=tuple(pairs))


def _is_sure(pair: Difference, least: float) -> bool:
    return not least or (pair.sureness >= least and not pair.is_doubtful)


def told_undisputed(
    library: Library, groups: Iterable[Undisputed], wanted: Wanted
) -> Iterator[DifferenceGroup]:
    """Yield the groups without a difference that are wanted, in their order, with their quotations.

    Raises:
        StoreError: a page cannot be read.
    """
    books = cache(lambda handbook: _Book.of(library, handbook))
    for group in _wanted_undisputed(groups, wanted):
        yield DifferenceGroup(
            group.subject,
            str(group.kind),
            (),
            SIGNIFICANCE[group.kind],
            group.relation,
            (),
            group.illness,
            tuple(books(one.handbook.id).side(one, None) for one in group.stated),
            group.silent,
        )


def _wanted_undisputed(groups: Iterable[Undisputed], wanted: Wanted) -> Iterator[Undisputed]:
    is_about = _matcher(wanted.about)
    for group in groups:
        if (not wanted.kinds or group.kind in wanted.kinds) and all(map(is_about, group.stated)):
            yield group


def counts(atlas: Atlas, wanted: Wanted) -> dict[GroupRelation, int]:
    """Count the groups that are wanted, by how their handbooks stand to each other."""
    found = Counter(_relation(group) for group in _wanted_of(atlas.groups, wanted))
    found.update(group.relation for group in _wanted_undisputed(atlas.undisputed, wanted))
    return {relation: found[relation] for relation in GroupRelation}


def _matcher(about: str) -> Callable[[Stated], bool]:
    """Say which statements are about something: they name it, or have its words."""
    if not about.strip():
        return lambda _stated: True
    drugs = {mention.name for mention in names.drugs(folded(about), about)}
    drugs.update(*names.drug_classes(about).values())
    conditions = {mention.name for mention in names.conditions(about)}
    words = terms(about)

    def is_about(stated: Stated) -> bool:
        claim = stated.claim
        named = claim.drugs | {value.drug for value in claim.values}
        is_on = bool(conditions) and conditions <= claim.conditions
        return bool(drugs & named) or is_on or _says(stated, words)

    return is_about


def _says(stated: Stated, words: Set[str]) -> bool:
    """Whether a statement has all words, itself or in its heading."""
    return words <= stated.claim.terms | stated.claim.heading


@dataclass(frozen=True, slots=True)
class _Book:
    """What quotations are cut from."""

    pages: tuple[Page, ...]
    sections: tuple[Section, ...]

    @classmethod
    def of(cls, library: Library, handbook: HandbookId) -> Self:
        return cls(library.pages(handbook), library.sections(handbook))

    def side(self, stated: Stated, span: Span | None) -> Side:
        """Quote a claim, or as much of it as stands on the page of what differs."""
        start, end = stated.claim.start, stated.claim.end
        at = span.start if span else start
        start, end = (min(start, span.start), max(end, span.end)) if span else (start, end)
        parts = locate(self.pages, start, end)
        part = next((part for part in parts if at < part.page.start + part.end), parts[0])
        section = self.sections[max(bisect_right([one.start for one in self.sections], start) - 1, 0)]
        part = with_its_medicine(part, stated.claim, section, span.text if span else "")
        citation = Citation(
            section.id,
            " > ".join(section.path),
            part.page.number,
            part.page.ordinal,
            part.text,
            part.start,
            part.end,
        )
        return Side(stated.handbook, citation, span.text if span else "", span.strength if span else "")


def _told(group: Group, book: Callable[[HandbookId], _Book]) -> DifferenceGroup:
    def side(stated: Stated, span: Span | None) -> Side:
        return book(stated.handbook.id).side(stated, span)

    pairs = tuple(
        DifferingPair(
            _label(pair),
            pair.likeness,
            pair.sureness,
            side(pair.a, pair.finding.a),
            side(pair.b, pair.finding.b),
        )
        for pair in group.pairs
    )
    people = tuple(sorted(group.people))
    return DifferenceGroup(
        group.subject, str(group.kind), people, group.significance, _relation(group), pairs, group.illness
    )


def _relation(group: Group) -> GroupRelation:
    is_opposed = any(pair.finding.relation is Relation.OPPOSITE for pair in group.pairs)
    return GroupRelation.OPPOSED if is_opposed else GroupRelation.DIFFERING


def _label(pair: Difference) -> Label:
    return Label.CONTRADICTORY if pair.finding.relation is Relation.OPPOSITE else Label.DIVERGENT
