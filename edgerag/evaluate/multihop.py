"""Questions that take several paragraphs of one corpus: are they all near the top?

recall@5       supporting paragraphs among the first five of the program's ranking / all of the question's
bm25_recall@5  the same of the word index alone, for comparison in the same run
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from edgerag.evaluate.datasets.multihop import HopQuestion
from edgerag.evaluate.metrics import mean_measure, recall
from edgerag.evaluate.results import Measurements, Progress

DEPTH: Final = 5
"""Paragraphs of a ranking that count."""

Search = Callable[[str], Sequence[str]]
"""Ranks paragraphs for a question: their ids, best first, each once."""


def evaluate_multihop(
    questions: Sequence[HopQuestion], search: Search, by_words: Search, progress: Progress
) -> Measurements:
    """Measure the program's ranking and that of the words alone."""
    rankings = {"recall@5": search, "bm25_recall@5": by_words}
    values: dict[str, list[float]] = {name: [] for name in rankings}
    for done, question in enumerate(questions):
        progress("asking questions", done, len(questions))
        supporting, judged = set(question.supporting), [1.0] * len(set(question.supporting))
        for name, ranking in rankings.items():
            grades = [float(row in supporting) for row in ranking(question.question)]
            values[name].append(recall(grades, judged, DEPTH))
    progress("asking questions", len(questions), len(questions))
    return Measurements(len(questions), {name: mean_measure(some) for name, some in values.items()})
