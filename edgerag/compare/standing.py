"""How two texts stand to each other, from how each statement of one stands to each of the other.

An answer is several statements, and they do not count alike: the one that answers the question says
more than the fourth. So each statement i of A has a weight w_i, the weights of a text sum to one,
and a text is covered as far as the other says the same:

    cover(A) = sum of w_i * best_i / sum of w_i    over the statements i that can be put beside one of B
    best_i   = max of min(1, 2 w_j / max w)        over the statements j of B that agree with i
    agreement = min(cover(A), cover(B))

A statement that agrees counts in full if it weighs half as much as its text's weightiest. Where
agreement falls short, the heaviest pair of statements that do not agree tells how they differ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import Final, Generic, TypeVar

from edgerag.compare.findings import AGREEING, APART, CLASHING, Finding, Relation, foremost
from edgerag.language.reading import Statement

T = TypeVar("T")

Beside = Callable[[Finding, Sequence[Statement], Sequence[Statement]], Finding]
"""Given what two statements say on what was asked, looks at what belongs to it, as a frequency to a dose."""

ENOUGH: Final = 0.58
"""Agreement from which on two texts agree."""


@dataclass(frozen=True, slots=True)
class Weighed(Generic[T]):
    """One thing that a text says, and how much it counts; the weights of a text sum to one."""

    said: T
    weight: float


def stand(a: Sequence[Weighed[T]], b: Sequence[Weighed[T]], relate: Callable[[T, T], Finding]) -> Finding:
    """Combine the relations of all pairs into one, which is that of the pair that decided."""
    pairs = [(x, y, relate(x.said, y.said)) for x in a for y in b]
    agreeing = [pair for pair in pairs if pair[2].relation in AGREEING]
    clashing = [pair for pair in pairs if pair[2].relation in CLASHING]
    for_others = [pair for pair in pairs if pair[2].relation in APART]
    if not agreeing and not clashing:
        return _heaviest(for_others or pairs) if pairs else Finding(Relation.NOTHING)
    agreement = min(
        _cover([(x, y) for x, y, _ in agreeing], [(x, y) for x, y, _ in clashing]),
        _cover([(y, x) for x, y, _ in agreeing], [(y, x) for x, y, _ in clashing]),
    )
    if agreement < ENOUGH:
        unlike = [pair for pair in pairs if pair[2].relation not in AGREEING]
        return replace(_heaviest([*clashing, *for_others] or unlike), share=1 - agreement)
    return replace(_heaviest(agreeing), share=agreement)


def _cover(
    agreeing: Sequence[tuple[Weighed[T], Weighed[T]]], clashing: Sequence[tuple[Weighed[T], Weighed[T]]]
) -> float:
    """Say how much of the first text the second says too; each pair begins with the first text's side."""
    sides = {id(x): x for x, _ in (*agreeing, *clashing)}
    heaviest = max(y.weight for _, y in (*agreeing, *clashing))
    best = dict.fromkeys(sides, 0.0)
    for x, y in agreeing:
        best[id(x)] = max(best[id(x)], min(1.0, 2 * y.weight / heaviest))
    said = fsum(x.weight * best[key] for key, x in sides.items())
    return said / fsum(x.weight for x in sides.values())


def _heaviest(pairs: Sequence[tuple[Weighed[T], Weighed[T], Finding]]) -> Finding:
    """Give the weightiest pair's finding, and of equals the foremost."""
    most = max(x.weight * y.weight for x, y, _ in pairs)
    return foremost(found for x, y, found in pairs if x.weight * y.weight == most)
