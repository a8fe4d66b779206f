"""The map of differences: where the handbooks of a library differ, found without a question.

    claims -> homologous groups, and medicines chosen for one illness -> differences -> ranked, the gravest
    and surest first -> parted by what they are about

    rank = sureness + GRAVE if it could hurt much + DANGEROUS if an amount of a high-alert medicine differs
           - DEED if it is a deed without a medicine, of which most are for another case

Differences of one attribute of one subject that share a statement are one group as in a line graph of claims
(MultiRAG, section III.B), as far as they are nearly as sure as the surest of it. A handbook states durations
of HIV for a dozen things, and one sure difference must not bring up what is said of all the others.

What is added to and taken from the sureness is set by hand, from reading what it puts first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from threading import Event
from typing import Final

from edgerag.atlas.census import Undisputed, undisputed
from edgerag.atlas.homologous import Difference
from edgerag.atlas.kept import comparisons
from edgerag.atlas.stated import Advance, Stated, gather
from edgerag.atlas.sureness import Sureness
from edgerag.compare.findings import SIGNIFICANCE, Span
from edgerag.domain.handbooks import Handbook
from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import Significance
from edgerag.language import names
from edgerag.language.text import folded
from edgerag.language.values import Kind
from edgerag.store.library import Library

GRAVE: Final = 0.05
DANGEROUS: Final = 0.2
"""Of the first hundred pairs of 20 handbooks 18 are of such medicines so, adrenaline among them, where 2 were
by sureness alone; of those that were judged 82 of 98 are right, where 88 of 99 were."""
DEED: Final = 0.3
_AMOUNTS: Final = frozenset({Kind.DOSE, Kind.FREQUENCY, Kind.COUNT, Kind.DURATION})
NEAR: Final = 0.1
"""A difference that ranks so much lower than the surest of a group is of another thing, though it shares a
statement with it. Of the hundred pairs of 20 handbooks that rank highest 94 are among the first hundred of
the map; with one group for all of an attribute, ordered by likeness, 6 were."""


@dataclass(frozen=True, slots=True)
class Group:
    """What handbooks state differently of one attribute of one thing; of a subject there may be several."""

    subject: str
    """The medicine, or the illness that all name."""
    kind: Kind
    people: frozenset[str]
    pairs: tuple[Difference, ...]
    """The surest first; one for every two statements."""

    @property
    def illness(self) -> str:
        """What a medicine is given for by the headings over all its statements; empty if they name nothing.

        Of "malaria" and "severe malaria" it is what more words tell.
        """
        if not self.pairs[0].attribute.drug:
            return ""
        named = (pair.a.claim.topics & pair.b.claim.topics for pair in self.pairs)
        return max(sorted(frozenset.intersection(*named)), key=lambda one: one.count(" "), default="")

    @property
    def significance(self) -> Significance:
        """How much the difference could hurt."""
        return SIGNIFICANCE[self.kind]


@dataclass(frozen=True, slots=True)
class Atlas:
    """The map of a library."""

    groups: tuple[Group, ...]
    undisputed: tuple[Undisputed, ...]
    """What is stated without a difference, by illness."""
    n_claims: int
    handbooks: tuple[Handbook, ...]
    """Those that were compared."""
    left_out: tuple[Handbook, ...]
    """Those that are damaged, or whose vectors are still to be made."""
    n_too_long: int = 0
    """Comparisons that were left out, because two handbooks state too much of one attribute."""


def draw(library: Library, handbooks: Sequence[Handbook], advance: Advance, cancel: Event) -> Atlas:
    """Find where handbooks differ.

    Args:
        library: where they are.
        handbooks: those to compare.
        advance: told how far it is.
        cancel: set it to stop.

    Raises:
        Cancelled: `cancel` was set; what was read and compared by then is kept.
        StoreError: the library cannot be read.
    """
    gathered = gather(library, handbooks, advance, cancel)
    every = comparisons(library, gathered, advance, cancel)
    surely = Sureness(gathered.stated)
    found = [replace(pair, sureness=surely.of(pair)) for one in every for pair in one.differences]
    agreed = [pair for one in every for pair in one.agreements]
    ranked = tuple(_ranked(found))
    disputed = {(group.subject, group.kind) for group in ranked}
    readable = tuple(book for book in handbooks if book not in gathered.left_out)
    n_too_long = sum(one.n_too_long for one in every)
    peace = tuple(undisputed(gathered.stated, agreed, disputed))
    return Atlas(ranked, peace, len(gathered.stated), readable, gathered.left_out, n_too_long)


def rank(difference: Difference) -> float:
    """Say how far up a difference stands."""
    attribute = difference.attribute
    is_deed = attribute.kind is Kind.ACTION and not attribute.drug
    is_grave = SIGNIFICANCE[attribute.kind] is Significance.HIGH
    is_dangerous = attribute.kind in _AMOUNTS and names.is_high_alert(attribute.drug)
    return difference.sureness + GRAVE * is_grave + DANGEROUS * is_dangerous - DEED * is_deed


def _ranked(found: Iterable[Difference]) -> list[Group]:
    alike: defaultdict[tuple[str, Kind, frozenset[str]], list[Difference]] = defaultdict(list)
    for one in sorted(_once(found), key=_order):
        people = one.a.claim.people & one.b.claim.people
        alike[_subject(one), one.attribute.kind, people].append(one)
    made = [Group(*key, tuple(pairs)) for key, every in alike.items() for pairs in parted(every)]
    return sorted(made, key=lambda group: (_order(group.pairs[0]), group.subject, group.kind))


def parted(differences: Iterable[Difference]) -> list[list[Difference]]:
    """Part differences of one attribute, the surest first, into those that are about one thing.

    Each joins the surest group that has one of its statements, or the same value of the same handbook from
    another place, and is not much surer; else it begins its own.
    """
    groups: list[list[Difference]] = []
    having: defaultdict[_Said, set[int]] = defaultdict(set)
    for one in differences:
        said = [*_said(one.a, one.finding.a), *_said(one.b, one.finding.b)]
        sharing = sorted(set[int]().union(*(having[part] for part in said)))
        near = (place for place in sharing if rank(one) >= rank(groups[place][0]) - NEAR)
        place = next(near, len(groups))
        if place == len(groups):
            groups.append([])
        groups[place].append(one)
        for part in said:
            having[part].add(place)
    return groups


_Said = Stated | tuple[HandbookId, str]
"""A statement, or a value in the words of a handbook."""


def _said(stated: Stated, value: Span | None) -> list[_Said]:
    return [stated, (stated.handbook.id, folded(value.text))] if value else [stated]


def _once(found: Iterable[Difference]) -> Iterable[Difference]:
    """Keep one difference of every two statements, the gravest."""
    kept: dict[tuple[int, int, str, str], Difference] = {}
    for one in sorted(found, key=lambda one: (-rank(one), one.attribute)):
        place = one.a.claim.start, one.b.claim.start, one.a.handbook.id, one.b.handbook.id
        kept.setdefault(place, one)
    return kept.values()


def _order(one: Difference) -> tuple[float, str, int, str, int]:
    a, b = one.a, one.b
    return -rank(one), a.handbook.id, a.claim.start, b.handbook.id, b.claim.start


def _subject(one: Difference) -> str:
    """Name what two statements are about: the medicine, or the illness that both name, as for sorting."""
    if one.attribute.drug:
        return one.attribute.drug
    a, b = one.a.claim, one.b.claim
    return min(a.topics & b.topics or a.conditions & b.conditions, default="")
