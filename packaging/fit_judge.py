"""Fit a model of edgerag.compare and print its tables of judge.toml.

    python packaging/fit_judge.py FOLDER --model similarity [--pairs 3000] [--scores FILE]
    python packaging/fit_judge.py FOLDER --model entailment [--folds FOLDER] [--pairs 3000] [--scores FILE]

FOLDER holds `dev.jsonl.gz` of labelled pairs: question, a, b, label, source_dataset, group. A multinomial
logistic regression with an L2 penalty, by Newton's method, on a fixed random subset; grouped five-fold
cross-validation tells how good it is. Every label of every data set weighs the same in all, so that a large
set does not drown a small one. numpy only.

An entailment model that was fine-tuned on these pairs is surer of them than it will be of others. So
`--folds` names the five models that `packaging/train_entailment.py` leaves in WORK/folds: each pair is
measured by the one that has not seen its group. Without it the installed model measures all.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from edgerag.compare import features
from edgerag.compare.fitted import calibration
from edgerag.compare.similarity import ModelSimilarity, Similarity
from edgerag.language.reading import read
from edgerag.understand.understand import understand

CLASSES = ("CONSISTENT", "COMPLEMENTARY", "CONTRADICTORY")
AGREE, OPEN, CONFLICT = range(3)
OF_LABEL = {**{name: name for name in CLASSES}, "DIVERGENT": "CONTRADICTORY"}
SUBJECT = ("cosine", "shared_terms", "direction_differs", "numbers_differ", "numbers_shared")
"""What the entailment model needs beside what the texts deny: the other counts add nothing to it."""
MODELS = {
    "similarity": (*features.COUNTED, *features.RELEVANCE),
    "entailment": (*SUBJECT, *features.DENIALS, *features.ENTAILMENT),
}
LEFT_OUT = {
    "similarity": ("RAMDocs",),
    "entailment": ("RAMDocs", "ConflictQA-strategyQA", "COVID-Fact"),
}
"""Trivia, which no handbook answers, and what a program wrote or edited."""
PENALTY = 10.0
FOLDS = 5


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--model", choices=MODELS, required=True)
    arguments.add_argument("--pairs", type=int, default=3000)
    arguments.add_argument("--folds", type=Path, help="entailment models 0 to 4, each blind to one fold")
    arguments.add_argument(
        "--scores", type=Path, help="keep the measured features here, and read them if there"
    )
    options = arguments.parse_args()
    rows = measured(options)
    names = MODELS[options.model]
    x = np.array([[row["features"][name] for name in names] for row in rows], dtype=np.float64)
    y = np.array([CLASSES.index(OF_LABEL[row["label"]]) for row in rows])
    datasets = np.array([row["source_dataset"] for row in rows])
    weights = balanced(datasets, y)
    p = cross_validated(x, y, weights, np.array([fold_of(row["group"]) for row in rows]))
    report(p, y, datasets)
    report_floors(p, y, np.array([row["features"]["cosine"] for row in rows]))
    write(options.model, names, x, y, weights)


def measured(options: argparse.Namespace) -> list[dict]:
    if options.scores and options.scores.is_file():
        return [json.loads(line) for line in options.scores.read_text(encoding="utf-8").splitlines()]
    with gzip.open(options.folder / "dev.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    left_out = LEFT_OUT[options.model]
    rows = [row for row in rows if row["label"] in OF_LABEL and row["source_dataset"] not in left_out]
    random.Random(7).shuffle(rows)
    rows = list(measured_rows(rows[: options.pairs], options))
    if options.scores:
        options.scores.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return rows


def measured_rows(rows: list[dict], options: argparse.Namespace) -> Iterator[dict]:
    """Measure every pair, with `--folds` by the entailment model that has not seen its group."""
    if options.folds is None:
        yield from with_features(rows, options.model, models())
        return
    for fold in range(FOLDS):
        mine = [row for row in rows if fold_of(row["group"]) == fold]
        yield from with_features(mine, options.model, models(options.folds / str(fold)))


def models(entailment: Path | None = None) -> Similarity:
    """Open the installed models, the entailment model from a folder if one is given."""
    from edgerag.inference.catalogue import load_catalogue
    from edgerag.inference.entailment import OnnxEntailment
    from edgerag.inference.installed import InstalledModels
    from edgerag.inference.onnx import OnnxModel
    from edgerag.inference.opening import open_embedder, open_entailment, open_reranker
    from edgerag.paths import models_folder

    installed = InstalledModels(models_folder(), load_catalogue())
    reader = open_entailment(installed)
    if entailment:
        weights, tokenizer = (entailment / name for name in ("model.onnx", "tokenizer.json"))
        model = OnnxModel(
            entailment.name, weights.read_bytes(), tokenizer.read_bytes(), max_tokens=256, threads=1
        )
        reader = OnnxEntailment(model, threads=2)
    return ModelSimilarity(open_embedder(installed), open_reranker(installed), reader)


def with_features(rows: list[dict], model: str, similarity: Similarity) -> Iterator[dict]:
    for row in rows:
        asked = understand(row["question"])
        a, b = (features.focused(read(row[side]), asked) for side in "ab")
        values = features.counted(a, b, similarity)
        if model == "similarity":
            values |= features.relevance_features(a, b, similarity)
        else:
            values |= features.denial_features(asked, a, b)
            values |= features.entailment_features(asked, a, b, similarity) or {}
        yield {key: row[key] for key in ("id", "label", "group", "source_dataset")} | {"features": values}


def fold_of(group: object) -> int:
    return int(hashlib.sha256(str(group).encode()).hexdigest(), 16) % FOLDS


def balanced(datasets: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Weights with which every label of every data set counts the same; 1 on average."""
    n = Counter(zip(datasets, y, strict=True))
    return np.array([len(y) / len(n) / n[pair] for pair in zip(datasets, y, strict=True)])


def fit(x: np.ndarray, y: np.ndarray, importance: np.ndarray) -> np.ndarray:
    """Weights (class, 1 + feature) that minimise the penalised log loss; x is scaled."""
    n, d = x.shape
    design = np.hstack([np.ones((n, 1)), x])
    target = np.eye(len(CLASSES))[y]
    weights = np.zeros((len(CLASSES), d + 1))
    ridge = PENALTY * np.eye(d + 1)
    ridge[0, 0] = 1e-3
    for _ in range(200):
        p = shares(design @ weights.T)
        for c in range(len(CLASSES)):
            gradient = design.T @ (importance * (p[:, c] - target[:, c])) + ridge @ weights[c]
            curved = importance * p[:, c] * (1 - p[:, c])
            curvature = (design * curved[:, None]).T @ design + ridge
            weights[c] -= 0.5 * np.linalg.solve(curvature, gradient)
    return weights


def shares(logits: np.ndarray) -> np.ndarray:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def cross_validated(x: np.ndarray, y: np.ndarray, importance: np.ndarray, folds: np.ndarray) -> np.ndarray:
    """Probabilities of each row, from a model that was fitted without its group."""
    p = np.zeros((len(y), len(CLASSES)))
    for fold in range(FOLDS):
        train = folds != fold
        mean, scale = x[train].mean(0), x[train].std(0) + 1e-9
        weights = fit((x[train] - mean) / scale, y[train], importance[train])
        scaled = (x[~train] - mean) / scale
        p[~train] = shares(np.hstack([np.ones((len(scaled), 1)), scaled]) @ weights.T)
    return p


def report(p: np.ndarray, y: np.ndarray, datasets: np.ndarray) -> None:
    """Conflict against agreement, and all labels, of each data set."""
    guess = p.argmax(axis=1)
    for name in [*sorted(set(datasets)), "all"]:
        rows = np.full(len(y), True) if name == "all" else datasets == name
        two = rows & (y != OPEN)
        conflict = np.mean(
            [f1(y[two] == CONFLICT, p[two, CONFLICT] > p[two, AGREE], of) for of in (True, False)]
        )
        labels = np.mean([f1(y[rows] == label, guess[rows] == label, True) for label in sorted(set(y[rows]))])
        print(
            f"# {name:24s} n={rows.sum():4d} conflict macro-F1={conflict:.3f} "
            f"AUC={auc(y[two] == CONFLICT, p[two, CONFLICT] / (p[two, CONFLICT] + p[two, AGREE])):.3f} "
            f"labels macro-F1={labels:.3f} accuracy={np.mean(guess[rows] == y[rows]):.3f}"
        )


def report_floors(p: np.ndarray, y: np.ndarray, cosine: np.ndarray) -> None:
    """What the judge would say of the rows, and how often wrongly, with the floors of judge.toml."""
    floors = calibration().floors
    guess = p.argmax(axis=1)
    low = np.array([floors[name] for name in CLASSES])[guess]
    said = (p.max(axis=1) >= low) & (cosine >= floors["same_subject"])
    for label, name in enumerate(CLASSES):
        rows = said & (guess == label)
        right = np.mean(y[rows] == label)
        print(f"# said {name}: {rows.mean():.3f} of pairs, right {right:.3f} of {rows.sum()}")
    missed = (said & (guess == AGREE))[y == CONFLICT]
    print(f"# CONTRADICTORY pairs said to be CONSISTENT: {missed.mean():.3f}")


def f1(truth: np.ndarray, guess: np.ndarray, of: bool) -> float:
    hits = np.sum((truth == of) & (guess == of))
    return float(2 * hits / max(1, np.sum(truth == of) + np.sum(guess == of)))


def auc(truth: np.ndarray, score: np.ndarray) -> float:
    """The share of (conflict, agreement) pairs that the score puts in order."""
    high, low = score[truth][:, None], score[~truth][None, :]
    return float(((high > low) + 0.5 * (high == low)).mean())


def write(model: str, names: tuple[str, ...], x: np.ndarray, y: np.ndarray, importance: np.ndarray) -> None:
    mean, scale = x.mean(0), x.std(0) + 1e-9
    weights = fit((x - mean) / scale, y, importance)
    for title, values in (("means", mean), ("scales", scale)):
        print(f"\n[{model}.{title}]")
        for name, value in zip(names, values, strict=True):
            print(f"{name} = {value:.4f}")
    for label, row in zip(CLASSES, weights, strict=True):
        print(f"\n[{model}.weights.{label}]")
        for name, value in zip(("intercept", *names), row, strict=True):
            print(f"{name} = {value:.4f}")


if __name__ == "__main__":
    main()
