"""Questions that take several paragraphs: corpus.jsonl, SPLIT.jsonl."""

from __future__ import annotations

from pathlib import Path

import msgspec

from edgerag.evaluate.datasets.corpora import Document, require_rows
from edgerag.evaluate.datasets.files import find_file, read_rows


class HopQuestion(msgspec.Struct, frozen=True):
    """A question that takes several paragraphs to answer."""

    id: str
    question: str
    supporting: list[str]
    """Ids of all rows that the answer takes."""


class HopSet(msgspec.Struct, frozen=True):
    """One corpus, and the questions over several of its paragraphs."""

    documents: tuple[Document, ...]
    questions: tuple[HopQuestion, ...]


def read_multihop(folder: Path, split: str) -> HopSet:
    """Read a corpus of paragraphs and the questions that take several of them.

    Raises:
        ConfigError: a file is missing or not of this format, or a question names a row that is not there.
    """
    questions = tuple(read_rows(find_file(folder, f"{split}.jsonl"), HopQuestion))
    documents = tuple(read_rows(find_file(folder, "corpus.jsonl"), Document))
    known = {document.id for document in documents}
    for question in questions:
        require_rows(question.id, question.supporting, known)
    return HopSet(documents, questions)
