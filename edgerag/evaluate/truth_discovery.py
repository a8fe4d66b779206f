"""The usual methods of truth discovery, to compare our confidence with: one list of values per question.

Majority: the list that most sources state.

TruthFinder. Yin, Han and Yu, KDD 2007, equations 3-8; facts f of sources w with trust t(w):

    sigma(f) = - sum over w of ln(1 - t(w))
    sigma*(f) = sigma(f) + rho * sum over f' of sigma(f') imp(f' -> f)
    s(f) = 1 / (1 + exp(-gamma sigma*(f))),     t(w) = mean of s(f)

imp is the overlap of two lists less one half: lists that share less speak against each other.

Accuracy and copying. Dong, Berti-Equille and Srivastava, VLDB 2009, sections 3-4; accuracy A, n false values:

    vote(v)  = sum over S of  ln(n A(S) / (1 - A(S))) * product over earlier S' of (1 - c P(S ~ S'))
    P(v)     = exp(vote(v)) / (sum over v' of exp(vote(v')) + what is left of the n false ones)
    P(S ~ S') by Bayes from how often both state the same true value, the same false one, and different ones.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

Stated = frozenset[int]
Groups = Sequence[Mapping[str, Stated]]
"""What each source states, group by group."""
Chosen = list[Stated]
"""The values that are taken for true, group by group."""

_TRUST: Final = 0.9
"""TruthFinder's initial trust."""
_RHO, _GAMMA = 0.5, 0.3
"""TruthFinder's constants."""
_FALSE_VALUES: Final = 10
"""Dong's n. Unfitted, as are the constants below."""
_COPIED: Final = 0.8
"""Dong's c, the share of its values that a copier copies."""
_DEPENDENT: Final = 0.2
"""Dong's alpha, the prior probability that one of two sources copies the other."""
_PASSES: Final = 5
_MOST: Final = 0.99
"""Bound of trust and accuracy, whose logarithms are taken."""


def majority(groups: Groups) -> Chosen:
    """Take the list that most sources state; of equals the first."""
    return [Counter(nodes.values()).most_common(1)[0][0] for nodes in groups]


def truth_finder(groups: Groups) -> Chosen:
    """Take the list of the highest confidence after some passes of TruthFinder."""
    trust: Mapping[str, float] = defaultdict(lambda: _TRUST)
    confidence: list[dict[Stated, float]] = []
    for _ in range(_PASSES):
        confidence = [_confidence(nodes, trust) for nodes in groups]
        trust = _mean_by_source(groups, confidence)
    return [max(values, key=values.__getitem__) for values in confidence]


def accuracy_copying(groups: Groups) -> Chosen:
    """Take the most probable list after some passes of Dong's accuracies with copying."""
    accuracy: Mapping[str, float] = defaultdict(lambda: 0.8)
    chosen = majority(groups)
    for _ in range(_PASSES):
        dependence = _dependence(groups, chosen, accuracy)
        probable = [_probable(nodes, accuracy, dependence) for nodes in groups]
        chosen = [max(values, key=values.__getitem__) for values in probable]
        accuracy = _mean_by_source(groups, probable)
    return chosen


def _confidence(nodes: Mapping[str, Stated], trust: Mapping[str, float]) -> dict[Stated, float]:
    sigma: defaultdict[Stated, float] = defaultdict(float)
    for source, stated in nodes.items():
        sigma[stated] -= math.log(1 - min(_MOST, trust[source]))
    return {
        one: 1
        / (
            1
            + math.exp(
                -_GAMMA
                * (own + _RHO * sum(of * _implies(other, one) for other, of in sigma.items() if other != one))
            )
        )
        for one, own in sigma.items()
    }


def _implies(one: Stated, other: Stated) -> float:
    return len(one & other) / len(one | other) - 0.5


def _mean_by_source(groups: Groups, values: Sequence[Mapping[Stated, float]]) -> dict[str, float]:
    of_source: defaultdict[str, list[float]] = defaultdict(list)
    for nodes, value in zip(groups, values, strict=True):
        for source, stated in nodes.items():
            of_source[source].append(value[stated])
    return {source: sum(each) / len(each) for source, each in of_source.items()}


def _dependence(
    groups: Groups, chosen: Chosen, accuracy: Mapping[str, float]
) -> dict[tuple[str, str], float]:
    counts: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for nodes, true in zip(groups, chosen, strict=True):
        for pair in combinations(sorted(nodes), 2):
            one, other = nodes[pair[0]], nodes[pair[1]]
            counts[pair][2 if one != other else 0 if one == true else 1] += 1
    return {
        pair: _copies(*each, error=1 - (accuracy[pair[0]] + accuracy[pair[1]]) / 2)
        for pair, each in counts.items()
    }


def _copies(n_true: int, n_false: int, n_different: int, *, error: float) -> float:
    """Give P(S ~ S') from counts of what both state, both wrongly state, and state differently."""
    error = min(_MOST, max(1 - _MOST, error))
    true, false = (1 - error) ** 2, error**2 / _FALSE_VALUES
    ratio = (
        n_true * math.log(true / ((1 - error) * _COPIED + (1 - _COPIED) * true))
        + n_false * math.log(false / (error * _COPIED + (1 - _COPIED) * false))
        - n_different * math.log(1 - _COPIED)
    )
    return 1 / (1 + (1 - _DEPENDENT) / _DEPENDENT * math.exp(min(500.0, ratio)))


def _probable(
    nodes: Mapping[str, Stated],
    accuracy: Mapping[str, float],
    dependence: Mapping[tuple[str, str], float],
) -> dict[Stated, float]:
    votes: defaultdict[Stated, float] = defaultdict(float)
    earlier: defaultdict[Stated, list[str]] = defaultdict(list)
    for source in sorted(nodes, key=lambda source: (-accuracy[source], source)):
        stated, right = nodes[source], min(_MOST, max(1 - _MOST, accuracy[source]))
        alone = math.prod(
            1 - _COPIED * dependence[min(source, other), max(source, other)] for other in earlier[stated]
        )
        votes[stated] += math.log(_FALSE_VALUES * right / (1 - right)) * alone
        earlier[stated].append(source)
    top = max(votes.values())
    whole = sum(math.exp(vote - top) for vote in votes.values())
    whole += max(0, _FALSE_VALUES + 1 - len(votes)) * math.exp(-top)
    return {stated: math.exp(vote - top) / whole for stated, vote in votes.items()}
