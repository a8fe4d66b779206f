"""Measures one ranking over a whole corpus."""

from __future__ import annotations

from msgspec import structs

from edgerag.evaluate.bench import Bench
from edgerag.evaluate.datasets.retrieval import read_retrieval
from edgerag.evaluate.results import Result
from edgerag.evaluate.retrieval import DEPTH, evaluate_retrieval
from edgerag.evaluate.run.source import Source
from edgerag.evaluate.sampling import evenly
from edgerag.evaluate.searching import searchable


def measure_retrieval(source: Source, bench: Bench, *, limit: int | None = None) -> Result:
    """Measure whether the documents that answer are near the top.

    Args:
        source: corpus and questions.
        bench: what it is made with.
        limit: ask so many of the questions, evenly spread; all if None.
    """
    rows = read_retrieval(source.require_folder(), source.split)
    judged = [query for query in rows.queries if query.id in rows.grades]
    asked = structs.replace(rows, queries=evenly(judged, limit))
    with searchable(source.name, rows.documents, bench) as corpus:

        def search(question: str) -> list[str]:
            return corpus.rank(question, DEPTH)

        return source.result(evaluate_retrieval(asked, search, bench.progress), corpus.versions)
