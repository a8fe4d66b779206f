"""A corpus in a library of its own, and the retriever over it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from edgerag.config import Retrieval
from edgerag.domain.ids import HandbookId, SectionId
from edgerag.domain.rankings import ranked
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.corpus import CorpusHandbook, corpus_handbooks
from edgerag.evaluate.datasets.corpora import Document
from edgerag.evaluate.models import Versions, open_searching
from edgerag.evaluate.workspace import Workspace, documents_of, fill, names_of, opened
from edgerag.inference.roles import Embedder, Reranker
from edgerag.retrieve.first_stage import WEIGHTS, Weights
from edgerag.retrieve.retrieve import Retriever
from edgerag.retrieve.screen import Share, allot
from edgerag.understand.understand import understand

_CHUNKS_PER_SECTION: Final = 4
"""Chunks looked up for each section wanted: a long section has several."""


@dataclass(frozen=True)
class Searchable:
    """A corpus in a library, and the retriever over it."""

    handbooks: Sequence[CorpusHandbook]
    names: Mapping[HandbookId, str]
    """What the corpus calls each handbook."""
    documents: Mapping[SectionId, str]
    """Which row of the corpus each section is."""
    versions: Versions
    workspace: Workspace
    embedder: Embedder
    reranker: Reranker
    settings: Retrieval

    @cached_property
    def retriever(self) -> Retriever:
        """The program's own."""
        return self.retriever_with(self.reranker)

    def retriever_with(
        self, reranker: Reranker, weights: Weights = WEIGHTS, share: Share = allot
    ) -> Retriever:
        """Give a retriever that has these in the place of the program's own."""
        return Retriever(
            self.workspace.library,
            self.workspace.indexes,
            self.embedder,
            reranker,
            first_stage_k=self.settings.first_stage_k,
            rerank_passages=self.settings.rerank_passages,
            passages=self.settings.passages,
            full_document_tokens=0,
            weights=weights,
            share=share,
        )

    def rank(self, question: str, n: int) -> list[str]:
        """Rank the rows of the corpus as the program does."""
        ranking = self.retriever.rank(understand(question), n)
        return [self.documents[section.section_id] for section in ranking]

    def rank_by_words(self, question: str, n: int) -> list[str]:
        """Rank the rows of the corpus by the word index alone, as if they were one collection."""
        found = self.workspace.indexes.lexical.search(question, _CHUNKS_PER_SECTION * n).chunks
        hits = ranked(hit for hits in found.values() for hit in hits)
        chunks = self.workspace.library.chunks([hit.chunk_id for hit in hits])
        sections = dict.fromkeys(chunks[hit.chunk_id][1].section_id for hit in hits)
        return [self.documents[section] for section in sections][:n]


@contextmanager
def searchable(dataset: str, documents: Sequence[Document], bench: Bench) -> Iterator[Searchable]:
    """Put a corpus into a workspace and open a retriever over it.

    Raises:
        ModelMissingError: the embedder or the reranker is not installed.
        StoreError: the workspace cannot be used.
    """
    ingest = bench.config.ingest
    embedder, reranker = open_searching(bench.config)
    handbooks = corpus_handbooks(
        documents, chunk_words=ingest.chunk_words, overlap_words=ingest.overlap_words
    )
    folder = bench.workspaces.folder(dataset, embedder.name, *(book.parsed.handbook.id for book in handbooks))
    with opened(folder) as workspace:
        fill(workspace, folder, handbooks, embedder, bench.progress)
        versions = {"embedder": embedder.name, "reranker": reranker.name}
        yield Searchable(
            handbooks,
            names_of(handbooks),
            documents_of(handbooks),
            versions,
            workspace,
            embedder,
            reranker,
            bench.config.retrieval,
        )
