"""Measures who is said to be silent."""

from __future__ import annotations

from edgerag.evaluate.absence import evaluate_absence
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.datasets.absence import read_absence
from edgerag.evaluate.results import Result
from edgerag.evaluate.run.source import Source
from edgerag.evaluate.searching import searchable
from edgerag.retrieve.sufficiency import SUFFICIENT
from edgerag.understand.understand import understand


def measure_absence(source: Source, bench: Bench) -> Result:
    """Measure whether it is known which handbooks address a question at all."""
    rows = read_absence(source.require_folder(), source.split)
    with searchable(source.name, rows.documents, bench) as corpus:

        def relevance(question: str) -> dict[str, float]:
            found = corpus.retriever.retrieve(understand(question))
            return {corpus.names[evidence.handbook.id]: evidence.trace.relevance for evidence in found}

        measured = evaluate_absence(rows, relevance, SUFFICIENT, bench.progress)
        return source.result(measured, corpus.versions | {"threshold": str(SUFFICIENT)})
