"""Which side of a disagreement is borne out best, and why.

Wu et al., "MultiRAG", III.D-E, on one group: what several handbooks say on one topic of one question.

    C(v) = S_n(v) + alpha Auth(v) + (1 - alpha) Auth_hist(v)                                    (8)-(9)
    Auth(v) = 1 / (1 + exp(-beta (c(v) - mean of c)))                                           (10)
    share of a side = (sum of C(v) over its voices) / (sum of C(v) over all voices)

Differs from the paper:
- A node is a voice, not a source: handbooks of one family on one side are one node, so that copies do not
  bear one another out, and a family that is divided has its one voice divided.
- c(v) is the node's place in the graph, log(1 + the sum of S over its edges), and how the library keeper
  ranks it, or, where they rank none of those who speak, the prior of its collection (`priors`); no language
  model is asked. If the collection of one of them is not known, those of the others count for nothing.
- A side is trusted only if its share is clear and no ground speaks for another side: where most say the one
  and the keeper's handbook the other, none is. What is not trusted is shown as well.
- Voices are no ground against a newer handbook: who corrects the others is alone at first.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from edgerag.confirm.confidence import ALPHA, BETA
from edgerag.confirm.fuse import CLEAR
from edgerag.confirm.line_graph import line_graph
from edgerag.domain.points import Ground, Trust

RANK_WEIGHT: Final = 2.0
"""Of one step of the keeper's rank beside the place in the graph: as much as six voices. Unfitted."""
BETTER: Final = 0.1
"""Credibility by which one side must exceed another to have the better record. Unfitted."""


@dataclass(frozen=True, slots=True)
class Witness:
    """A handbook on one side of a disagreement."""

    family: str
    side: int
    rank: int | None = None
    """By the keeper: -1, 0 or 1; None if they gave it none."""
    prior: float | None = None
    """Of its collection, in steps of the keeper's rank; None if that is not known."""
    credibility: float = 0.5
    """Of equation 11."""
    edition: str = ""
    """A date as exact as is known; empty if none is."""


@dataclass(frozen=True, slots=True)
class _Voice:
    """Handbooks of one family on one side."""

    side: int
    part: float
    """Of a voice: the family may speak on other sides too."""
    rank: float
    """By the keeper, or by its collection."""
    credibility: float


def most_trusted(witnesses: Sequence[Witness], newest: Collection[int] = ()) -> Trust | None:
    """Say which side is borne out clearly best; None if none is.

    Args:
        witnesses: who speaks; older editions beside the newest of their work left out.
        newest: the sides that hold a work's newest edition while an older one was left out elsewhere.
    """
    if not witnesses:
        return None
    ranked_by, ranks = _ranks(witnesses)
    voices = _voices(witnesses, ranks)
    shares = _shares(voices)
    side = max(shares, key=lambda one: (shares[one], -one))
    grounds = _grounds(voices, newest, ranked_by, _has_latest(witnesses))
    own = tuple(ground for ground in Ground if grounds.get(ground) == {side})
    speaks_against = any(sides and side not in sides for sides in grounds.values())
    if shares[side] < CLEAR or not own or speaks_against:
        return None
    n_voices = sum(voice.side == side for voice in voices)
    return Trust(side, shares[side], own, n_voices, len(voices))


def _ranks(witnesses: Sequence[Witness]) -> tuple[Ground, list[float]]:
    """Say who ranks the witnesses, and how: the keeper if they rank any, else collections if all are known.

    A keeper's step is so neither lessened nor outdone by a prior.
    """
    if any(one.rank is not None for one in witnesses):
        return Ground.RANK, [one.rank or 0.0 for one in witnesses]
    priors = [one.prior for one in witnesses if one.prior is not None]
    return Ground.COLLECTION, priors if len(priors) == len(witnesses) else [0.0] * len(witnesses)


def _voices(witnesses: Sequence[Witness], ranks: Sequence[float]) -> list[_Voice]:
    members: dict[tuple[str, int], list[tuple[Witness, float]]] = {}
    for witness, rank in zip(witnesses, ranks, strict=True):
        members.setdefault((witness.family, witness.side), []).append((witness, rank))
    n_sides = Counter(family for family, _ in members)
    return [
        _Voice(
            side,
            1 / n_sides[family],
            sum(rank for _, rank in each) / len(each),
            sum(one.credibility for one, _ in each) / len(each),
        )
        for (family, side), each in members.items()
    ]


def _shares(voices: Sequence[_Voice]) -> dict[int, float]:
    """Give each side its share of the weight."""
    graph = line_graph({str(at): {voice.side} for at, voice in enumerate(voices)})
    places = [
        math.log1p(graph.strength[str(at)]) + RANK_WEIGHT * voice.rank for at, voice in enumerate(voices)
    ]
    mean = sum(places) / len(places)
    weights: dict[int, float] = {}
    for at, (voice, place) in enumerate(zip(voices, places, strict=True)):
        authority = 1 / (1 + math.exp(-BETA * (place - mean)))
        weight = graph.consistency[str(at)] + ALPHA * authority + (1 - ALPHA) * voice.credibility
        weights[voice.side] = weights.get(voice.side, 0.0) + voice.part * weight
    whole = sum(weights.values())
    return {side: weight / whole for side, weight in weights.items()}


def _has_latest(witnesses: Sequence[Witness]) -> Callable[[int], bool]:
    """Tell of a side whether no other has a newer handbook, as far as dates are known and exact enough."""
    latest: dict[int, str] = {}
    for witness in witnesses:
        latest[witness.side] = max(witness.edition, latest.get(witness.side, ""))

    def has_latest(side: int) -> bool:
        own = latest[side]
        return all(
            not other or (own != "" and other[: len(own)] <= own[: len(other)]) for other in latest.values()
        )

    return has_latest


def _grounds(
    voices: Sequence[_Voice], newest: Collection[int], ranked_by: Ground, has_latest: Callable[[int], bool]
) -> Mapping[Ground, set[int]]:
    """Say for which sides each ground speaks; the rank's own is `ranked_by`."""
    counts: dict[int, float] = {}
    records: dict[int, list[float]] = {}
    ranks: dict[int, float] = {}
    for voice in voices:
        counts[voice.side] = counts.get(voice.side, 0.0) + voice.part
        records.setdefault(voice.side, []).append(voice.credibility)
        ranks[voice.side] = max(voice.rank, ranks.get(voice.side, -1.0))
    whole = sum(counts.values())
    record = {side: sum(each) / len(each) for side, each in records.items()}
    return {
        Ground.NEWEST: set(newest),
        Ground.VOICES: {side for side, n in counts.items() if n > 1 and 2 * n > whole and has_latest(side)},
        ranked_by: _ahead(ranks, 0.0),
        Ground.RECORD: _ahead(record, BETTER),
    }


def _ahead(values: Mapping[int, float], by: float) -> set[int]:
    """Give the side whose value exceeds every other by more than so much, if there is one."""
    first = max(values, key=lambda side: values[side])
    others = [value for side, value in values.items() if side != first]
    return {first} if others and values[first] - max(others) > by else set()
