"""Fit the weights of edgerag.answer.signs, which choose what the selector reads, and print them.

    python packaging/training/fit_reading.py --handbooks FOLDER --questions FILE --workspace FOLDER

The folders are those of `fit_selection.py`. The library is asked judged questions, and of every handbook that
has evidence the selector reads the 40 statements that are likeliest by their words. A conditional logistic
regression shares out what the statements of a handbook have together: their weights are best where the
shares of the signs come nearest to those of the probabilities that the program gives a statement once it is
read. A handbook counts by its likeliest statement.

Cross-validation in five folds by question tells how often the likeliest one of the 40 is among the first 4,
8, 12 and 16 by the signs, of handbooks with one that is likely enough to be quoted. What was read is kept in
the workspace.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from jaxtyping import Float64

from asking import AskedLibrary, asked_handbooks, library_options
from disagreements import FOLDS
from edgerag import paths
from edgerag.answer.extractive import likeliest, read_by
from edgerag.answer.signs import WEIGHTS
from edgerag.evaluate.datasets.handbooks import read_handbooks
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_selector
from edgerag.inference.roles import Reranker
from fit_selection import folds
from regression import conditional
from selector.judged import judged_questions

N_READ: Final = 40
"""Statements of a handbook that the selector reads here."""
QUOTED: Final = 0.15
"""A handbook without a statement so probable is not counted: nothing of it should be read."""
FIRST: Final = (4, 8, 12, 16)
PENALTY: Final = 0.1
"""Of each weight."""


class ReadGroup(msgspec.Struct, frozen=True):
    """What was read of one handbook for one question."""

    question: str
    regressors: tuple[tuple[float, ...], ...]
    """Of each statement, those of `Signs`."""
    probabilities: tuple[float, ...]
    """That each answers, as the program says it after reading."""


def main() -> None:
    """Read, fit, and print how good the fit is and the fit."""
    parser = library_options(__doc__)
    parser.add_argument("--most", type=int, default=130, help="judged questions that are asked")
    options = parser.parse_args()
    selector = open_selector(InstalledModels(paths.models_folder()))
    if selector is None:
        parser.error("there is no selector")
    groups = kept(options.handbooks, options.questions, options.workspace, selector, options.most)
    print("as it is: ", *(f"{first} {share:.3f}" for first, share in shares_found(groups, [WEIGHTS] * FOLDS)))
    own = folds(groups).tolist()
    by_fold = [
        fitted([one for one, fold in zip(groups, own, strict=True) if fold != out]) for out in range(FOLDS)
    ]
    print("fitted:   ", *(f"{first} {share:.3f}" for first, share in shares_found(groups, by_fold)))
    print(f"WEIGHTS = ({', '.join(f'{weight:.1f}' for weight in fitted(groups))})")


def kept(handbooks: Path, questions: Path, workspace: Path, selector: Reranker, most: int) -> list[ReadGroup]:
    """Ask the library and let the selector read, if that is not done yet."""
    file = workspace / f"read-{most}.msgpack"
    if not file.is_file():
        data = read_handbooks(handbooks, "dev", questions)
        asked = sorted(question.question for question in judged_questions())
        some = asked[:: max(len(asked) // most, 1)][:most]
        with asked_handbooks(workspace / "handbooks", data) as library:
            file.write_bytes(msgspec.msgpack.encode(list(read_groups(some, library, selector))))
    return msgspec.msgpack.decode(file.read_bytes(), type=list[ReadGroup])


def read_groups(questions: Sequence[str], library: AskedLibrary, selector: Reranker) -> Iterator[ReadGroup]:
    """Ask every question, and yield what was read of each handbook that has evidence."""
    for question in questions:
        asked = library.heard(question)
        for _, evidence in library.evidence(asked):
            own_names = library.own_names(evidence.handbook.id)
            read = read_by(selector, asked, likeliest(asked, evidence.passages, own_names)[:N_READ])
            if read:
                regressors = tuple(one.signs.regressors for one in read)
                yield ReadGroup(question, regressors, tuple(one.probability for one in read))


def fitted(groups: Sequence[ReadGroup]) -> list[float]:
    """Fit what the signs weigh."""
    rows = [np.array(group.regressors) for group in groups]
    probabilities = [np.array(group.probabilities) for group in groups]
    shares = [of_group / of_group.sum() for of_group in probabilities]
    importance = np.array([of_group.max() for of_group in probabilities])
    weights: list[float] = conditional(rows, shares, importance, np.full(len(WEIGHTS), PENALTY)).tolist()
    return weights


def shares_found(
    groups: Sequence[ReadGroup], by_fold: Sequence[Sequence[float]]
) -> Iterator[tuple[int, float]]:
    """Yield how often the likeliest statement is among the first so many by the weights of its fold."""
    places = [
        place_of_best(group, by_fold[fold])
        for group, fold in zip(groups, folds(groups).tolist(), strict=True)
        if max(group.probabilities) >= QUOTED and len(group.probabilities) > FIRST[0]
    ]
    for first in FIRST:
        yield first, float(np.mean([place < first for place in places]))


def place_of_best(group: ReadGroup, weights: Sequence[float]) -> int:
    """Count the statements that come before the likeliest one by the signs."""
    scores: Float64[np.ndarray, " statement"] = np.array(group.regressors) @ np.array(weights)
    return int((scores > scores[int(np.argmax(group.probabilities))]).sum())


if __name__ == "__main__":
    main()
