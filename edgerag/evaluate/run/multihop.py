"""Measures one ranking where a question takes several paragraphs, beside the words alone."""

from __future__ import annotations

from edgerag.evaluate.bench import Bench
from edgerag.evaluate.datasets.multihop import read_multihop
from edgerag.evaluate.multihop import DEPTH, evaluate_multihop
from edgerag.evaluate.results import Result
from edgerag.evaluate.run.source import Source
from edgerag.evaluate.sampling import evenly
from edgerag.evaluate.searching import searchable


def measure_multihop(source: Source, bench: Bench, *, limit: int | None = None) -> Result:
    """Measure whether all paragraphs that an answer takes are near the top.

    Args:
        source: corpus and questions.
        bench: what it is made with.
        limit: ask so many of the questions, evenly spread; all if None.
    """
    rows = read_multihop(source.require_folder(), source.split)
    with searchable(source.name, rows.documents, bench) as corpus:

        def search(question: str) -> list[str]:
            return corpus.rank(question, DEPTH)

        def by_words(question: str) -> list[str]:
            return corpus.rank_by_words(question, DEPTH)

        measured = evaluate_multihop(evenly(rows.questions, limit), search, by_words, bench.progress)
        return source.result(measured, corpus.versions)
