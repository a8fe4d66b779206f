"""Fit a model of edgerag.compare and print its tables of judge.toml.

    python packaging/training/fit_judge.py --model similarity|entailment --disagreement FILE
        --questions FILE... --checklist FILE [--details FILE...] [--folds FOLDER] [--scores FILE]
        [--pairs NUMBER] [--half work]
    python packaging/training/fit_judge.py --model relation --questions FILE... [--other FILE...]
        [--details FILE...] [--scores FILE]

`judge_features.py` says what the files hold, and `relation/unlearnt.py` on what the relation model is
weighed. A multinomial logistic regression with an L2 penalty; grouped five-fold cross-validation, in which
all pairs of a question are held out together, tells how good it is.

An entailment model that was fine-tuned on these pairs is surer of them than it will be of others. So
`--folds` names the five models that `packaging/training/train_entailment.py` leaves in WORK/folds: each pair
is measured by the one that has not seen its group. Without it the installed model measures all.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, get_args

import msgspec
import numpy as np
from jaxtyping import Bool, Float64, Int64

from disagreements import FOLDS, Disagreement
from edgerag.compare.fitted import calibration
from edgerag.evaluate.halves import Half, half_of
from judge_features import CLASSES, Folders, Measured, Model, labelled, measured, names_of
from regression import Scaling, multinomial, scaling_of, shares, with_intercept
from relation.unlearnt import unlearnt

PENALTIES: Final[dict[Model, float]] = {"similarity": 33.0, "entailment": 33.0, "relation": 10.0}
"""The best in cross-validation of 10, 20, 33, 50 and 100, and of 2, 5, 10, 20 and 33; on flat tops."""
FLOORS: Final[dict[Model, tuple[str, str]]] = {
    "similarity": ("agreement", "conflict"),
    "entailment": ("agreement", "conflict"),
    "relation": ("related_agreement", "related_conflict"),
}
"""What of `judge.toml` bounds an agreement and a conflict of each model."""
INTERCEPT_PENALTY: Final = 1e-3
"""As good as none: the classes' intercepts are fixed only up to a common number."""
CONFLICTS: Final = [CLASSES.index("DIVERGENT"), CLASSES.index("CONTRADICTORY")]

Rows = Float64[np.ndarray, "row feature"]
Classes = Int64[np.ndarray, " row"]
Weights = Float64[np.ndarray, " row"]
Probabilities = Float64[np.ndarray, "row class"]


@dataclass(frozen=True, slots=True)
class Options:
    """The command line."""

    folders: Folders
    model: Model
    pairs: int
    half: Half
    folds: Path | None
    scores: Path | None
    other: Sequence[Path]


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
    names, x = varying(names_of(options.model), rows)
    y = np.array([CLASSES.index(row.pair.label) for row in rows], dtype=np.int64)
    importance = np.array([row.weight for row in rows])
    penalty = PENALTIES[options.model]
    folds = np.array([row.pair.fold for row in rows], dtype=np.int64)
    p = cross_validated(x, y, importance, folds, penalty)
    report(p, y, [row.pair.source for row in rows], model=options.model)
    print("\n".join(tables(options.model, names, fit(x, y, importance, penalty))))


def parsed() -> Options:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", choices=get_args(Model), required=True)
    parser.add_argument("--disagreement", type=Path)
    parser.add_argument("--questions", type=Path, nargs="+", required=True)
    parser.add_argument("--details", type=Path, nargs="*", default=[])
    parser.add_argument("--checklist", type=Path)
    parser.add_argument("--pairs", type=int, default=260, help="of each public set")
    parser.add_argument("--half", type=Half, choices=list(Half), default=Half.ALL, help="of the questions")
    parser.add_argument("--folds", type=Path, help="entailment models 0 to 4, each blind to one fold")
    parser.add_argument(
        "--other", type=Path, nargs="*", default=[], help="questions that the relation model did not learn"
    )
    parser.add_argument("--scores", type=Path, help="keep the measured features here, and read them if there")
    read = parser.parse_args()
    if read.model != "relation" and not (read.disagreement and read.checklist):
        parser.error("--disagreement and --checklist are needed for this model")
    folders = Folders(read.disagreement, read.questions, read.details, read.checklist)
    return Options(folders, read.model, read.pairs, read.half, read.folds, read.scores, read.other)


def kept(options: Options) -> list[Measured]:
    """Read the measured pairs if they are kept, else measure them."""
    if options.scores and options.scores.is_file():
        return msgspec.json.Decoder(Measured).decode_lines(options.scores.read_bytes())
    rows = list(measured(pairs_of(options), options.model, options.folds))
    if options.scores:
        options.scores.write_bytes(msgspec.json.Encoder().encode_lines(rows))
    return rows


def pairs_of(options: Options) -> Iterator[tuple[Disagreement, float]]:
    """Yield the pairs that a model is fitted on, with what they weigh."""
    if options.model == "relation":
        yield from unlearnt(options.folders.questions, options.other, options.folders.details)
        return
    for row, weight in labelled(options.folders, options.pairs):
        if options.half in {Half.ALL, half_of(row.question)}:
            yield row, weight


def varying(names: Sequence[str], rows: Sequence[Measured]) -> tuple[list[str], Rows]:
    """Give the features that are not the same in all rows, and their columns."""
    x = np.array([[row.features[name] for name in names] for row in rows], dtype=np.float64)
    varies = np.ptp(x, axis=0) > 0
    return [name for name, is_one in zip(names, varies.tolist(), strict=True) if is_one], x[:, varies]


def fit(x: Rows, y: Classes, importance: Weights, penalty: float) -> Fitted:
    """Fit the model to rows."""
    scaling = scaling_of(x)
    ridge = np.array([INTERCEPT_PENALTY] + [penalty] * x.shape[1])
    return Fitted(scaling, multinomial(with_intercept(scaling(x)), y, importance, ridge, len(CLASSES)))


def cross_validated(
    x: Rows, y: Classes, importance: Weights, folds: Classes, penalty: float
) -> Probabilities:
    """Give the probabilities of each row by a model that was fitted without its fold."""
    p = np.zeros((len(y), len(CLASSES)))
    for fold in range(FOLDS):
        held_out = folds == fold
        if held_out.any():
            train = ~held_out
            p[held_out] = fit(x[train], y[train], importance[train], penalty).probabilities(x[held_out])
    return p


def report(p: Probabilities, y: Classes, sources: Sequence[str], *, model: Model) -> None:
    """Print how well each source is judged with the model's floors of judge.toml, and all together."""
    said, (agreement, conflict) = decided(p, model), floors_of(model)
    print(f"# agreement from {agreement}, conflict from {conflict}")
    for name in [*sorted(set(sources)), "all"]:
        rows = np.array([name in ("all", source) for source in sources])
        print(f"# {name:16s} n={rows.sum():4d} {of_rows(said[rows], y[rows])}")


def floors_of(model: Model) -> tuple[float, float]:
    """Give the least probability of an agreement and of a conflict."""
    agreement, conflict = FLOORS[model]
    return calibration().floors[agreement], calibration().floors[conflict]


def decided(p: Probabilities, model: Model = "entailment") -> Classes:
    """Say what the judge makes of a model's probabilities: a class, or -1 for NOT CHECKED."""
    least_agreement, least_conflict = floors_of(model)
    conflict = p[:, CONFLICTS].sum(axis=1)
    is_conflict = conflict >= least_conflict
    said = np.where(is_conflict, 2 + p[:, 2:].argmax(axis=1), p[:, :2].argmax(axis=1))
    return np.where(is_conflict | (1 - conflict >= least_agreement), said, -1)


def of_rows(said: Classes, y: Classes) -> str:
    """Sum up what is said of rows: right, left open, and wrong in the ways that matter."""
    conflict, alarm = y >= CONFLICTS[0], said >= CONFLICTS[0]
    agreed = (said >= 0) & ~alarm
    return (
        f"accuracy={np.mean(said == y):.3f} open={np.mean(said < 0):.3f} "
        f"conflict recall={share(alarm, conflict):.3f} false agreement={share(agreed, conflict):.3f} "
        f"false alarm={share(alarm, y == 0):.3f}"
    )


def share(some: Bool[np.ndarray, " row"], among: Bool[np.ndarray, " row"]) -> float:
    """Give the share of some among others; 0 if there are none."""
    return float((some & among).sum() / max(1, among.sum()))


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
