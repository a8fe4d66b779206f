"""Measures which handbooks are read first, and the evidence found."""

from __future__ import annotations

from edgerag.evaluate.bench import Bench
from edgerag.evaluate.datasets.routing import read_cross_source
from edgerag.evaluate.results import Result
from edgerag.evaluate.routing import Routed, Shelf, as_met, evaluate_routing
from edgerag.evaluate.run.source import Source
from edgerag.evaluate.sampling import evenly
from edgerag.evaluate.searching import searchable
from edgerag.understand.understand import understand


def measure_routing(source: Source, bench: Bench, *, limit: int | None = None) -> Result:
    """Measure questions that several handbooks answer.

    Args:
        source: handbooks and questions.
        bench: what it is made with.
        limit: ask so many of the questions, evenly spread; all if None.
    """
    rows = read_cross_source(source.require_folder(), source.split)
    with searchable(source.name, rows.documents, bench) as corpus:
        densest = max(corpus.handbooks, key=lambda book: book.parsed.handbook.n_chunks).name
        trusted = frozenset(one.handbook for one in rows.authorities if one.authority == "high")

        def route(question: str) -> Routed:
            found = list(corpus.retriever.retrieve(understand(question)))
            in_turn = sorted(found, key=lambda evidence: evidence.trace.turn)
            turns = [corpus.names[evidence.handbook.id] for evidence in in_turn]
            return Routed(turns, as_met(found, corpus.names, corpus.documents))

        asked = evenly(rows.questions, limit)
        measured = evaluate_routing(asked, route, Shelf(densest, trusted), bench.progress)
        return source.result(measured, corpus.versions | {"densest": densest})
