"""A library of handbooks that is asked as the program asks it, as far as the evidence of each handbook."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from edgerag import paths
from edgerag.config import Retrieval
from edgerag.domain.evidence import Evidence
from edgerag.domain.ids import HandbookId
from edgerag.evaluate.datasets.handbooks import HandbookSet
from edgerag.evaluate.workspace import Workspace, opened
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_embedder, open_reranker
from edgerag.inference.roles import Embedder, Reranker
from edgerag.language.own_names import OwnNames
from edgerag.language.questions import Asked
from edgerag.retrieve.retrieve import Retriever
from edgerag.understand.hear import hear
from relevance_cases import filled


def library_options(description: str | None) -> argparse.ArgumentParser:
    """Make the command line of a script that asks the library of real handbooks."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--handbooks", type=Path, required=True, help="folder with manifest.jsonl")
    parser.add_argument("--questions", type=Path, required=True, help="a question file for the handbooks")
    parser.add_argument("--workspace", type=Path, required=True, help="folder for the library")
    return parser


NO_GENERATOR: Final = 0
"""Tokens of a handbook that is given whole: without a generator none is."""


class AskedLibrary:
    """Understands questions, and finds what each handbook has on them."""

    def __init__(
        self, shelf: Workspace, ids: Mapping[str, HandbookId], embedder: Embedder, reranker: Reranker
    ) -> None:
        """Wire it with the program's settings.

        Args:
            shelf: the library.
            ids: its id of each handbook by its name.
            embedder: the one that made the library's vectors.
            reranker: reads passages.
        """
        settings = Retrieval()
        self._shelf = shelf
        self._names = {handbook: name for name, handbook in ids.items()}
        self._retriever = Retriever(
            shelf.library,
            shelf.indexes,
            embedder,
            reranker,
            first_stage_k=settings.first_stage_k,
            rerank_passages=settings.rerank_passages,
            passages=settings.passages,
            full_document_tokens=NO_GENERATOR,
        )

    def heard(self, typed: str) -> Asked:
        """Understand a question as the program does."""
        lexical, handbooks = self._shelf.indexes.lexical, list(self._names)
        return hear(typed, lexical.vocabulary(), lambda names: lexical.names_any(names, handbooks)).asked

    def evidence(self, asked: Asked) -> Iterator[tuple[str, Evidence]]:
        """Yield the evidence of every handbook, by its name."""
        for evidence in self._retriever.retrieve(asked, list(self._names)):
            yield self._names[evidence.handbook.id], evidence

    def own_names(self, handbook: HandbookId) -> OwnNames:
        """Give the names that a handbook itself introduces."""
        return self._shelf.library.own_names(handbook)


@contextmanager
def asked_handbooks(place: Path, data: HandbookSet) -> Iterator[AskedLibrary]:
    """Open the library of real handbooks in `place`, made where it is not yet, with the installed models."""
    models = InstalledModels(paths.models_folder())
    embedder, reranker = open_embedder(models), open_reranker(models)
    ids = filled(place, data, embedder)
    with opened(place) as shelf:
        yield AskedLibrary(shelf, ids, embedder, reranker)
