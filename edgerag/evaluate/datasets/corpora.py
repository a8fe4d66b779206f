"""Corpora: sections of handbooks, a row each."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import msgspec

from edgerag.errors import ConfigError
from edgerag.evaluate.datasets.files import read_rows


class Document(msgspec.Struct, frozen=True):
    """One row of a corpus: a section of a handbook."""

    id: str
    text: str
    title: str = ""
    handbook: str = ""


def read_corpora(folder: Path) -> tuple[Document, ...]:
    """Read the rows of all files of a folder, one handbook each.

    Raises:
        ConfigError: there is none, or one is not of this format.
    """
    files = sorted([*folder.glob("*.jsonl"), *folder.glob("*.jsonl.gz")])
    if not files:
        raise ConfigError(f"{folder}: there are no .jsonl files")
    return tuple(document for file in files for document in read_rows(file, Document))


def require_rows(question: str, gold: Collection[str], known: Collection[str]) -> None:
    """Check that all rows are there that a question names.

    Raises:
        ConfigError: one is not.
    """
    if unknown := sorted(set(gold) - set(known)):
        raise ConfigError(f"question {question}: no row {', '.join(unknown)} in the corpus")
