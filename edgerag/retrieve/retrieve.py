"""Evidence from every handbook for one question (HERO-QA, section 4.2).

    0 gate         a handbook short enough for the generator is given whole
    2 first stage  four retrievers propose chunks; one pass serves all handbooks
    3 fusion       their scores become one
      screen       the cross-encoder's passages are shared out; hopeless handbooks get none, nor do
                   chunks that never name the medicine asked about
    4 rerank       the cross-encoder reads, handbook by handbook, the most promising first
    5 sufficiency  does the handbook address the question at all?
      expand       the best chunks grow into passages of their sections

Layer 1, the tree of sections and chunks, is made when a handbook is added.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from threading import Event

from edgerag.domain.evidence import Evidence, EvidenceMode, Passage, RetrievalTrace
from edgerag.domain.handbooks import Chunk, Handbook
from edgerag.domain.ids import ChunkId, HandbookId, SectionId
from edgerag.index.sync import Indexes
from edgerag.inference.roles import Embedder, Reranker
from edgerag.language.questions import Asked
from edgerag.retrieve.bridges import BRIDGES, STEPS, Headings, Step, steps_from
from edgerag.retrieve.expand import expand, page_of, whole_sections
from edgerag.retrieve.first_stage import WEIGHTS, Candidate, FirstStage, Proposal, Weights
from edgerag.retrieve.gate import fits
from edgerag.retrieve.reading import Read, read_by_promise
from edgerag.retrieve.rerank import Reranked, rerank
from edgerag.retrieve.screen import Share, allot, on_subject
from edgerag.retrieve.sufficiency import HOPELESS, NEAR, SUFFICIENT, contributions, relevance
from edgerag.store.library import Library

_PROPOSED_PER_RANK = 5
"""Chunks proposed per handbook and retriever, for each section of a ranking over all handbooks."""
_READ_PER_RANK = 3
"""Chunks that the cross-encoder reads for each section of such a ranking."""


@dataclass(frozen=True, slots=True)
class RankedSection:
    """A section's place in one ranking over all handbooks."""

    handbook: HandbookId
    section_id: SectionId
    best_chunk: ChunkId
    score: float


class Retriever:
    """Finds each handbook's evidence for a question."""

    def __init__(
        self,
        library: Library,
        indexes: Indexes,
        embedder: Embedder,
        reranker: Reranker,
        *,
        first_stage_k: int,
        rerank_passages: int,
        passages: int,
        full_document_tokens: int,
        weights: Weights = WEIGHTS,
        share: Share = allot,
    ) -> None:
        """Wire the retriever.

        Args:
            library: Where the texts are.
            indexes: The library's indexes.
            embedder: The one that made the library's vectors.
            reranker: The cross-encoder.
            first_stage_k: Chunks that each first-stage retriever proposes per handbook.
            rerank_passages: Passages that the cross-encoder may read per question, over all handbooks.
            passages: Passages of evidence per handbook, at most.
            full_document_tokens: Handbooks up to this many tokens are given whole; 0 without a generator.
            weights: What the signals of the first stage are worth.
            share: Shares the cross-encoder's passages out among the handbooks.
        """
        self._library = library
        self._indexes = indexes
        self._first_stage = FirstStage(library, indexes, embedder, weights)
        self._reranker = reranker
        self._first_stage_k = first_stage_k
        self._rerank_passages = rerank_passages
        self._n_passages = passages
        self._full_document_tokens = full_document_tokens
        self._share = share
        self._headings: dict[HandbookId, Headings] = {}

    def retrieve(
        self, asked: Asked, handbooks: Sequence[HandbookId] | None = None, cancel: Event | None = None
    ) -> Iterator[Evidence]:
        """Yield the evidence of every handbook, or of those named, each once.

        The most promising come first and are yielded as soon as they are read; those that do not
        address the question come last, with no passages, or with the nearest if they may address it.

        Raises:
            Cancelled: `cancel` was set; what was yielded stands.
            StoreError: the library or an index cannot be read.
        """
        books = self._books(handbooks)
        proposals = self._first_stage.propose(asked.text, self._first_stage_k, list(books), asked.also_named)
        worth_reading = self._on_subject(asked, proposals, books)
        term_weights = self._indexes.lexical.weights(asked.text)
        silent: list[Evidence] = []
        reads = read_by_promise(
            asked, worth_reading, term_weights, self._reranker, self._rerank_passages, cancel, self._share
        )
        for turn, read in enumerate(reads, start=1):
            evidence = self._weigh(books[read.handbook], proposals[read.handbook], read, turn)
            if evidence.is_sufficient:
                yield evidence
            else:
                silent.append(evidence)
        yield from silent

    def rank(self, asked: Asked, k: int) -> list[RankedSection]:
        """Rank the sections of all handbooks together, the best `k`, as if the library were one collection.

        What the best of them name is read too: a question may take two steps.

        Raises:
            StoreError: the library or an index cannot be read.
        """
        handbooks = [book.id for book in self._library.handbooks()]
        proposals = self._first_stage.propose(
            asked.text, max(self._first_stage_k, _PROPOSED_PER_RANK * k), handbooks, asked.also_named
        )
        pool = sorted(
            (candidate for proposal in proposals.values() for candidate in proposal.candidates),
            key=lambda candidate: (-candidate.score, candidate.chunk.id),
        )
        best = {candidate.chunk.section_id: candidate for candidate in reversed(pool)}
        heads = [candidate for candidate in pool if best[candidate.chunk.section_id] is candidate]
        n_read = min(_READ_PER_RANK * k, self._rerank_passages)
        read = rerank(asked, heads[:n_read], self._reranker)
        ranking = [_ranked(chunk.candidate, chunk.score) for chunk in read]
        ranking += [_ranked(candidate, candidate.score) for candidate in heads[n_read:]]
        ranking += [
            RankedSection(step.handbook, step.chunk.section_id, step.chunk.id, step.score)
            for bridge in read[:BRIDGES]
            for step in self._steps(asked, bridge)
        ]
        foremost: dict[SectionId, RankedSection] = {}
        for section in sorted(ranking, key=lambda section: (-section.score, section.section_id)):
            foremost.setdefault(section.section_id, section)
        return list(foremost.values())[:k]

    def _steps(self, asked: Asked, bridge: Reranked) -> list[Step]:
        """Read the sections of its handbook that a chunk names."""
        handbook, chunk = bridge.candidate.handbook, bridge.candidate.chunk
        if handbook not in self._headings:
            self._headings[handbook] = Headings(self._library.sections(handbook))
        headings = self._headings[handbook]
        named = [name for name in headings.named_in(chunk.text) if name != chunk.section_id][:STEPS]
        reached = {first.section_id: first for _, first in self._library.first_chunks(named)}
        in_order = [reached[name] for name in named if name in reached]
        return steps_from(asked.text, bridge, headings.name(chunk.section_id), in_order, self._reranker)

    def _books(self, handbooks: Sequence[HandbookId] | None) -> dict[HandbookId, Handbook]:
        """Give the handbooks that are asked: all, or those named."""
        books = self._library.handbooks()
        return {book.id: book for book in books if handbooks is None or book.id in handbooks}

    def _on_subject(
        self, asked: Asked, proposals: Mapping[HandbookId, Proposal], books: Mapping[HandbookId, Handbook]
    ) -> dict[HandbookId, Proposal]:
        """Screen out what is not about the medicine and the conditions asked about."""
        titles = {book.id: book.title for book in books.values()}
        own_names = {handbook: self._library.own_names(handbook) for handbook in books}
        return on_subject(asked, proposals, titles, own_names)

    def _weigh(self, book: Handbook, proposal: Proposal, read: Read, turn: int) -> Evidence:
        """Decide whether a handbook addresses the question, and collect its passages if it does."""
        looked_at = [chunk.candidate.chunk for chunk in read.chunks] or [
            c.chunk for c in proposal.candidates[:1]
        ]
        probability = relevance(read.signs)
        mode, passages = self._passages(book, read.chunks, probability)
        pages = self._library.pages(book.id) if looked_at else ()
        trace = RetrievalTrace(
            mode=mode,
            n_candidates=len(proposal.candidates),
            n_reranked=len(read.chunks),
            best_score=read.signs.logit,
            relevance=probability,
            sections=tuple(dict.fromkeys(_heading(chunk) for chunk in looked_at)),
            first_stage=dict(proposal.n_proposed),
            best_page=page_of(looked_at[0], pages) if looked_at else None,
            proposed=tuple(candidate.chunk.id for candidate in proposal.candidates),
            read=tuple(chunk.candidate.chunk.id for chunk in read.chunks),
            turn=turn,
            promise=read.promise,
            signs=contributions(read.signs),
        )
        is_whole = mode is EvidenceMode.FULL_DOCUMENT
        is_certain = is_whole or probability >= SUFFICIENT
        return Evidence(book, passages, trace, is_certain=is_certain, is_named=read.signs.is_named)

    def _passages(
        self, book: Handbook, read: Sequence[Reranked], probability: float
    ) -> tuple[EvidenceMode, tuple[Passage, ...]]:
        """Give a handbook that fits whole; else its best passages, if they may hold an answer."""
        weak = probability < SUFFICIENT
        if probability < HOPELESS:
            return EvidenceMode.RETRIEVED, ()
        if fits(book.n_chars, self._full_document_tokens, weak_evidence=weak):
            chunks, sections = self._library.all_chunks(book.id), self._library.sections(book.id)
            return EvidenceMode.FULL_DOCUMENT, whole_sections(
                read, chunks, sections, self._library.pages(book.id)
            )
        if probability < NEAR:
            return EvidenceMode.RETRIEVED, ()
        sections = self._library.sections(book.id)
        return EvidenceMode.RETRIEVED, expand(read, sections, self._library.pages(book.id), self._n_passages)


def _heading(chunk: Chunk) -> str:
    return chunk.prefix.partition("\n")[0]


def _ranked(candidate: Candidate, score: float) -> RankedSection:
    chunk = candidate.chunk
    return RankedSection(candidate.handbook, chunk.section_id, chunk.id, score)
