"""Measures which handbooks are read first, and the evidence found."""

from __future__ import annotations

from collections.abc import Sequence

from edgerag.domain.ids import ChunkId
from edgerag.evaluate.ablation import ablated
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.datasets.routing import read_cross_source
from edgerag.evaluate.remembering import Remembering
from edgerag.evaluate.results import Result
from edgerag.evaluate.routing import (
    K,
    Route,
    Routed,
    Shelf,
    as_met,
    evaluate_routing,
    in_rounds,
    likeliest_first,
)
from edgerag.evaluate.run.source import Source
from edgerag.evaluate.sampling import evenly
from edgerag.evaluate.searching import Searchable, searchable
from edgerag.retrieve.retrieve import Retriever
from edgerag.understand.understand import understand


def measure_routing(
    source: Source, bench: Bench, *, limit: int | None = None, ablate: bool = False
) -> Result:
    """Measure questions that several handbooks answer.

    Args:
        source: handbooks and questions.
        bench: what it is made with.
        limit: ask so many of the questions, evenly spread; all if None.
        ablate: measure beside it what each part is worth.
    """
    rows = read_cross_source(source.require_folder(), source.split)
    with searchable(source.name, rows.documents, bench) as corpus:
        densest = max(corpus.handbooks, key=lambda book: book.parsed.handbook.n_chunks).name
        trusted = frozenset(one.handbook for one in rows.authorities if one.authority == "high")
        reranker = Remembering(corpus.reranker)
        retriever = corpus.retriever_with(reranker)
        others = {name: _once_each(corpus, one) for name, one in ablated(corpus, reranker).items()}
        others |= {
            "without silence": _without_silence(corpus, retriever),
            "one ranking over all": _as_one(corpus),
        }
        measured = evaluate_routing(
            evenly(rows.questions, limit),
            _once_each(corpus, retriever),
            Shelf(densest, trusted),
            bench.progress,
            others if ablate else {},
        )
        return source.result(measured, corpus.versions | {"densest": densest})


def _once_each(corpus: Searchable, retriever: Retriever) -> Route:
    """Ask every handbook, as the program does."""

    def route(question: str) -> Routed:
        found = list(retriever.retrieve(understand(question)))
        in_turn = sorted(found, key=lambda evidence: evidence.trace.turn)
        turns = [corpus.names[evidence.handbook.id] for evidence in in_turn]
        return Routed(turns, as_met(found, corpus.names, corpus.documents))

    return route


def _without_silence(corpus: Searchable, retriever: Retriever) -> Route:
    """Take what was read of every handbook for evidence, also where it says nothing of the question."""

    def sections(read: Sequence[ChunkId]) -> list[tuple[str, str]]:
        chunks = corpus.workspace.library.chunks(read)
        return [
            (corpus.names[chunks[name][0]], corpus.documents[chunks[name][1].section_id]) for name in read
        ]

    def route(question: str) -> Routed:
        found = likeliest_first(list(retriever.retrieve(understand(question))))
        turns = [corpus.names[evidence.handbook.id] for evidence in found]
        return Routed(turns, in_rounds([sections(evidence.trace.read) for evidence in found]))

    return route


def _as_one(corpus: Searchable) -> Route:
    """Search all handbooks as if they were one, so that nobody looks for what each says."""

    def route(question: str) -> Routed:
        ranking = corpus.retriever.rank(understand(question), K)
        evidence = [(corpus.names[one.handbook], corpus.documents[one.section_id]) for one in ranking]
        return Routed(list(dict.fromkeys(handbook for handbook, _ in evidence)), evidence)

    return route
