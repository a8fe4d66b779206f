"""Absence sets: corpus/*.jsonl (one handbook each), absence/SPLIT.jsonl."""

from __future__ import annotations

from pathlib import Path

import msgspec

from edgerag.evaluate.datasets.corpora import Document, read_corpora
from edgerag.evaluate.datasets.files import find_file, read_rows


class AbsenceQuestion(msgspec.Struct, frozen=True):
    """A question and, for each handbook, whether that handbook addresses it."""

    id: str
    question: str
    labels: dict[str, str]
    """By handbook name: PRESENT, ABSENT, or something in between that is not scored."""


class AbsenceSet(msgspec.Struct, frozen=True):
    """Handbooks and the questions that some of them address."""

    documents: tuple[Document, ...]
    questions: tuple[AbsenceQuestion, ...]


def read_absence(folder: Path, split: str) -> AbsenceSet:
    """Read handbooks and the questions that some of them do not address.

    Raises:
        ConfigError: a file is missing or not of this format.
    """
    questions = tuple(read_rows(find_file(folder / "absence", f"{split}.jsonl"), AbsenceQuestion))
    return AbsenceSet(read_corpora(folder / "corpus"), questions)
