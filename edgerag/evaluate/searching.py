"""A corpus in a library of its own, and the retriever over it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from edgerag.config import Config
from edgerag.evaluate.corpus import CorpusHandbook, corpus_handbooks
from edgerag.evaluate.datasets import Document
from edgerag.evaluate.models import Versions, open_searching
from edgerag.evaluate.results import Progress
from edgerag.evaluate.workspace import Workspaces, fill, opened
from edgerag.retrieve.retrieve import Retriever


@dataclass(frozen=True, slots=True)
class Searchable:
    """A corpus in a library, and the retriever over it."""

    handbooks: Sequence[CorpusHandbook]
    retriever: Retriever
    versions: Versions


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
        yield Searchable(handbooks, retriever, {"embedder": embedder.name, "reranker": reranker.name})
