"""Labelled pairs of texts: SPLIT.jsonl."""

from __future__ import annotations

from pathlib import Path

import msgspec

from edgerag.domain.reports import Label
from edgerag.evaluate.datasets.files import find_file, read_rows


class LabelledPair(msgspec.Struct, frozen=True):
    """Two answers to one question, and how they relate."""

    question: str
    a: str
    b: str
    label: Label
    id: str = ""
    source_dataset: str = ""
    capability: str = ""
    """What a judge must be able to do to label it, such as converting units."""
    group: str = ""
    """Pairs that belong together, in data sets without capabilities."""


def read_pairs(folder: Path, split: str) -> tuple[LabelledPair, ...]:
    """Read labelled pairs.

    Raises:
        ConfigError: the file is missing or not of this format.
    """
    return tuple(read_rows(find_file(folder, f"{split}.jsonl"), LabelledPair))
