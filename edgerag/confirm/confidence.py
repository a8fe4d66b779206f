"""Node confidence: how much weight what a source states has.

Wu et al., "MultiRAG", III.D, equations 8-11:

    C(v)       = S_n(v) + A(v)
    A(v)       = alpha Auth(v) + (1 - alpha) Auth_hist(v)                                       (9)
    Auth(v)    = 1 / (1 + exp(-beta (c(v) - mean of c)))                                        (10)
    Auth_hist  = (H Pr_h(D) + sum of Pr(x) over what D states) / (H + what D states)            (11)

and from them, for each value x of a group,

    Pr(x) = (sum of C(v) over the nodes v that state x) / (the same sum + sum of Q(v) C(v) over the others)

Q(v) is how much v's silence says: 1 where the attribute has one value, which every other one denies. Where it
may have several, such as authors, a source that names the first only says nothing of the second. There

    Q = (H Q_mean + sum of Pr over what the source states) / (H + sum of Pr over what it states or left out)

over all such groups in which the source is not alone, the best supported value that it states not counted. It
left out what some source states together with a value of its own; what nobody states together with them is
another opinion, and no omission. So where sources differ and are complete, Q is near 1.

x is trusted if Pr(x) >= theta, and the best supported value always is.

Differs from the paper:
- In (10) c(v) is asked of a language model. Here it is the node's place in the graph, log(1 + the sum of
  S over its edges): a source that nobody bears out has less, however sure it sounds.
- (11) adds the present question to earlier ones. Here all groups are present at once: Pr_h is the mean
  over all groups, beside H that count as average, and Pr is computed from it anew, `PASSES` times. Groups
  in which a source is alone teach nothing of it.
- The paper drops nodes with C(v) below theta = 0.7. Here theta is a share of the weight, by value.
- A source is silent in the paper, or it is not. Q is the sensitivity of Zhao et al., "A Bayesian approach to
  discovering truth from conflicting sources for data integration", VLDB 2012, with H for its prior.
- Sources of one family that state the same share the weight of one.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import msgspec

from edgerag.confirm.line_graph import LineGraph, Stated, line_graph

PRIOR_GROUPS: Final = 50
"""H for a source of which nothing is known: the paper's initial number of entities (IV.A)."""
BETA: Final = 0.5
"""The paper's temperature (IV.A)."""
ALPHA: Final = 0.5
"""Authority by position and by history alike; the paper gives no value."""
PASSES: Final = 3
"""The second is the first that weighs silence; from the third to the sixth the trusted values of one group of
the three evaluation sets change."""
_LEAST_WEIGHT: Final = 1e-6
"""Of a node of which every part is left out or zero, so that shares exist."""


class Part(StrEnum):
    """A part of the confidence, which can be left out to see what it does."""

    CONSISTENCY = "consistency"
    AUTHORITY = "authority"
    HISTORY = "history"
    SILENCE = "silence"
    """Left out, every source that does not state a value denies it."""
    FAMILIES = "families"


class Settings(msgspec.Struct, frozen=True):
    """What the confidence is computed with."""

    theta: float = 0.35
    """Share of the weight from which a value is trusted; chosen on development queries (README.md)."""
    without: frozenset[Part] = frozenset()


@dataclass(frozen=True, slots=True)
class Weighed:
    """A homologous group with its confidence."""

    graph: LineGraph
    confidence: Mapping[int, float]
    """Pr by value."""


def weigh(
    groups: Sequence[Mapping[str, Stated]],
    family: Mapping[str, str],
    settings: Settings,
    several: Collection[int] = (),
) -> list[Weighed]:
    """Give every value of every group its confidence.

    Args:
        groups: what each source states, group by group; each source at least one value.
        family: each source's family.
        settings: threshold and parts.
        several: the places of the groups whose attribute may have several values.
    """
    graphs = [line_graph(nodes) for nodes in groups]
    authority = _authority(graphs)
    parts = [
        _parts(nodes, graph, places, settings, family)
        for nodes, graph, places in zip(groups, graphs, authority, strict=True)
    ]
    use = 0.0 if Part.HISTORY in settings.without else 1 - ALPHA
    open_ended = frozenset() if Part.SILENCE in settings.without else frozenset(several)
    history: Mapping[str, float] = defaultdict(lambda: 0.5)
    denial: Mapping[str, float] = {}
    confidence: list[Mapping[int, float]] = []
    for _ in range(PASSES):
        confidence = [
            _confidence(
                nodes,
                {
                    source: voice * max(_LEAST_WEIGHT, steady + use * history[source])
                    for source, (voice, steady) in each.items()
                },
                denial if at in open_ended else {},
            )
            for at, (nodes, each) in enumerate(zip(groups, parts, strict=True))
        ]
        history = credibility(groups, confidence)
        denial = completeness([(groups[at], confidence[at]) for at in sorted(open_ended)])
    return [Weighed(graph, values) for graph, values in zip(graphs, confidence, strict=True)]


def _parts(
    nodes: Mapping[str, Stated],
    graph: LineGraph,
    places: Mapping[str, float],
    settings: Settings,
    family: Mapping[str, str],
) -> dict[str, tuple[float, float]]:
    """Give each source's part of a voice, and the parts of C(v) that no pass changes.

    With every part of C(v) left out, every node weighs the same.
    """
    is_used = {part: float(part not in settings.without) for part in Part}
    nothing = float({Part.CONSISTENCY, Part.AUTHORITY, Part.HISTORY} <= settings.without)
    voices = _voices(nodes, family) if is_used[Part.FAMILIES] else dict.fromkeys(nodes, 1.0)
    return {
        source: (
            voices[source],
            nothing
            + is_used[Part.CONSISTENCY] * graph.consistency[source]
            + is_used[Part.AUTHORITY] * ALPHA * places[source],
        )
        for source in nodes
    }


def credibility(
    groups: Sequence[Mapping[str, Stated]], confidence: Sequence[Mapping[int, float]]
) -> dict[str, float]:
    """Give each source's history: the mean confidence of what it states where it is not alone.

    A source of which little is known is near the mean of all.
    """
    total: defaultdict[str, float] = defaultdict(float)
    n: Counter[str] = Counter()
    for nodes, values in zip(groups, confidence, strict=True):
        for source, stated in nodes.items():
            together = len(nodes) > 1
            n[source] += together
            total[source] += together * sum(values[value] for value in stated) / len(stated)
    n_all = sum(n.values())
    mean = sum(total.values()) / n_all if n_all else 0.5
    return {source: (PRIOR_GROUPS * mean + total[source]) / (PRIOR_GROUPS + n[source]) for source in n}


def completeness(groups: Iterable[tuple[Mapping[str, Stated], Mapping[int, float]]]) -> dict[str, float]:
    """Give each source's Q: how much it states of what belongs to what it states.

    A source of which little is known is near the mean of all.

    Args:
        groups: nodes and confidence, of attributes that may have several values.
    """
    said: defaultdict[str, float] = defaultdict(float)
    left_out: defaultdict[str, float] = defaultdict(float)
    for nodes, values in groups:
        if len(nodes) > 1:
            omitted = _omitted(frozenset(nodes.values()))
            for source, stated in nodes.items():
                own = [values[value] for value in stated]
                said[source] += sum(own) - max(own)
                left_out[source] += sum(values[value] for value in omitted[stated])
    n_all = sum(said.values()) + sum(left_out.values())
    mean = sum(said.values()) / n_all if n_all else 1.0
    return {
        source: (PRIOR_GROUPS * mean + said[source]) / (PRIOR_GROUPS + said[source] + left_out[source])
        for source in said
    }


def _omitted(statements: Collection[Stated]) -> dict[Stated, Stated]:
    """Give what each statement leaves out: values that another one has together with a value of its own."""
    beside: defaultdict[int, set[int]] = defaultdict(set)
    for stated in statements:
        for value in stated:
            beside[value] |= stated
    return {stated: frozenset().union(*(beside[value] for value in stated)) - stated for stated in statements}


def _authority(graphs: Sequence[LineGraph]) -> list[dict[str, float]]:
    """Give equation 10 for each node."""
    places = [
        {source: math.log1p(strength) for source, strength in graph.strength.items()} for graph in graphs
    ]
    n = sum(map(len, places))
    mean = sum(place for each in places for place in each.values()) / n if n else 0.0
    return [
        {source: 1 / (1 + math.exp(-BETA * (place - mean))) for source, place in each.items()}
        for each in places
    ]


def _voices(nodes: Mapping[str, Stated], family: Mapping[str, str]) -> dict[str, float]:
    """Give each source its part of a voice: sources of one family that state the same have one together."""
    together = Counter((family[source], stated) for source, stated in nodes.items())
    return {source: 1 / together[family[source], stated] for source, stated in nodes.items()}


def _confidence(
    nodes: Mapping[str, Stated], weights: Mapping[str, float], denial: Mapping[str, float]
) -> dict[int, float]:
    """Give Pr of each value.

    Args:
        nodes: what each source states.
        weights: C(v) of each.
        denial: Q of the sources whose silence says less than a denial.
    """
    silent = {source: weight * denial.get(source, 1.0) for source, weight in weights.items()}
    all_silent = sum(silent.values())
    behind: defaultdict[int, float] = defaultdict(float)
    spoken: defaultdict[int, float] = defaultdict(float)
    for source, stated in nodes.items():
        for value in stated:
            behind[value] += weights[source]
            spoken[value] += silent[source]
    return {
        value: min(1.0, weight / (weight + max(0.0, all_silent - spoken[value])))
        for value, weight in behind.items()
    }
