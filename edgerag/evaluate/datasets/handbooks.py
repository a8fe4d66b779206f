"""Handbooks: manifest.jsonl and the files that it names, questions.SPLIT.jsonl."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

import msgspec
from msgspec import structs

from edgerag.errors import ConfigError
from edgerag.evaluate.datasets.files import existing_file, find_file, read_rows
from edgerag.evaluate.datasets.questions import HandbookQuestion, read_questions


class ManifestEntry(msgspec.Struct, frozen=True):
    """A handbook file of a data set."""

    id: str
    file: str
    institution: str = ""


class HandbookSet(msgspec.Struct, frozen=True):
    """Handbook files by their names in the gold data, and the questions."""

    files: Mapping[str, Path]
    questions: tuple[HandbookQuestion, ...]
    makers: Mapping[str, str] = {}
    """Institutions by the handbooks' names, as far as the manifest names them."""


def read_handbooks(folder: Path, split: str, questions: Path | None = None) -> HandbookSet:
    """Read the manifest of handbook files and a question file.

    Args:
        folder: holds the manifest and the handbook files.
        split: which `questions.SPLIT.jsonl`, unless `questions` is given.
        questions: another question file; also one with a pair of handbooks a row.

    Raises:
        ConfigError: a file is missing or not of this format, or names an unknown handbook.
    """
    asked = read_questions(questions or find_file(folder, f"questions.{split}.jsonl"))
    manifest = list(read_rows(find_file(folder, "manifest.jsonl"), ManifestEntry))
    files = {entry.id: existing_file(folder / entry.file) for entry in manifest}
    for question in asked:
        named = [answer.handbook for answer in question.answers] + question.absent
        unknown = sorted(set(named) - files.keys())
        if unknown:
            raise ConfigError(
                f"question {question.id or question.question!r}: no handbook {', '.join(unknown)}"
            )
    makers = {entry.id: entry.institution for entry in manifest if entry.institution}
    return HandbookSet(files, asked, makers)


def without_handbooks(data: HandbookSet, left_out: Collection[str]) -> HandbookSet:
    """Leave handbooks out of the files and of the gold; questions about nothing else go with them.

    Raises:
        ConfigError: one of them is not in the data set.
    """
    if unknown := sorted(set(left_out) - data.files.keys()):
        raise ConfigError(
            f"no handbook {', '.join(unknown)}", hint=f"one of: {', '.join(sorted(data.files))}"
        )
    files = {name: file for name, file in data.files.items() if name not in left_out}
    kept = [_question_without(question, left_out) for question in data.questions]
    asked = tuple(question for question in kept if question.answers or question.absent)
    return structs.replace(data, files=files, questions=asked)


def _question_without(question: HandbookQuestion, left_out: Collection[str]) -> HandbookQuestion:
    return structs.replace(
        question,
        answers=[answer for answer in question.answers if answer.handbook not in left_out],
        absent=[name for name in question.absent if name not in left_out],
        pairs=[pair for pair in question.pairs if pair.a not in left_out and pair.b not in left_out],
    )
