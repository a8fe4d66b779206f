"""A corpus in a library of its own, and the retriever over it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from edgerag.config import Config
from edgerag.domain.ids import SectionId
from edgerag.domain.rankings import ranked
from edgerag.evaluate.corpus import CorpusHandbook, corpus_handbooks
from edgerag.evaluate.datasets import Document
from edgerag.evaluate.models import Versions, open_searching
from edgerag.evaluate.results import Progress
from edgerag.evaluate.workspace import Workspace, Workspaces, fill, opened
from edgerag.retrieve.retrieve import Retriever

_CHUNKS_PER_SECTION: Final = 4
"""Chunks looked up for each section wanted: a long section has several."""


@dataclass(frozen=True, slots=True)
class Searchable:
    """A corpus in a library, and the retriever over it."""

    handbooks: Sequence[CorpusHandbook]
    retriever: Retriever
    versions: Versions
    workspace: Workspace

    def by_words(self, question: str, n: int) -> list[SectionId]:
        """Rank the sections of all handbooks by the word index alone, as if they were one collection."""
        found = self.workspace.indexes.lexical.search(question, _CHUNKS_PER_SECTION * n).chunks
        hits = ranked(hit for hits in found.values() for hit in hits)
        chunks = self.workspace.library.chunks([hit.chunk_id for hit in hits])
        return list(dict.fromkeys(chunks[hit.chunk_id][1].section_id for hit in hits))[:n]


@contextmanager
def searchable(
    dataset: str,
    documents: Sequence[Document],
    *,
    config: Config,
    workspaces: Workspaces,
    progress: Progress,
) -> Iterator[Searchable]:
    """Put a corpus into a workspace and open a retriever over it.

    Raises:
        ModelMissingError: the embedder or the reranker is not installed.
        StoreError: the workspace cannot be used.
    """
    ingest, retrieval = config.ingest, config.retrieval
    embedder, reranker = open_searching(config)
    handbooks = corpus_handbooks(
        documents, chunk_words=ingest.chunk_words, overlap_words=ingest.overlap_words
    )
    folder = workspaces.folder(dataset, embedder.name, *(book.parsed.handbook.id for book in handbooks))
    with opened(folder) as workspace:
        fill(workspace, folder, handbooks, embedder, progress)
        retriever = Retriever(
            workspace.library,
            workspace.indexes,
            embedder,
            reranker,
            first_stage_k=retrieval.first_stage_k,
            rerank_passages=retrieval.rerank_passages,
            passages=retrieval.passages,
            full_document_tokens=0,
        )
        versions = {"embedder": embedder.name, "reranker": reranker.name}
        yield Searchable(handbooks, retriever, versions, workspace)
