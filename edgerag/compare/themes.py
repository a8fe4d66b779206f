"""What handbooks disagree about: the topics of conflicts, clustered into themes (HERO-QA, section 6.5).

    similarity(i, j) = cosine of the embeddings of "topic: question"

Topics are taken by how often they occur; each joins the first theme whose leader is at least `SAME_THEME`
alike, or leads one of its own. So the order of the reports makes no difference.

Differs from the paper, which clusters 16,000 strings at once: leaders need one pass and no number of themes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from edgerag.domain.reports import CONFLICTS, Report, Significance
from edgerag.domain.summaries import Theme
from edgerag.inference.roles import Embedder

SAME_THEME: Final = 0.87
"""Cosine from which two topics are one theme, for bge-small-en-v1.5: doses of adrenaline for adults and for
children are 0.92 alike, the choices of a drug for HIV and for high blood pressure 0.83."""


def themes(reports: Sequence[Report], embedder: Embedder) -> list[Theme]:
    """Cluster the topics of all conflicts, the most frequent theme first."""
    found: Counter[tuple[str, str]] = Counter()
    high: Counter[tuple[str, str]] = Counter()
    for report in reports:
        for pair in report.pairs:
            if pair.label in CONFLICTS:
                found[pair.topic, report.question] += 1
                high[pair.topic, report.question] += pair.significance is Significance.HIGH
    topics = sorted(found, key=lambda topic: (-found[topic], topic))
    clusters = [[topics[i] for i in members] for members in _clusters(topics, embedder)]
    made = [
        Theme(
            topic=members[0][0],
            questions=tuple(dict.fromkeys(question for _, question in members)),
            n_conflicts=sum(found[member] for member in members),
            n_high=sum(high[member] for member in members),
        )
        for members in clusters
    ]
    return sorted(made, key=lambda theme: (-theme.n_conflicts, theme.topic, theme.questions))


def _clusters(topics: Sequence[tuple[str, str]], embedder: Embedder) -> list[list[int]]:
    if not topics:
        return []
    vectors = embedder.encode([f"{topic}: {question}" for topic, question in topics])
    clusters: list[list[int]] = []
    for i in range(len(topics)):
        alike = (cluster for cluster in clusters if vectors[cluster[0]] @ vectors[i] >= SAME_THEME)
        joined = next(alike, None)
        if joined is None:
            clusters.append([i])
        else:
            joined.append(i)
    return clusters
