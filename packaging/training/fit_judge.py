"""Fit a model of edgerag.compare and print its tables of judge.toml.

    python packaging/training/fit_judge.py FOLDER --model similarity [--pairs 3000] [--scores FILE]
    python packaging/training/fit_judge.py FOLDER --model entailment [--folds FOLDER] ...

FOLDER holds `dev.jsonl.gz` of labelled pairs: question, a, b, label, source_dataset, group. A multinomial
logistic regression with an L2 penalty, on a fixed random subset; grouped five-fold cross-validation tells how
good it is. Every label of every data set weighs the same in all, so that a large set does not drown a small
one.

An entailment model that was fine-tuned on these pairs is surer of them than it will be of others. So
`--folds` names the five models that `packaging/training/train_entailment.py` leaves in WORK/folds: each pair
is measured by the one that has not seen its group. Without it the installed model measures all.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from jaxtyping import Float64, Int64

from disagreements import FOLDS
from edgerag.compare.fitted import calibration
from edgerag.evaluate.metrics import area_under_roc
from judge_features import (
    AGREE,
    CLASSES,
    CONFLICT,
    NAMES,
    OF_LABEL,
    OPEN,
    Measured,
    Model,
    measured,
    sample,
)
from measures import macro_f1
from regression import Scaling, multinomial, scaling_of, shares, with_intercept

PENALTY: Final = 10.0
"""Set by hand: small beside thousands of rows, so that it only keeps features apart that say the same."""
INTERCEPT_PENALTY: Final = 1e-3
"""As good as none: the classes' intercepts are fixed only up to a common number."""

Rows = Float64[np.ndarray, "row feature"]
Classes = Int64[np.ndarray, " row"]
Weights = Float64[np.ndarray, " row"]
Probabilities = Float64[np.ndarray, "row class"]


@dataclass(frozen=True, slots=True)
class Options:
    """The command line."""

    folder: Path
    model: Model
    pairs: int
    folds: Path | None
    scores: Path | None


@dataclass(frozen=True, slots=True)
class Fitted:
    """A model of `judge.toml`."""

    scaling: Scaling
    weights: Float64[np.ndarray, "class column"]
    """The intercept first."""

    def probabilities(self, x: Rows) -> Probabilities:
        """Give what the model says of rows."""
        return shares(with_intercept(self.scaling(x)) @ self.weights.T)


def main() -> None:
    """Measure, fit, and print how good the fit is and the fit."""
    options = parsed()
    rows = kept(options)
    names = NAMES[options.model]
    x = np.array([[row.features[name] for name in names] for row in rows], dtype=np.float64)
    y = np.array([CLASSES.index(OF_LABEL[row.pair.label]) for row in rows], dtype=np.int64)
    datasets = [row.pair.source for row in rows]
    importance = balanced(datasets, y)
    p = cross_validated(x, y, importance, np.array([row.pair.fold for row in rows], dtype=np.int64))
    report(p, y, datasets)
    report_floors(p, y, np.array([row.features["cosine"] for row in rows], dtype=np.float64))
    print("\n".join(tables(options.model, names, fit(x, y, importance))))


def parsed() -> Options:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--model", choices=NAMES, required=True)
    parser.add_argument("--pairs", type=int, default=3000)
    parser.add_argument("--folds", type=Path, help="entailment models 0 to 4, each blind to one fold")
    parser.add_argument("--scores", type=Path, help="keep the measured features here, and read them if there")
    return Options(**vars(parser.parse_args()))


def kept(options: Options) -> list[Measured]:
    """Read the measured pairs if they are kept, else measure them."""
    if options.scores and options.scores.is_file():
        return msgspec.json.Decoder(Measured).decode_lines(options.scores.read_bytes())
    pairs = sample(options.folder / "dev.jsonl.gz", options.model, options.pairs)
    rows = list(measured(pairs, options.model, options.folds))
    if options.scores:
        options.scores.write_bytes(msgspec.json.Encoder().encode_lines(rows))
    return rows


def balanced(datasets: Sequence[str], y: Classes) -> Weights:
    """Give weights with which every label of every data set counts the same; 1 on average."""
    pairs = list(zip(datasets, y.tolist(), strict=True))
    n = Counter(pairs)
    return np.array([len(y) / len(n) / n[pair] for pair in pairs], dtype=np.float64)


def fit(x: Rows, y: Classes, importance: Weights) -> Fitted:
    """Fit the model to rows."""
    scaling = scaling_of(x)
    ridge = np.array([INTERCEPT_PENALTY] + [PENALTY] * x.shape[1])
    return Fitted(scaling, multinomial(with_intercept(scaling(x)), y, importance, ridge, len(CLASSES)))


def cross_validated(x: Rows, y: Classes, importance: Weights, folds: Classes) -> Probabilities:
    """Give the probabilities of each row by a model that was fitted without its fold."""
    p = np.zeros((len(y), len(CLASSES)))
    for fold in range(FOLDS):
        held_out = folds == fold
        if held_out.any():
            train = ~held_out
            p[held_out] = fit(x[train], y[train], importance[train]).probabilities(x[held_out])
    return p


def report(p: Probabilities, y: Classes, datasets: Sequence[str]) -> None:
    """Print how well each data set is judged, and all together."""
    for name in [*sorted(set(datasets)), "all"]:
        rows = np.array([name in ("all", dataset) for dataset in datasets])
        print(f"# {name:24s} n={rows.sum():4d} {of_rows(p[rows], y[rows])}")


def of_rows(p: Probabilities, y: Classes) -> str:
    """Measure how conflict is told from agreement, and all labels."""
    two = y != OPEN
    agree, conflict, truth = p[two, AGREE], p[two, CONFLICT], y[two] == CONFLICT
    binary = macro_f1(truth.astype(np.int64), (conflict > agree).astype(np.int64))
    area = area_under_roc(conflict / (conflict + agree), truth)
    guess = p.argmax(axis=1)
    return (
        f"conflict macro-F1={binary:.3f} AUC={area:.3f} "
        f"labels macro-F1={macro_f1(y, guess):.3f} accuracy={np.mean(guess == y):.3f}"
    )


def report_floors(p: Probabilities, y: Classes, cosine: Weights) -> None:
    """Print what the judge would say of the rows, and how often wrongly, with the floors of judge.toml."""
    floors = calibration().floors
    guess = p.argmax(axis=1)
    low = np.array([floors[name] for name in CLASSES])[guess]
    said = (p.max(axis=1) >= low) & (cosine >= floors["same_subject"])
    for label, name in enumerate(CLASSES):
        rows = said & (guess == label)
        right = np.mean(y[rows] == label) if rows.any() else np.nan
        print(f"# said {name}: {rows.mean():.3f} of pairs, right {right:.3f} of {rows.sum()}")
    missed = (said & (guess == AGREE))[y == CONFLICT]
    print(f"# CONTRADICTORY pairs said to be CONSISTENT: {missed.mean():.3f}")


def tables(model: Model, names: Sequence[str], fitted: Fitted) -> Iterator[str]:
    """Yield the lines of a model's tables of judge.toml."""
    yield from table(f"{model}.means", names, fitted.scaling.means)
    yield from table(f"{model}.scales", names, fitted.scaling.scales)
    for label, row in zip(CLASSES, fitted.weights, strict=True):
        yield from table(f"{model}.weights.{label}", ("intercept", *names), row)


def table(title: str, names: Sequence[str], values: Float64[np.ndarray, " value"]) -> Iterator[str]:
    """Yield the lines of one table."""
    yield f"\n[{title}]"
    yield from (f"{name} = {value:.4f}" for name, value in zip(names, values.tolist(), strict=True))


if __name__ == "__main__":
    main()
