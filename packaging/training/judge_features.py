"""What the judge's fitted models look at, measured on labelled disagreements."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec

from disagreements import FOLDS, Disagreement, read_disagreements
from edgerag.compare import features
from edgerag.compare.similarity import ModelSimilarity, Similarity
from edgerag.inference.catalogue import load_catalogue
from edgerag.inference.entailment import OnnxEntailment
from edgerag.inference.installed import InstalledModels
from edgerag.inference.onnx import OnnxModel
from edgerag.inference.opening import open_embedder, open_entailment, open_reranker
from edgerag.inference.roles import Entailment
from edgerag.language.reading import read
from edgerag.paths import models_folder
from edgerag.understand.understand import understand

Model = Literal["similarity", "entailment"]

CLASSES: Final = ("CONSISTENT", "COMPLEMENTARY", "CONTRADICTORY")
AGREE, OPEN, CONFLICT = range(3)
OF_LABEL: Final = {**{name: name for name in CLASSES}, "DIVERGENT": "CONTRADICTORY"}
SUBJECT: Final = ("cosine", "shared_terms", "direction_differs", "numbers_differ", "numbers_shared")
"""What the entailment model needs beside what the texts deny: the other counts add nothing to it."""
NAMES: Final[dict[Model, tuple[str, ...]]] = {
    "similarity": (*features.COUNTED, *features.RELEVANCE),
    "entailment": (*SUBJECT, *features.DENIALS, *features.ENTAILMENT),
}
LEFT_OUT: Final[dict[Model, tuple[str, ...]]] = {
    "similarity": ("RAMDocs",),
    "entailment": ("RAMDocs", "ConflictQA-strategyQA", "COVID-Fact"),
}
"""Trivia, which no handbook answers, and what a program wrote or edited."""
SEED: Final = 7
"""Of the subset that is measured."""
MODEL_TOKENS, THREADS = 256, 2
"""As the program opens its entailment model."""


class Measured(msgspec.Struct, frozen=True):
    """A disagreement and its features."""

    pair: Disagreement
    features: dict[str, float]


def sample(path: Path, model: Model, n: int) -> list[Disagreement]:
    """Choose `n` pairs at random, always the same."""
    rows = [
        row for row in read_disagreements(path) if row.label in OF_LABEL and row.source not in LEFT_OUT[model]
    ]
    random.Random(SEED).shuffle(rows)
    return rows[:n]


def measured(rows: Sequence[Disagreement], model: Model, folds: Path | None) -> Iterator[Measured]:
    """Measure every pair, given `folds` by the entailment model that has not seen its group."""
    if folds is None:
        yield from with_features(rows, model, installed_models())
        return
    for fold in range(FOLDS):
        mine = [row for row in rows if row.fold == fold]
        yield from with_features(mine, model, installed_models(folds / str(fold)))


def installed_models(entailment: Path | None = None) -> Similarity:
    """Open the installed models, the entailment model from a folder if one is given."""
    installed = InstalledModels(models_folder(), load_catalogue())
    reader = opened(entailment) if entailment else open_entailment(installed)
    return ModelSimilarity(open_embedder(installed), open_reranker(installed), reader)


def opened(folder: Path) -> Entailment:
    """Open an entailment model that is not installed."""
    weights, tokenizer = (folder / name for name in ("model.onnx", "tokenizer.json"))
    model = OnnxModel(
        folder.name, weights.read_bytes(), tokenizer.read_bytes(), max_tokens=MODEL_TOKENS, threads=1
    )
    return OnnxEntailment(model, threads=THREADS)


def with_features(rows: Sequence[Disagreement], model: Model, similarity: Similarity) -> Iterator[Measured]:
    """Measure pairs as the judge does."""
    for row in rows:
        asked = understand(row.question)
        a, b = (features.focused(read(text), asked) for text in (row.a, row.b))
        values = features.counted(a, b, similarity)
        if model == "similarity":
            values |= features.relevance_features(a, b, similarity)
        else:
            values |= features.denial_features(asked, a, b)
            values |= features.entailment_features(asked, a, b, similarity) or {}
        yield Measured(row, values)
