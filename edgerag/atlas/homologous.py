"""Claims of different handbooks that speak of the same thing, and so may differ: MultiRAG, section III.B.

Claims of one attribute that share a medicine or an illness are one homologous group. Within it two claims of
two handbooks are put beside each other if one is the likeliest counterpart of the other, and where they do
not state the same, if likeness - doubt is at least `LEAST_ALIKE`:

    doubt = likeness of the likeliest counterpart of either that states the same + NEARLY - likeness,
            or 0 if that is less: a handbook that states both may mean another case

Differs from the paper: whether claims are homologous is told by what they are about and by how alike the
statements and their passages are, not by equal entity and attribute alone, since a handbook states a dose
of one medicine for a dozen purposes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from jaxtyping import Bool, Float32, Float64

from edgerag.atlas.likeness import Rarity
from edgerag.atlas.relations import Attribute, attributes, deeds, is_for_the_same, relate
from edgerag.atlas.stated import Stated
from edgerag.compare.findings import AGREEING, Finding

LEAST_COSINE: Final = 0.55
"""Passages less alike speak of other things: of pairs of gold quotations that differ none is below."""
ALIKE_COSINE: Final = 0.72
"""Passages so alike speak of one thing where one of them names no illness that the lexicon knows."""
NEARLY: Final = 0.1
"""Of two counterparts so near each other in likeness neither is the right one alone."""
LEAST_ALIKE: Final = 0.65
"""Of 82 differences between gold quotations that are found in 20 handbooks one is below."""
LEAST_SHARED: Final = 0.1
"""Of the words of two statements that name no medicine: what an amount is of, the words around it tell. In 20
handbooks 8,400 of 14,100 differences share less, one of them between gold quotations that differ."""
MOST_PAIRS: Final = 2_000_000
"""Of statements of one attribute in two handbooks, 1,400 in each: tables of more are no text to compare."""

By = Mapping[Attribute, Sequence[Stated]]
"""What one handbook states, by attribute."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Two claims that state the same attribute of the same thing, and not the same."""

    attribute: Attribute
    a: Stated
    b: Stated
    finding: Finding
    likeness: float
    """How alike they are, 0 to 1.5, less the doubt."""
    is_mutual: bool
    """Whether each is the likeliest counterpart of the other."""
    is_doubtful: bool = False
    """Whether a counterpart nearly as alike, or more alike, states the same; of a choice of medicine,
    whether one handbook knows what the other chooses."""
    sureness: float = 0.0
    """The probability that both speak of one thing, 0 to 1, told once all of a library is known."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two claims that state the same of the same thing, one of them the other's likeliest counterpart."""

    attribute: Attribute
    a: Stated
    b: Stated


def by_attribute(stated: Iterable[Stated]) -> dict[Attribute, list[Stated]]:
    """Sort a handbook's claims by attribute."""
    groups: defaultdict[Attribute, list[Stated]] = defaultdict(list)
    for one in stated:
        for attribute in (*attributes(one.claim), *deeds(one.claim)):
            groups[attribute].append(one)
    return dict(groups)


def comparable(ones: By, others: By) -> Iterator[Attribute]:
    """Yield the attributes that two handbooks state, but those of which they state too much."""
    for attribute in sorted(ones.keys() & others.keys()):
        if len(ones[attribute]) * len(others[attribute]) <= MOST_PAIRS:
            yield attribute


def n_left_out(ones: By, others: By) -> int:
    """Count the attributes of which two handbooks state too much to be compared."""
    return len(ones.keys() & others.keys()) - len(list(comparable(ones, others)))


def compared(ones: By, others: By, rarity: Rarity) -> Iterator[Difference | Agreement]:
    """Yield where two handbooks differ, and where they agree."""
    for attribute in comparable(ones, others):
        yield from _between(attribute, ones[attribute], others[attribute], rarity)


def _between(
    attribute: Attribute, ones: Sequence[Stated], others: Sequence[Stated], rarity: Rarity
) -> Iterator[Difference | Agreement]:
    likeness = _likenesses(ones, others, rarity, 0 if attribute.drug else LEAST_SHARED)
    best_of_row = likeness.max(axis=1, keepdims=True, initial=0.0)
    best_of_column = likeness.max(axis=0, keepdims=True, initial=0.0)
    found = _findings(attribute, ones, others, likeness > np.minimum(best_of_row, best_of_column) - NEARLY)
    agrees = np.zeros(likeness.shape)
    for place, finding in found.items():
        if finding.relation in AGREEING:
            agrees[place] = likeness[place]
    for (row, column), finding in found.items():
        here = float(likeness[row, column])
        is_best = here >= float(best_of_row[row, 0]), here >= float(best_of_column[0, column])
        nearest_agreeing = float(max(agrees[row].max(), agrees[:, column].max()))
        if not any(is_best):
            continue
        if finding.relation in AGREEING:
            yield Agreement(attribute, ones[row], others[column])
            continue
        doubt = max(0.0, nearest_agreeing + NEARLY - here)
        if here - doubt >= LEAST_ALIKE:
            a, b = ones[row], others[column]
            yield Difference(attribute, a, b, finding, here - doubt, all(is_best), doubt > 0)


def _likenesses(
    ones: Sequence[Stated], others: Sequence[Stated], rarity: Rarity, least_shared: float
) -> Float64[np.ndarray, "one other"]:
    """Say how alike each pair is; minus one where the two are not to be put beside each other."""
    cosines = np.stack([one.passage for one in ones]) @ np.stack([other.passage for other in others]).T
    found = np.full(cosines.shape, -1.0)
    wanted = (cosines >= LEAST_COSINE) & _are_on_one(ones, others, cosines)
    for row, column in zip(*np.nonzero(wanted), strict=True):
        a, b = ones[row].claim, others[column].claim
        if is_for_the_same(a, b):
            shared = rarity.shared(a.terms, b.terms)
            if shared >= least_shared:
                found[row, column] = float(cosines[row, column]) + shared / 2
    return found


def _are_on_one(
    ones: Sequence[Stated], others: Sequence[Stated], cosines: Float32[np.ndarray, "one other"]
) -> Bool[np.ndarray, "one other"]:
    """Say which claims speak of one thing: a medicine is given for many, each in its own dose."""
    subjects, their_subjects = ([one.claim.subjects for one in side] for side in (ones, others))
    headings, their_headings = (
        [{one.claim.heading} - {frozenset()} for one in side] for side in (ones, others)
    )
    alike = sharing(subjects, their_subjects) | sharing(headings, their_headings)
    are_told = np.outer([bool(named) for named in subjects], [bool(named) for named in their_subjects])
    return np.where(are_told, alike, cosines >= ALIKE_COSINE)


def sharing(
    ones: Sequence[Collection[Hashable]], others: Sequence[Collection[Hashable]]
) -> Bool[np.ndarray, "one other"]:
    """Say which sets have a member in common."""
    found = np.zeros((len(ones), len(others)), dtype=bool)
    ours, theirs = _places(ones), _places(others)
    for member in ours.keys() & theirs.keys():
        found[np.ix_(ours[member], theirs[member])] = True
    return found


def _places(sets: Sequence[Collection[Hashable]]) -> dict[Hashable, list[int]]:
    """Say which sets hold each member."""
    places: defaultdict[Hashable, list[int]] = defaultdict(list)
    for place, members in enumerate(sets):
        for member in members:
            places[member].append(place)
    return places


def _findings(
    attribute: Attribute,
    ones: Sequence[Stated],
    others: Sequence[Stated],
    wanted: np.ndarray,
) -> dict[tuple[int, int], Finding]:
    """Compare the claims of the wanted pairs; those that cannot be compared are left out."""
    found = {}
    for row, column in zip(*np.nonzero(wanted), strict=True):
        finding = relate(attribute, ones[row].claim, others[column].claim)
        if finding is not None:
            found[int(row), int(column)] = finding
    return found
