"""Which sentences of a source a claim is to be cited with: found as people chose them?

For a claim with the sentence sets G that people found to bear it out, any of which will do, and the chosen
set P:

    f1(P) = max over g in G of 2 |P & g| / (|P| + |g|)          precision and recall are of the same g

Claims of which no sentence bears anything out are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from edgerag.evaluate.datasets.citation import CitedClaim
from edgerag.evaluate.metrics import mean_measure
from edgerag.evaluate.results import Measurements, Progress

Choose = Callable[[str, Sequence[str]], Sequence[int]]
"""Chooses the sentences that bear a claim out: their places."""


def evaluate_citation(claims: Sequence[CitedClaim], choose: Choose, progress: Progress) -> Measurements:
    """Measure the sentences chosen for each claim that has some."""
    supported = [claim for claim in claims if any(claim.supporting_sentence_sets)]
    values: dict[str, list[float]] = {"f1": [], "precision": [], "recall": []}
    for done, claim in enumerate(supported):
        progress("citing claims", done, len(supported))
        chosen = set(choose(claim.claim, claim.evidence_sentences))
        scores = max(overlap(chosen, set(gold)) for gold in claim.supporting_sentence_sets)
        for name, score in zip(values, scores, strict=True):
            values[name].append(score)
    progress("citing claims", len(supported), len(supported))
    return Measurements(len(supported), {name: mean_measure(scores) for name, scores in values.items()})


def overlap(chosen: Set[int], gold: Set[int]) -> tuple[float, float, float]:
    """Give F1, precision and recall of two sets; all are 1 if both are empty."""
    if not chosen and not gold:
        return 1.0, 1.0, 1.0
    n_right = len(chosen & gold)
    return (
        2 * n_right / (len(chosen) + len(gold)),
        n_right / len(chosen) if chosen else 0.0,
        n_right / len(gold) if gold else 0.0,
    )
