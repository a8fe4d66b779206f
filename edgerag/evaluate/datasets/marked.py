"""Passages in which a person marked entities and relations: extract.SPLIT.jsonl."""

from __future__ import annotations

from pathlib import Path

from edgerag.evaluate.datasets.files import find_file, read_rows
from edgerag.evaluate.extraction import MarkedPassage


def read_marked(folder: Path, split: str) -> tuple[MarkedPassage, ...]:
    """Read passages in which a person marked entities and relations.

    Raises:
        ConfigError: the file is missing or not of this format.
    """
    return tuple(read_rows(find_file(folder, f"extract.{split}.jsonl"), MarkedPassage))
