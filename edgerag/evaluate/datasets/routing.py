"""Questions over several handbooks: corpus/*.jsonl (one each), cross_source/SPLIT.jsonl, handbooks.json."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from edgerag.errors import ConfigError
from edgerag.evaluate.datasets.corpora import Document, read_corpora, require_rows
from edgerag.evaluate.datasets.files import find_file, read_rows

CROSS_SOURCE: Final = "cross_source"
"""The folder of the questions over several handbooks."""


class CrossQuestion(msgspec.Struct, frozen=True):
    """A question, and which sections answer it in which handbooks; all others are taken to be silent."""

    id: str
    question: str
    sections: dict[str, list[str]]
    """Ids of rows by handbook name."""


class Authority(msgspec.Struct, frozen=True):
    """How far a handbook of a corpus is to be trusted."""

    handbook: str
    authority: str = ""
    """As in a library: high, medium or low; empty if nobody said."""


class CrossSet(msgspec.Struct, frozen=True):
    """Handbooks, and the questions that several of them answer."""

    documents: tuple[Document, ...]
    questions: tuple[CrossQuestion, ...]
    authorities: tuple[Authority, ...]


def read_cross_source(folder: Path, split: str) -> CrossSet:
    """Read handbooks and the questions that several of them answer.

    Args:
        folder: holds `corpus` and `cross_source`, or is that `cross_source` itself.
        split: which `SPLIT.jsonl`.

    Raises:
        ConfigError: a file is missing or not of this format, or a question names a row that is not there.
    """
    root = folder.resolve().parent if folder.resolve().name == CROSS_SOURCE else folder
    questions = tuple(read_rows(find_file(root / CROSS_SOURCE, f"{split}.jsonl"), CrossQuestion))
    documents = read_corpora(root / "corpus")
    known = {document.id for document in documents}
    for question in questions:
        require_rows(question.id, [row for rows in question.sections.values() for row in rows], known)
    return CrossSet(documents, questions, _read_authorities(root / "handbooks.json"))


def _read_authorities(path: Path) -> tuple[Authority, ...]:
    """Read what is known of a corpus' handbooks; nothing if the file is not there."""
    if not path.is_file():
        return ()
    try:
        return tuple(msgspec.json.decode(path.read_bytes(), type=list[Authority]))
    except (OSError, msgspec.DecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error
