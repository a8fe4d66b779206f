"""The first stage: four retrievers propose chunks of every handbook, and their scores are fused.

    dense           cosine of chunk and question
    words           BM25 over the chunks
    section bodies  BM25 over whole sections, mapped to their chunks      ("navigation",
    titles          BM25 over headings, mapped to the sections' chunks     HERO-QA, layer 2)

Among what they propose, a question's exact quantities, such as "ibuprofen 400 mg", are a signal of their own.
One pass over the vectors and one lexical query serve all handbooks. Scores are fused over all
handbooks at once, so that a fused score means the same in each of them.

Differs from HERO-QA: scores are fused instead of ranks; `edgerag.retrieve.fusion` says why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from edgerag.domain.handbooks import Chunk
from edgerag.domain.ids import ChunkId, HandbookId, SectionId
from edgerag.domain.rankings import Rankings
from edgerag.index.sync import Indexes
from edgerag.inference.roles import Embedder
from edgerag.language.spoken import written_out
from edgerag.retrieve.fusion import Signal, convex_combination
from edgerag.retrieve.quantities import quantities, share_of_pairs
from edgerag.store.library import Library

UNRELATED_COSINE = 0.5
"""About the cosine of a question and an unrelated passage under bge-small; 0.40 to 0.55 rank alike."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each signal is worth, before the weights are made to add up to 1.

    Chosen on MEDIQA-QA, NFCorpus, BioASQ and exact drug doses; the optimum is flat in all of them.
    """

    dense: float = 1.0
    words: float = 0.25
    bodies: float = 0.25
    titles: float = 0.25
    quantities: float = 0.75


WEIGHTS: Final = Weights()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk that the first stage proposes."""

    handbook: HandbookId
    chunk: Chunk
    score: float
    """Fused, 0 to 1, comparable between the handbooks of one question."""
    cosine: float
    named: float = 1.0
    """Share of the conditions asked about that it names, 0 to 1."""

    @property
    def written_out(self) -> str:
        """Its text with short forms in full, to be read by models: "azithro 1 g" is azithromycin."""
        return written_out(self.chunk.indexed_text)


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the first stage found in one handbook."""

    candidates: tuple[Candidate, ...]
    """Best first."""
    n_proposed: Mapping[str, int]
    """How many chunks or sections each retriever proposed."""

    @property
    def promise(self) -> float:
        """The best fused score, 0 if nothing was found."""
        return self.candidates[0].score if self.candidates else 0.0


class FirstStage:
    """Proposes chunks of every handbook for a question."""

    def __init__(
        self, library: Library, indexes: Indexes, embedder: Embedder, weights: Weights = WEIGHTS
    ) -> None:
        self._weights = weights
        self._library = library
        self._indexes = indexes
        self._embedder = embedder

    def propose(
        self, question: str, k: int, handbooks: Sequence[HandbookId], also: Sequence[str] = ()
    ) -> dict[HandbookId, Proposal]:
        """Ask each retriever for its best `k` in each handbook, and fuse their scores.

        Every one of `handbooks` is in the outcome, without candidates if nothing was found in it. `also` are
        other names for what the question names.
        """
        expanded = f"{question} ({', '.join(also)})" if also else question
        dense = self._indexes.vectors.search(self._embedder.encode_query(expanded), k, handbooks)
        lexical = self._indexes.lexical.search(question, k, handbooks, also)
        bodies, titles = _by_section(lexical.bodies), _by_section(lexical.titles)
        found = self._library.chunks(sorted(_chunk_ids(dense, lexical.chunks)))
        missed = (bodies.keys() | titles.keys()) - {chunk.section_id for _, chunk in found.values()}
        for handbook, chunk in self._library.first_chunks(sorted(missed)):
            found[chunk.id] = (handbook, chunk)
        cosines = score_everywhere(dense, found, k, UNRELATED_COSINE)
        words = score_everywhere(lexical.chunks, found, k, 0.0)
        weights = self._weights
        fused = convex_combination(
            [
                Signal(cosines, UNRELATED_COSINE, weights.dense),
                Signal(words, 0.0, weights.words),
                Signal(_to_chunks(bodies, found), 0.0, weights.bodies),
                Signal(_to_chunks(titles, found), 0.0, weights.titles),
                *_quantities(question, found, weights.quantities),
            ]
        )
        candidates: dict[HandbookId, list[Candidate]] = {handbook: [] for handbook in handbooks}
        for chunk_id, (handbook, chunk) in found.items():
            candidates[handbook].append(Candidate(handbook, chunk, fused[chunk_id], cosines[chunk_id]))
        rankings = {
            "dense": dense,
            "words": lexical.chunks,
            "bodies": lexical.bodies,
            "titles": lexical.titles,
        }
        return {
            handbook: Proposal(
                tuple(sorted(proposed, key=lambda c: (-c.score, c.chunk.id))),
                {name: len(ranking.get(handbook, ())) for name, ranking in rankings.items()},
            )
            for handbook, proposed in candidates.items()
        }


def _quantities(
    question: str, found: Mapping[ChunkId, tuple[HandbookId, Chunk]], weight: float
) -> list[Signal]:
    """Score chunks by the question's exact quantities, if it has any."""
    wanted = quantities(question)
    if not wanted:
        return []
    shares = {name: share_of_pairs(wanted, chunk.indexed_text) for name, (_, chunk) in found.items()}
    return [Signal(shares, 0.0, weight, highest=1.0)]


def _chunk_ids(*rankings: Rankings) -> set[ChunkId]:
    return {hit.chunk_id for ranking in rankings for hits in ranking.values() for hit in hits}


def _by_section(rankings: Rankings) -> dict[SectionId, float]:
    """Read rankings of sections, whose hits carry section ids."""
    return {SectionId(hit.chunk_id): hit.score for hits in rankings.values() for hit in hits}


def _to_chunks(
    sections: Mapping[SectionId, float], found: Mapping[ChunkId, tuple[HandbookId, Chunk]]
) -> dict[ChunkId, float]:
    """Give every chunk the score of its section, 0 if that has none."""
    return {chunk_id: sections.get(chunk.section_id, 0.0) for chunk_id, (_, chunk) in found.items()}


def score_everywhere(
    rankings: Rankings, found: Mapping[ChunkId, tuple[HandbookId, Chunk]], k: int, lowest: float
) -> dict[ChunkId, float]:
    """Score every chunk found, also by retrievers that left it out.

    A chunk that a full ranking left out scores at most what the last one in it does, and is given that;
    one that a shorter ranking left out scores lowest.
    """
    scores = {hit.chunk_id: hit.score for hits in rankings.values() for hit in hits}
    last = {handbook: hits[-1].score for handbook, hits in rankings.items() if len(hits) >= k}
    return {
        chunk_id: scores.get(chunk_id, last.get(handbook, lowest))
        for chunk_id, (handbook, _) in found.items()
    }
