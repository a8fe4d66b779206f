"""Fit the similarity and entailment models of edgerag.compare and print their tables of judge.toml.

    python packaging/fit_judge.py FOLDER [--pairs 3000] [--scores FILE] [--out-of-fold FILE --temperature T]

FOLDER holds `dev.jsonl.gz` of labelled pairs: question, a, b, label, source_dataset, group. A multinomial
logistic regression with an L2 penalty, by Newton's method, on a fixed random subset; grouped five-fold
cross-validation tells how good it is. numpy only.

An entailment model that was fine-tuned on the same pairs is surer of them than it will be of others. Then
`--out-of-fold` names what `train_entailment.py` wrote about each pair with a model that never saw its
group, and `--temperature` what the weights' own probabilities are divided by.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from edgerag.compare import features
from edgerag.compare.focus import focus_of
from edgerag.compare.similarity import ModelSimilarity, Similarity, Verdicts
from edgerag.compare.statements import read

CLASSES = ("CONSISTENT", "COMPLEMENTARY", "CONTRADICTORY")
OF_LABEL = {**{name: name for name in CLASSES}, "DIVERGENT": "CONTRADICTORY"}
LEFT_OUT = ("RAMDocs",)  # its passages answer trivia, which no handbook does
MODELS = {
    "similarity": (*features.COUNTED, *features.RELEVANCE),
    "entailment": (*features.COUNTED, *features.ENTAILMENT),
}
PENALTY = 3.0
FOLDS = 5


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--pairs", type=int, default=3000)
    arguments.add_argument(
        "--scores", type=Path, help="keep the measured features here, and read them if there"
    )
    arguments.add_argument("--out-of-fold", type=Path, help="probabilities that train_entailment.py wrote")
    arguments.add_argument("--temperature", type=float, default=1.0)
    options = arguments.parse_args()
    rows = measured(options.folder, options.pairs, options.scores)
    if options.out_of_fold:
        replace_entailment(rows, options.out_of_fold, options.temperature)
    y = np.array([CLASSES.index(OF_LABEL[row["label"]]) for row in rows])
    folds = np.array(
        [int(hashlib.sha256(str(row["group"]).encode()).hexdigest(), 16) % FOLDS for row in rows]
    )
    datasets = np.array([row["source_dataset"] for row in rows])
    for title, names in MODELS.items():
        print(f"# {title}")
        report(table(rows, names), y, folds, datasets)
    for title, names in MODELS.items():
        write(title, names, table(rows, names), y)


def table(rows: list[dict], names: tuple[str, ...]) -> np.ndarray:
    return np.array([[row["features"][name] for name in names] for row in rows], dtype=np.float64)


def measured(folder: Path, n_pairs: int, kept: Path | None) -> list[dict]:
    if kept and kept.is_file():
        return [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    with gzip.open(folder / "dev.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    rows = [row for row in rows if row["label"] in OF_LABEL and row["source_dataset"] not in LEFT_OUT]
    random.Random(7).shuffle(rows)
    rows = list(with_features(rows[:n_pairs], installed_models()))
    if kept:
        kept.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return rows


def replace_entailment(rows: list[dict], file: Path, temperature: float) -> None:
    """Put probabilities from models that did not see a pair in place of the installed model's.

    Pairs that the file does not name were in no fine-tuning: for them the installed model's are right.
    """
    written = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    by_id = {row["id"]: (row["a_b"], row["b_a"]) for row in written}
    for row in rows:
        if row["id"] in by_id:
            forth, back = (tempered(one, temperature) for one in by_id[row["id"]])
            row["features"] |= features.of_verdicts(forth, back)


def tempered(probabilities: list[float], temperature: float) -> Verdicts:
    raised = np.maximum(np.array(probabilities), 1e-9) ** (1 / temperature)
    return Verdicts(*(raised / raised.sum()).tolist())


def installed_models() -> Similarity:
    from edgerag.inference.catalogue import load_catalogue
    from edgerag.inference.installed import InstalledModels
    from edgerag.inference.opening import open_embedder, open_entailment, open_reranker
    from edgerag.paths import models_folder

    installed = InstalledModels(models_folder(), load_catalogue())
    return ModelSimilarity(open_embedder(installed), open_reranker(installed), open_entailment(installed))


def with_features(rows: list[dict], similarity: Similarity) -> Iterator[dict]:
    for row in rows:
        focus = focus_of(row["question"])
        a, b = (features.focused(read(row[side]), focus) for side in "ab")
        values = features.counted(a, b, similarity) | features.relevance_features(a, b, similarity)
        values |= features.entailment_features(a, b, similarity) or {}
        yield {key: row[key] for key in ("id", "label", "group", "source_dataset")} | {"features": values}


def fit(x: np.ndarray, y: np.ndarray) -> np.ndarray:
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
            gradient = design.T @ (p[:, c] - target[:, c]) + ridge @ weights[c]
            curvature = (design * (p[:, c] * (1 - p[:, c]))[:, None]).T @ design + ridge
            weights[c] -= 0.5 * np.linalg.solve(curvature, gradient)
    return weights


def shares(logits: np.ndarray) -> np.ndarray:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def report(x: np.ndarray, y: np.ndarray, folds: np.ndarray, datasets: np.ndarray) -> None:
    p = np.zeros((len(y), len(CLASSES)))
    for fold in range(FOLDS):
        train = folds != fold
        mean, scale = x[train].mean(0), x[train].std(0) + 1e-9
        weights = fit((x[train] - mean) / scale, y[train])
        scaled = (x[~train] - mean) / scale
        p[~train] = shares(np.hstack([np.ones((len(scaled), 1)), scaled]) @ weights.T)
    guess = p.argmax(axis=1)
    for name in [*sorted(set(datasets)), "all"]:
        rows = np.full(len(y), True) if name == "all" else datasets == name
        pairs = rows & (y != 1) if name != "all" else rows
        binary = [f1(y[pairs] == 2, p[pairs, 2] > p[pairs, 0], of) for of in (True, False)]
        print(
            f"# {name:24s} n={rows.sum():4d} accuracy={np.mean(guess[rows] == y[rows]):.3f} "
            f"conflict macro-F1={np.mean(binary):.3f}"
        )
    sure = p.max(axis=1)
    for low in (0.4, 0.5, 0.6, 0.7):
        rows = sure >= low
        print(f"# sure >= {low}: {rows.mean():.2f} of pairs, accuracy {np.mean(guess[rows] == y[rows]):.3f}")
    agree = guess == 0
    print(f"# called CONSISTENT but conflict: {np.mean(y[agree] == 2):.3f} of {agree.sum()}")


def f1(truth: np.ndarray, guess: np.ndarray, of: bool) -> float:
    hits = np.sum((truth == of) & (guess == of))
    return float(2 * hits / max(1, np.sum(truth == of) + np.sum(guess == of)))


def write(model: str, names: tuple[str, ...], x: np.ndarray, y: np.ndarray) -> None:
    mean, scale = x.mean(0), x.std(0) + 1e-9
    weights = fit((x - mean) / scale, y)
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
