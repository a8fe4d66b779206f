"""Fit the constants of edgerag.retrieve.sufficiency and print them.

    python packaging/fit_relevance.py --absence FOLDER --handbooks FOLDER --workspace FOLDER

The folders are data sets in the layouts of `edgerag evaluate absence` and `edgerag evaluate handbooks`;
the workspace keeps their libraries and the measured signs between runs. Models come from the usual place.

A logistic regression by Newton's method. Each data set weighs `WEIGHTS`, however many cases it has. A
case in which the handbook does address the question weighs `MISSED` times one in which it does not: an
answer that is not found is worse than a quotation too many. Each case is used once more, with less weight,
as if its handbook had been asked alone, which makes its standing 1: so that a library of one handbook is
not believed to answer everything. Grouped five-fold cross-validation by question tells how good it is.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
import numpy as np

from edgerag import paths
from edgerag.domain.ids import HandbookId
from edgerag.evaluate.absence import ABSENT, PRESENT
from edgerag.evaluate.corpus import corpus_handbooks
from edgerag.evaluate.datasets import read_absence, read_handbooks
from edgerag.evaluate.workspace import Workspace, fill, names_of, opened
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_embedder, open_reranker
from edgerag.inference.roles import Embedder, Reranker
from edgerag.ingest.parse import parse_file
from edgerag.retrieve.first_stage import FirstStage
from edgerag.retrieve.rerank import LOWEST_LOGIT, rerank
from edgerag.retrieve.screen import allot
from edgerag.retrieve.sufficiency import signs_of

WEIGHTS = {"absence": 1.0, "handbooks": 1.0}
ALONE = 0.3
MISSED = 2.0
PENALTY = 1.0
SCALE = 500.0  # what all cases weigh against the penalty
FOLDS = 5
FIRST_STAGE_K, RERANK_PASSAGES = 20, 160  # the defaults of the settings

Labelled = Iterator[tuple[str, Mapping[HandbookId, bool]]]


class Case(msgspec.Struct, frozen=True):
    """One question to one handbook, and whether the handbook addresses it."""

    data: str
    question: str
    addressed: bool
    logit: float
    coverage: float
    standing: float


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    for name in ("--absence", "--handbooks", "--workspace"):
        arguments.add_argument(name, type=Path, required=True)
    arguments.add_argument("--questions", type=Path, help="for the handbooks, another question file")
    given = arguments.parse_args()
    kept = given.workspace / "signs.json"
    if not kept.is_file():
        models = InstalledModels(paths.models_folder())
        embedder, reranker = open_embedder(models), open_reranker(models)
        cases = [
            *measured("absence", *absence(given.absence, given.workspace, embedder), embedder, reranker),
            *measured(
                "handbooks",
                *handbooks(given.handbooks, given.questions, given.workspace, embedder),
                embedder,
                reranker,
            ),
        ]
        kept.write_bytes(msgspec.json.encode(cases))
    cases = msgspec.json.decode(kept.read_bytes(), type=list[Case])
    report(cases)


def absence(folder: Path, workspace: Path, embedder: Embedder) -> tuple[Path, Labelled]:
    """Build the library of an absence set, and say who addresses what."""
    data = read_absence(folder, "dev")
    made = corpus_handbooks(data.documents, chunk_words=160, overlap_words=32)
    ids = {name: handbook for handbook, name in names_of(made).items()}
    place = workspace / "absence"
    with opened(place) as shelf:
        fill(shelf, place, made, embedder, lambda what, done, total: print(what, done, total))
    labels = (
        (
            question.question,
            {
                ids[name]: label == PRESENT
                for name, label in question.labels.items()
                if label in (PRESENT, ABSENT)
            },
        )
        for question in data.questions
    )
    return place, labels


def handbooks(
    folder: Path, questions: Path | None, workspace: Path, embedder: Embedder
) -> tuple[Path, Labelled]:
    """Build the library of real handbooks, and say who addresses what."""
    data = read_handbooks(folder, "dev", questions)
    place = workspace / "handbooks"
    ids: dict[str, HandbookId] = {}
    with opened(place) as shelf:
        present = {book.id for book in shelf.library.handbooks()}
        for name, file in data.files.items():
            parsed = parse_file(file)
            ids[name] = parsed.handbook.id
            if parsed.handbook.id not in present:
                print("embedding", name)
                vectors = embedder.encode([chunk.indexed_text for chunk in parsed.chunks])
                shelf.indexes.add(parsed, vectors, embedder.name)
    labels = (
        (
            question.question,
            {ids[name]: False for name in question.absent}
            | {ids[answer.handbook]: True for answer in question.answers},
        )
        for question in data.questions
    )
    return place, labels


def measured(
    data: str, place: Path, labels: Labelled, embedder: Embedder, reranker: Reranker
) -> Iterator[Case]:
    """Retrieve as the program does, as far as the signs."""
    with opened(place) as shelf:
        stage = FirstStage(shelf.library, shelf.indexes, embedder)
        for question, labelled in labels:
            print(data, question)
            yield from _cases(data, question, labelled, shelf, stage, reranker)


def _cases(
    data: str,
    question: str,
    labelled: Mapping[HandbookId, bool],
    shelf: Workspace,
    stage: FirstStage,
    reranker: Reranker,
) -> Iterator[Case]:
    proposals = stage.propose(question, FIRST_STAGE_K, [book.id for book in shelf.library.handbooks()])
    shares = allot(proposals, RERANK_PASSAGES)
    weights = shelf.indexes.lexical.weights(question)
    best = max(proposal.promise for proposal in proposals.values())
    for handbook, addressed in labelled.items():
        read = rerank(question, proposals[handbook].candidates[: shares.get(handbook, 0)], reranker)
        signs = signs_of(read, weights, proposals[handbook].promise / best)
        logit = max(signs.logit, LOWEST_LOGIT)
        yield Case(data, question, addressed, logit, signs.coverage, signs.standing)


def report(cases: list[Case]) -> None:
    """Print the constants, and how good they are on questions that they were not fitted on."""
    names = np.array([case.data for case in cases])
    addressed = np.array([case.addressed for case in cases])
    rows = np.array([[case.logit, case.coverage, math.log(max(case.standing, 0.05)), 1.0] for case in cases])
    questions = sorted({case.question for case in cases})
    fold = np.array([questions.index(case.question) % FOLDS for case in cases])
    probability = np.zeros(len(cases))
    for number in range(FOLDS):
        held_out = fold == number
        constants = fitted(rows[~held_out], addressed[~held_out], names[~held_out])
        probability[held_out] = 1 / (1 + np.exp(-rows[held_out] @ constants))
    for name in WEIGHTS:
        said, true = probability[names == name] >= 0.5, addressed[names == name]
        hits = (said & true).sum()
        print(
            f"{name}: {len(true)} cases, precision {hits / max(said.sum(), 1):.3f},"
            f" recall {hits / true.sum():.3f}, f1 {2 * hits / (said.sum() + true.sum()):.3f},"
            f" silent when silent {1 - (said & ~true).sum() / (~true).sum():.3f}"
        )
    logit, coverage, standing, intercept = fitted(rows, addressed, names)
    print(f"INTERCEPT = {intercept:.2f}\nLOGIT_WEIGHT = {logit:.2f}")
    print(f"COVERAGE_WEIGHT = {coverage:.2f}\nSTANDING_WEIGHT = {standing:.2f}")


def fitted(rows: np.ndarray, addressed: np.ndarray, names: np.ndarray) -> np.ndarray:
    """Give the constants, the intercept last."""
    weight = np.array([WEIGHTS[name] / (names == name).sum() for name in names])
    weight = weight * np.where(addressed, MISSED, 1.0)
    alone = rows.copy()
    alone[:, 2] = 0.0
    x = np.concatenate([rows, alone])
    y = np.concatenate([addressed, addressed]).astype(float)
    w = np.concatenate([weight, ALONE * weight]) * SCALE
    penalty = np.diag([PENALTY, PENALTY, PENALTY, 0.0])
    constants = np.zeros(4)
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ constants))
        gradient = x.T @ (w * (p - y)) + penalty @ constants
        hessian = (x * (w * p * (1 - p))[:, None]).T @ x + penalty
        constants -= np.linalg.solve(hessian, gradient)
    return constants


if __name__ == "__main__":
    main()
