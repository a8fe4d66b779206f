"""Ranked retrieval over one corpus: are the documents that answer a question near the top?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from edgerag.evaluate.datasets.retrieval import RetrievalSet
from edgerag.evaluate.metrics import mean_measure, ndcg, recall, reciprocal_rank
from edgerag.evaluate.results import Measurements, Progress

DEPTH = 10
"""Documents of a ranking that any measure looks at."""

Search = Callable[[str], Sequence[str]]
"""Ranks documents for a question: their ids, best first, each once, at least `DEPTH` if there are so many."""


def evaluate_retrieval(data: RetrievalSet, search: Search, progress: Progress) -> Measurements:
    """Measure a search on every question that has a judged document."""
    asked = [query for query in data.queries if query.id in data.grades]
    values: dict[str, list[float]] = {"ndcg@10": [], "recall@5": [], "recall@10": [], "mrr@10": []}
    for done, query in enumerate(asked):
        progress("asking questions", done, len(asked))
        grade = data.grades[query.id]
        grades = [grade.get(document, 0.0) for document in search(query.text)]
        judged = list(grade.values())
        values["ndcg@10"].append(ndcg(grades, judged, 10))
        values["recall@5"].append(recall(grades, judged, 5))
        values["recall@10"].append(recall(grades, judged, 10))
        values["mrr@10"].append(reciprocal_rank(grades, 10))
    progress("asking questions", len(asked), len(asked))
    return Measurements(len(asked), {name: mean_measure(scores) for name, scores in values.items()})
