"""Fit the constants of edgerag.retrieve.sufficiency and print them.

    python packaging/training/fit_relevance.py --absence FOLDER --handbooks FOLDER --questions FILE...
        --workspace FOLDER

The folders are data sets in the layouts of `edgerag evaluate absence` and `edgerag evaluate handbooks`;
the workspace keeps their libraries and the measured signs between runs. Models come from the usual place.
`relevance_cases.py` says what is asked.

A logistic regression. Each data set weighs the same, however many cases it has. A case in which the handbook
does address the question weighs `MISSED` times one in which it does not: an answer that is not found is worse
than a quotation too many. A handbook that treats the topic without answering weighs less, since such labels
come from the titles of sections and half of those handbooks do answer in another section. Grouped five-fold
cross-validation by question tells how good it is.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, get_args

import msgspec
import numpy as np
from jaxtyping import Bool, Float64

from disagreements import FOLDS
from edgerag import paths
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_embedder, open_reranker
from edgerag.retrieve.sufficiency import Signs, regressors
from regression import logistic
from relevance_cases import Case, Data, Scope, absence_cases, handbook_cases

WEIGHTS: Final[dict[Scope, float]] = {"whole": 1.0, "topic": 0.5, "alone": 0.1, "silent": 0.1}
"""What the cases of each scope weigh together, set by hand."""
MISSED: Final = 2.0
"""Set by hand."""
PENALTY: Final = 1.0
SCALE: Final = 500.0
"""What all cases weigh against the penalty, set by hand."""

Rows = Float64[np.ndarray, "case column"]
Truth = Bool[np.ndarray, " case"]
Weights = Float64[np.ndarray, " case"]


@dataclass(frozen=True, slots=True)
class Options:
    """The command line."""

    absence: Path
    handbooks: Path
    workspace: Path
    questions: list[Path]


def main() -> None:
    """Measure, fit, and print how good the fit is and the fit."""
    options = parsed()
    kept = options.workspace / "signs.msgpack"
    if not kept.is_file():
        kept.write_bytes(msgspec.msgpack.encode(list(cases_of(options))))
    cases = msgspec.msgpack.decode(kept.read_bytes(), type=list[Case])
    rows = np.array([row_of(case.signs) for case in cases])
    addressed = np.array([case.addressed for case in cases])
    weights = weigh(cases)
    report(cases, addressed, cross_validated(cases, rows, addressed, weights))
    print("\n".join(constants(fitted(rows, addressed, weights))))


def parsed() -> Options:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for name in ("--absence", "--handbooks", "--workspace"):
        parser.add_argument(name, type=Path, required=True)
    parser.add_argument("--questions", type=Path, nargs="+", required=True, help="for the handbooks")
    return Options(**vars(parser.parse_args()))


def cases_of(options: Options) -> Iterator[Case]:
    """Measure all data sets."""
    models = InstalledModels(paths.models_folder())
    embedder, reranker = open_embedder(models), open_reranker(models)
    yield from absence_cases(options.absence, options.workspace, embedder, reranker)
    yield from handbook_cases(options.handbooks, options.questions, options.workspace, embedder, reranker)


def row_of(signs: Signs) -> tuple[float, ...]:
    """Give the regressors and a column for the intercept."""
    return (*regressors(signs), 1.0)


def weigh(cases: Sequence[Case]) -> Weights:
    """Give each case its weight; none where nothing was read: that handbook is silent whatever is fitted."""
    sizes = Counter((case.data, case.scope) for case in cases)
    return np.array(
        [
            SCALE * WEIGHTS[case.scope] / sizes[case.data, case.scope] * (MISSED if case.addressed else 1.0)
            if case.signs.logit > float("-inf")
            else 0.0
            for case in cases
        ]
    )


def fitted(rows: Rows, addressed: Truth, weights: Weights) -> Float64[np.ndarray, " column"]:
    """Fit what the columns weigh; the last one, the intercept, has no penalty."""
    ridge = np.array([PENALTY] * (rows.shape[1] - 1) + [0.0])
    return logistic(rows, addressed.astype(np.float64), weights, ridge)


def cross_validated(cases: Sequence[Case], rows: Rows, addressed: Truth, weights: Weights) -> Truth:
    """Say what a fit without the fold of its question makes of each case."""
    questions = {question: n for n, question in enumerate(sorted({case.question for case in cases}))}
    fold = np.array([questions[case.question] % FOLDS for case in cases])
    says = np.zeros(len(cases), dtype=bool)
    for number in range(FOLDS):
        held_out, train = fold == number, fold != number
        says[held_out] = rows[held_out] @ fitted(rows[train], addressed[train], weights[train]) > 0
    return says & np.array([case.signs.logit > float("-inf") for case in cases])


def report(cases: Sequence[Case], addressed: Truth, says: Truth) -> None:
    """Print how good the fit is on questions that it was not fitted on."""
    for data in get_args(Data):
        for scope in WEIGHTS:
            here = np.array([(case.data, case.scope) == (data, scope) for case in cases])
            if here.any():
                measures = measures_of(addressed[here], says[here])
                shown = (f"{name} {value:.3f}" for name, value in measures.items())
                print(data, scope, here.sum(), *shown)


def measures_of(true: Truth, said: Truth) -> dict[str, float]:
    """Count right and wrong; 0 where there is nothing to count."""
    hits, n_said, n_true = int((said & true).sum()), int(said.sum()), int(true.sum())
    return {
        "precision": hits / max(n_said, 1),
        "recall": hits / max(n_true, 1),
        "f1": 2 * hits / max(n_said + n_true, 1),
        "silent when silent": int((~said & ~true).sum()) / max(int((~true).sum()), 1),
    }


def constants(weights: Float64[np.ndarray, " column"]) -> Iterator[str]:
    """Yield the lines of edgerag.retrieve.sufficiency."""
    *of_signs, intercept = weights.tolist()
    yield f"INTERCEPT = {intercept:.2f}"
    yield f"WEIGHTS = ({', '.join(f'{weight:.2f}' for weight in of_signs)})"


if __name__ == "__main__":
    main()
