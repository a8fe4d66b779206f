"""What the judge's fitted models look at, measured on labelled pairs of texts.

public      open sets of claims and evidence (`disagreements`), as many pairs of each set
handbooks   gold pairs of real handbooks: once as quoted, once as a person put what the quotations say
answers     the same pairs, as the program answered from those handbooks
checklist   pairs of short texts, each of which tests one capability
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import msgspec

from disagreements import FOLDS, Disagreement, read_disagreements
from edgerag.compare import features, weighing
from edgerag.compare.judge import to_weigh
from edgerag.compare.similarity import ModelSimilarity, Similarity
from edgerag.compare.typed import compare_typed
from edgerag.evaluate.causes import Detail
from edgerag.evaluate.datasets.pairs import LabelledPair
from edgerag.evaluate.datasets.questions import HandbookQuestion
from edgerag.inference.catalogue import load_catalogue
from edgerag.inference.entailment import OnnxEntailment
from edgerag.inference.installed import InstalledModels
from edgerag.inference.onnx import OnnxModel
from edgerag.inference.opening import open_embedder, open_entailment, open_relation, open_reranker
from edgerag.inference.roles import Entailment
from edgerag.language.instructions import blanked
from edgerag.language.reading import read
from edgerag.paths import models_folder
from edgerag.understand.understand import understand

Model = Literal["similarity", "entailment", "relation"]

CLASSES: Final = ("CONSISTENT", "COMPLEMENTARY", "DIVERGENT", "CONTRADICTORY")
LEFT_OUT: Final = ("RAMDocs", "ConflictQA-strategyQA", "COVID-Fact")
"""Trivia, which no handbook answers, and what a program wrote or edited."""
SEED: Final = 7
"""Of the subset that is measured."""
MODEL_TOKENS, THREADS = 256, 2
"""As the program opens its entailment model."""
HARD: Final = 0.5
"""What a pair weighs that a careful reader could label otherwise, set by hand."""


@dataclass(frozen=True, slots=True)
class Folders:
    """Where labelled pairs are."""

    disagreement: Path
    questions: Sequence[Path]
    details: Sequence[Path]
    """Files of `edgerag evaluate handbooks --details`."""
    checklist: Path


class Measured(msgspec.Struct, frozen=True):
    """A pair and its features."""

    pair: Disagreement
    features: dict[str, float]
    weight: float = 1.0


def names_of(model: Model) -> tuple[str, ...]:
    """Name the features that a model is fitted on."""
    if model == "relation":
        return weighing.feature_names()
    return features.feature_names(with_entailment=model == "entailment")


def labelled(folders: Folders, n: int) -> Iterator[tuple[Disagreement, float]]:
    """Yield all pairs with what they weigh; `n` of each public set."""
    yield from ((row, 1.0) for row in sample(folders.disagreement, n))
    for path in folders.questions:
        for question in msgspec.json.Decoder(HandbookQuestion).decode_lines(path.read_bytes()):
            yield from gold_pairs(question)
    for path in folders.details:
        for detail in msgspec.json.Decoder(Detail).decode_lines(path.read_bytes()):
            yield from answered_pairs(detail)
    for pair in msgspec.json.Decoder(LabelledPair).decode_lines(folders.checklist.read_bytes()):
        yield row_of("checklist", pair.question, pair.a, pair.b, pair.label), 1.0


def sample(path: Path, n: int) -> list[Disagreement]:
    """Choose `n` pairs of each set at random, always the same."""
    rows = [row for row in read_disagreements(path) if row.label in CLASSES and row.source not in LEFT_OUT]
    random.Random(SEED).shuffle(rows)
    of_source = {row.source: [other for other in rows if other.source == row.source] for row in rows}
    return [row for source in sorted(of_source) for row in of_source[source][:n]]


def gold_pairs(question: HandbookQuestion) -> Iterator[tuple[Disagreement, float]]:
    """Yield what two handbooks say, in their words and in those of who read them."""
    quotes: dict[str, list[str]] = {}
    positions: dict[str, list[str]] = {}
    for answer in question.answers:
        quotes.setdefault(answer.handbook, []).append(answer.quote or "")
        positions.setdefault(answer.handbook, []).append(answer.position or "")
    for texts, source in ((quotes, "quotes"), (positions, "positions")):
        for pair in question.pairs:
            a, b = ("\n".join(texts.get(name, ())).strip() for name in (pair.a, pair.b))
            if a and b and pair.label in CLASSES:
                yield row_of(source, question.question, a, b, pair.label), HARD if pair.hard else 1.0


def answered_pairs(detail: Detail) -> Iterator[tuple[Disagreement, float]]:
    """Yield what the program answered from two handbooks, where it did from both."""
    for pair in detail.pairs:
        a, b = detail.said.get(pair.a), detail.said.get(pair.b)
        if a and b and pair.gold in CLASSES:
            yield row_of("answers", detail.question, a, b, pair.gold), HARD if pair.hard else 1.0


def row_of(source: str, question: str, a: str, b: str, label: str) -> Disagreement:
    """Make a row that is trained on or tested with all of its question."""
    return Disagreement("", question, a, b, str(label), source, question)


def measured(
    rows: Iterator[tuple[Disagreement, float]], model: Model, folds: Path | None
) -> Iterator[Measured]:
    """Measure every pair, given `folds` by the entailment model that has not seen its group."""
    if folds is None:
        yield from with_features(rows, model, installed_models())
        return
    known = list(rows)
    for fold in range(FOLDS):
        mine = [row for row in known if row[0].fold == fold]
        yield from with_features(mine, model, installed_models(folds / str(fold)))


def installed_models(entailment: Path | None = None) -> Similarity:
    """Open the installed models, the entailment model from a folder if one is given."""
    installed = InstalledModels(models_folder(), load_catalogue())
    reader = opened(entailment) if entailment else open_entailment(installed)
    relator = open_relation(installed)
    return ModelSimilarity(open_embedder(installed), open_reranker(installed), reader, relator)


def opened(folder: Path) -> Entailment:
    """Open an entailment model that is not installed."""
    weights, tokenizer = (folder / name for name in ("model.onnx", "tokenizer.json"))
    model = OnnxModel(
        folder.name, weights.read_bytes(), tokenizer.read_bytes(), max_tokens=MODEL_TOKENS, threads=1
    )
    return OnnxEntailment(model, threads=THREADS)


def with_features(
    rows: Iterator[tuple[Disagreement, float]] | Sequence[tuple[Disagreement, float]],
    model: Model,
    similarity: Similarity,
) -> Iterator[Measured]:
    """Measure pairs as the judge does."""
    for row, weight in rows:
        values = features_of(row, model, similarity)
        if values is not None:
            yield Measured(row, values, weight)


def features_of(row: Disagreement, model: Model, similarity: Similarity) -> dict[str, float] | None:
    """Measure a pair; None where the judge does not ask the model."""
    asked = understand(row.question)
    if model == "relation":
        it = to_weigh(asked, row.a, row.b, similarity)
        return weighing.features(it.said, it.answering, is_typed=it.is_typed) if it else None
    a, b = read(blanked(row.a)), read(blanked(row.b))
    finding = compare_typed(asked, a, b)
    return features.measured(asked, a, b, finding, similarity, with_entailment=model == "entailment")
