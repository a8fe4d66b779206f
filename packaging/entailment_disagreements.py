"""Labelled disagreements: texts that agree, complement each other or conflict, in groups kept together."""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from entailment_labels import CONTRADICT, ENTAIL, NEUTRAL

OF_DISAGREEMENT = {"CONSISTENT": ENTAIL, "COMPLEMENTARY": NEUTRAL, "CONTRADICTORY": CONTRADICT}
FOLDS = 5
TUNING_SOURCES = ("HealthVer", "NLI4CT", "Climate-FEVER")
"""The disagreements fine-tuned on. Of the others, ManConCorpus is for research, SciFact (CC BY 4.0, abstracts
ODC-By) gained nothing, and the rest are long trivia, web pages, or a program's writing."""


@dataclass(frozen=True)
class Disagreement:
    id: str
    a: str
    b: str
    label: str
    source: str
    fold: int


def read_disagreements(path: Path) -> list[Disagreement]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [
        Disagreement(
            row["id"],
            row["a"],
            row["b"],
            row["label"],
            row["source_dataset"],
            bucket(str(row["group"]), FOLDS),
        )
        for row in rows
        if row["source_dataset"] in TUNING_SOURCES and row["label"] in OF_DISAGREEMENT
    ]


def bucket(text: str, n: int) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % n
