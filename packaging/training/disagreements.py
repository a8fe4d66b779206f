"""Labelled disagreements: two texts on a question that agree, complement each other or conflict."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path
from typing import Final

import msgspec

FOLDS: Final = 5
"""Parts for cross-validation, as usual."""


class Disagreement(msgspec.Struct, frozen=True, rename={"source": "source_dataset"}):
    """Two texts on a question, and how they relate."""

    id: str
    question: str
    a: str
    b: str
    label: str
    source: str
    group: str | int
    """Pairs of one group share a text or a topic, and are trained on or tested together."""

    @property
    def fold(self) -> int:
        """The part for cross-validation that the group belongs to."""
        return bucket(str(self.group), FOLDS)


def read_disagreements(path: Path) -> list[Disagreement]:
    """Read compressed JSON lines."""
    return msgspec.json.Decoder(Disagreement).decode_lines(gzip.decompress(path.read_bytes()))


def bucket(text: str, n: int) -> int:
    """Give a text one of `n` numbers, the same on every machine."""
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % n
