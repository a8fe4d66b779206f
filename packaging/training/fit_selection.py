"""Fit the constants of edgerag.answer.extractive and print them.

    python packaging/training/fit_selection.py --handbooks FOLDER --questions FILE --workspace FOLDER

The folder of handbooks is a data set in the layout of `edgerag evaluate handbooks`; the library that the
workspace keeps of it is the one that `fit_relevance.py` makes. It is asked the judged questions, and the
statements that are found are read by the selector that ships. Only the questions that it was not trained on
count, for on the others its logits are too good. What was found is kept in the workspace.

Two logistic regressions: a statement answers if it is graded helpful, and a handbook if one of its statements
is. Cross-validation in five folds by question tells in how many groups with a helpful statement the likeliest
one is helpful, and of both the area under the curve: how often what answers has a higher probability than
what does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Protocol

import msgspec
import numpy as np
from jaxtyping import Float64, Int64

from asking import asked_handbooks, library_options
from disagreements import FOLDS
from edgerag import paths
from edgerag.answer.extractive import log_odds, regressors
from edgerag.evaluate.datasets.handbooks import read_handbooks
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_selector
from edgerag.inference.roles import Reranker
from regression import logistic, with_intercept
from selector.asked import AskedGroup, asked_groups
from selector.groups import first_helps
from selector.judged import HELPFUL, judged_questions

PENALTY: Final = 1.0
"""Of each weight but the intercept; 0.1 and 10 measure alike."""

Rows = Float64[np.ndarray, "statement column"]
Truth = Float64[np.ndarray, " statement"]
Places = Int64[np.ndarray, " statement"]


class Asking(Protocol):
    """What belongs to a question."""

    @property
    def question(self) -> str:
        """As a nurse asked it."""
        ...


def main() -> None:
    """Read, fit, and print how good the fit is and the fit."""
    parser = library_options(__doc__)
    options = parser.parse_args()
    selector = open_selector(InstalledModels(paths.models_folder()))
    if selector is None:
        parser.error("there is no selector")
    groups = found(options.handbooks, options.questions, options.workspace)
    rows, helps, of_group = table(groups, selector)
    fold = folds(groups)
    scores = cross_validated(rows, helps, fold[of_group])
    by_group = [scores[of_group == number] for number in range(len(groups))]
    share, n = first_helps(groups, by_group)
    print(f"first one helps {share:.3f} of {n}; area under the curve {area(scores, helps):.3f}")
    print("\n".join(constants("", fitted(rows, helps))))
    books = with_intercept(
        np.array([odds(group, best) for group, best in zip(groups, by_group, strict=True)])
    )
    answer = np.array([float(group.best >= HELPFUL) for group in groups])
    print(f"handbooks: area under the curve {area(cross_validated(books, answer, fold), answer):.3f}")
    print("\n".join(constants("ANSWERING_", fitted(books, answer))))


def found(handbooks: Path, questions: Path, workspace: Path) -> list[AskedGroup]:
    """Ask the library the questions held out, if that is not done yet."""
    kept = workspace / "asked.msgpack"
    if not kept.is_file():
        data = read_handbooks(handbooks, "dev", questions)
        held = [question for question in judged_questions() if question.held]
        with asked_handbooks(workspace / "handbooks", data) as library:
            kept.write_bytes(msgspec.msgpack.encode(list(asked_groups(held, library))))
    return msgspec.msgpack.decode(kept.read_bytes(), type=list[AskedGroup])


def odds(group: AskedGroup, scores: Float64[np.ndarray, " statement"]) -> tuple[float, float]:
    """Give the log odds that a handbook addresses the question, and that its likeliest statement answers."""
    return log_odds(group.relevance), float(scores.max())


def folds(groups: Sequence[Asking]) -> Int64[np.ndarray, " group"]:
    """Put the groups of a question into one fold."""
    questions = {question: n for n, question in enumerate(sorted({group.question for group in groups}))}
    return np.array([questions[group.question] % FOLDS for group in groups])


def table(groups: Sequence[AskedGroup], selector: Reranker) -> tuple[Rows, Truth, Places]:
    """Give the regressors of every statement after a column of ones, whether it helps, and its group."""
    rows, helps, of_group = [], [], []
    for number, group in enumerate(groups):
        logits = selector.score(group.asked[0], [one.text for one in group.statements]).tolist()
        rows += [regressors(logit, one.signs) for logit, one in zip(logits, group.statements, strict=True)]
        helps += [float(one.grade >= HELPFUL) for one in group.statements]
        of_group += [number] * len(group.statements)
    return with_intercept(np.array(rows)), np.array(helps), np.array(of_group)


def fitted(rows: Rows, helps: Truth) -> Float64[np.ndarray, " column"]:
    """Fit what the columns weigh; the first one, the intercept, has no penalty."""
    ridge = np.array([0.0] + [PENALTY] * (rows.shape[1] - 1))
    return logistic(rows, helps, np.ones(len(rows)), ridge)


def cross_validated(rows: Rows, helps: Truth, fold: Places) -> Float64[np.ndarray, " row"]:
    """Score every row by a fit without its fold."""
    scores = np.zeros(len(rows))
    for number in range(FOLDS):
        train = fold != number
        scores[~train] = rows[~train] @ fitted(rows[train], helps[train])
    return scores


def area(scores: Float64[np.ndarray, " statement"], helps: Truth) -> float:
    """Give the probability that a helpful statement has a higher score than an unhelpful one."""
    ranks = np.argsort(np.argsort(scores)) + 1.0
    n = helps.sum()
    return float((ranks[helps == 1].sum() - n * (n + 1) / 2) / (n * (len(helps) - n)))


def constants(prefix: str, weights: Float64[np.ndarray, " column"]) -> Iterator[str]:
    """Yield the lines of edgerag.answer.extractive."""
    intercept, *of_signs = weights.tolist()
    yield f"{prefix}BIAS = {intercept:.2f}"
    yield f"{prefix}WEIGHTS = ({', '.join(f'{weight:.2f}' for weight in of_signs)})"


if __name__ == "__main__":
    main()
