"""Retrieval sets: corpus.jsonl, SPLIT.queries.jsonl, SPLIT.qrels.tsv.

A row of the last is a query, a document and a grade; the first row names the columns.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

import msgspec

from edgerag.errors import ConfigError
from edgerag.evaluate.datasets.corpora import Document
from edgerag.evaluate.datasets.files import find_file, opened, read_rows


class Query(msgspec.Struct, frozen=True):
    """A question of a retrieval set."""

    id: str
    text: str


class RetrievalSet(msgspec.Struct, frozen=True):
    """Documents, questions, and which documents answer them how well."""

    documents: tuple[Document, ...]
    queries: tuple[Query, ...]
    grades: Mapping[str, Mapping[str, float]]
    """Grade by query id and document id; what is missing is not judged, and counts as 0."""


def read_retrieval(folder: Path, split: str) -> RetrievalSet:
    """Read a retrieval set.

    Raises:
        ConfigError: a file is missing or not of this format.
    """
    queries = tuple(read_rows(find_file(folder, f"{split}.queries.jsonl"), Query))
    documents = tuple(read_rows(find_file(folder, "corpus.jsonl"), Document))
    return RetrievalSet(documents, queries, _read_grades(find_file(folder, f"{split}.qrels.tsv")))


def _read_grades(path: Path) -> dict[str, dict[str, float]]:
    grades: dict[str, dict[str, float]] = {}
    with opened(path) as lines:
        rows = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(rows, None)
        for number, row in enumerate(rows, start=2):
            try:
                query, document, grade = row
                grades.setdefault(query, {})[document] = float(grade)
            except ValueError as error:
                raise ConfigError(f"{path}: line {number}: not query, document, grade") from error
    return grades
