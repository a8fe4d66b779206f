"""Fit the constants of edgerag.retrieve.sufficiency and print them.

    python packaging/fit_relevance.py --absence FOLDER --handbooks FOLDER --workspace FOLDER

The folders are data sets in the layouts of `edgerag evaluate absence` and `edgerag evaluate handbooks`;
the workspace keeps their libraries and the measured signs between runs. Models come from the usual place.
`relevance_questions.jsonl`, beside this file, has more questions for the same handbooks, written for this
project: a handbook counts as answering if words that an answer needs stand close together in it, corrected
by reading; what stayed doubtful is in neither list.

A logistic regression by Newton's method. Each data set weighs the same, however many cases it has. A case
in which the handbook does address the question weighs `MISSED` times one in which it does not: an answer
that is not found is worse than a quotation too many. Every question is asked of the whole library; a handbook
that treats its topic without answering it is silent too, but weighs less, since such labels come from the
titles of sections and half of those handbooks do answer in another section. Every third question, with less
weight, is also asked of each of its handbooks alone, so that a library of one is not believed to answer
everything, and of the silent ones together, so that being the best of them proves nothing. Grouped five-fold
cross-validation by question tells how good it is.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np

from edgerag import paths
from edgerag.domain.ids import HandbookId
from edgerag.evaluate.absence import ABSENT, PRESENT, TOPIC_ONLY
from edgerag.evaluate.corpus import corpus_handbooks
from edgerag.evaluate.datasets import HandbookSet, read_absence, read_handbooks
from edgerag.evaluate.workspace import Workspace, fill, names_of, opened
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_embedder, open_reranker
from edgerag.inference.roles import Embedder, Reranker
from edgerag.ingest.parse import parse_file
from edgerag.retrieve.first_stage import FirstStage
from edgerag.retrieve.rerank import rerank
from edgerag.retrieve.screen import allot, on_subject
from edgerag.retrieve.sufficiency import Signs, is_beside_the_point, regressors, signs_of

DATA = ("absence", "handbooks", "written")
WRITTEN = Path(__file__).with_name("relevance_questions.jsonl")
WEIGHTS = {"whole": 1.0, "topic": 0.5, "alone": 0.1, "silent": 0.1}
"""What the cases of each scope weigh together."""
MISSED = 2.0
PENALTY = 1.0
SCALE = 500.0  # what all cases weigh against the penalty
FOLDS = 5
EVERY = 3
FIRST_STAGE_K, RERANK_PASSAGES = 20, 160  # the defaults of the settings

Labelled = Iterator[tuple[str, Mapping[HandbookId, str]]]
"""Questions, and the labels of `edgerag.evaluate.absence` for handbooks."""


class Case(msgspec.Struct, frozen=True):
    """One question to one handbook, asked of a scope of handbooks, and whether this one addresses it."""

    data: str
    question: str
    scope: str
    """See `WEIGHTS`; "topic" is the whole library's handbooks that treat no more than the topic."""
    addressed: bool
    signs: Signs


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    for name in ("--absence", "--handbooks", "--workspace"):
        arguments.add_argument(name, type=Path, required=True)
    arguments.add_argument("--questions", type=Path, help="for the handbooks, another question file")
    given = arguments.parse_args()
    kept = given.workspace / "signs.msgpack"
    if not kept.is_file():
        models = InstalledModels(paths.models_folder())
        embedder, reranker = open_embedder(models), Remembering(open_reranker(models))
        cases = [
            *measured("absence", *absence(given.absence, given.workspace, embedder), embedder, reranker),
            *handbook_cases(given, embedder, reranker),
        ]
        kept.write_bytes(msgspec.msgpack.encode(cases))
    cases = msgspec.msgpack.decode(kept.read_bytes(), type=list[Case])
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
                ids[name]: label
                for name, label in question.labels.items()
                if label in (PRESENT, TOPIC_ONLY, ABSENT)
            },
        )
        for question in data.questions
    )
    return place, labels


def handbook_cases(given: argparse.Namespace, embedder: Embedder, reranker: Reranker) -> Iterator[Case]:
    """Ask the real handbooks both the questions of the data set and those written for them."""
    data = read_handbooks(given.handbooks, "dev", given.questions)
    place, ids = library_of(data, given.workspace, embedder)
    gold = (
        (
            question.question,
            dict.fromkeys((ids[name] for name in question.absent), ABSENT)
            | dict.fromkeys((ids[answer.handbook] for answer in question.answers), PRESENT),
        )
        for question in data.questions
    )
    written = (
        (
            row["question"],
            dict.fromkeys((ids[name] for name in row["silent"]), ABSENT)
            | dict.fromkeys((ids[name] for name in row["answered"]), PRESENT),
        )
        for row in map(json.loads, WRITTEN.read_text(encoding="utf-8").splitlines())
    )
    yield from measured("handbooks", place, gold, embedder, reranker)
    yield from measured("written", place, written, embedder, reranker)


def library_of(data: HandbookSet, workspace: Path, embedder: Embedder) -> tuple[Path, dict[str, HandbookId]]:
    """Build the library of real handbooks, and say which id each name has."""
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
    return place, ids


def measured(
    data: str, place: Path, labels: Labelled, embedder: Embedder, reranker: Reranker
) -> Iterator[Case]:
    """Retrieve as the program does, as far as the signs."""
    with opened(place) as shelf:
        stage = FirstStage(shelf.library, shelf.indexes, embedder)
        for number, (question, labelled) in enumerate(labels):
            print(data, question)
            scopes = [("whole", [book.id for book in shelf.library.handbooks()])]
            if number % EVERY == 0:
                silent = [handbook for handbook, label in labelled.items() if label == ABSENT]
                clear = [handbook for handbook, label in labelled.items() if label != TOPIC_ONLY]
                scopes += [("alone", [handbook]) for handbook in clear]
                scopes += [("silent", silent)] if len(silent) > 1 else []
            for scope, handbooks in scopes:
                yield from _cases(data, question, labelled, scope, handbooks, shelf, stage, reranker)


def _cases(
    data: str,
    question: str,
    labelled: Mapping[HandbookId, str],
    scope: str,
    handbooks: Sequence[HandbookId],
    shelf: Workspace,
    stage: FirstStage,
    reranker: Reranker,
) -> Iterator[Case]:
    weights = shelf.indexes.lexical.weights(question)
    titles = {book.id: book.title for book in shelf.library.handbooks()}
    own_names = {handbook: shelf.library.own_names(handbook) for handbook in handbooks}
    proposed = stage.propose(question, FIRST_STAGE_K, handbooks)
    proposals = on_subject(question, proposed, titles, own_names)
    shares = allot(proposals, RERANK_PASSAGES)
    best_promise = max(proposal.promise for proposal in proposals.values())
    best_logit = float("-inf")
    for handbook in dict.fromkeys([*shares, *handbooks]):
        read = rerank(question, proposals[handbook].candidates[: shares.get(handbook, 0)], reranker)
        standing = proposals[handbook].promise / best_promise if best_promise else 0.0
        signs = signs_of(question, read, weights, standing, best_logit)
        best_logit = signs.best_logit
        label = labelled.get(handbook)
        if label:
            kind = "topic" if label == TOPIC_ONLY else scope
            yield Case(data, question, kind, label == PRESENT, signs)


class Remembering:
    """A reranker that reads no passage twice for one question."""

    def __init__(self, reranker: Reranker) -> None:
        self.name = reranker.name
        self._reranker = reranker
        self._question = ""
        self._logits: dict[str, float] = {}

    def score(self, query: str, passages: Sequence[str]) -> np.ndarray:
        """Score as the reranker does."""
        if query != self._question:
            self._question, self._logits = query, {}
        new = [passage for passage in dict.fromkeys(passages) if passage not in self._logits]
        self._logits |= dict(zip(new, self._reranker.score(query, new).tolist(), strict=True)) if new else {}
        return np.array([self._logits[passage] for passage in passages], dtype=np.float32)


def report(cases: list[Case]) -> None:
    """Print the constants, and how good they are on questions that they were not fitted on."""
    rows = np.array([row_of(case.signs) for case in cases])
    addressed = np.array([case.addressed for case in cases])
    weights = weigh(cases, addressed)
    # Where nothing was read there is nothing to weigh: that handbook is silent whatever the constants are.
    weights[[case.signs.logit == float("-inf") for case in cases]] = 0.0
    questions = {question: n for n, question in enumerate(sorted({case.question for case in cases}))}
    fold = np.array([questions[case.question] % FOLDS for case in cases])
    says = np.zeros(len(cases), dtype=bool)
    for number in range(FOLDS):
        held_out = fold == number
        constants = fitted(rows[~held_out], addressed[~held_out], weights[~held_out])
        says[held_out] = rows[held_out] @ constants > 0
    says &= ~np.array([is_beside_the_point(case.signs) for case in cases])
    for data in DATA:
        for scope in WEIGHTS:
            here = np.array([(case.data, case.scope) == (data, scope) for case in cases])
            if not here.any():
                continue
            said, true = says[here], addressed[here]
            hits, n_said, n_true = (said & true).sum(), max(said.sum(), 1), max(true.sum(), 1)
            measures = {
                "precision": hits / n_said,
                "recall": hits / n_true,
                "f1": 2 * hits / (n_said + n_true),
                "silent when silent": (~said & ~true).sum() / max((~true).sum(), 1),
            }
            print(data, scope, len(true), *(f"{name} {value:.3f}" for name, value in measures.items()))
    doubt, standing, lag, doubt_of_value, value, intercept = fitted(rows, addressed, weights).tolist()
    print(f"INTERCEPT, VALUE_INTERCEPT = {intercept:.2f}, {intercept + value:.2f}")
    print(f"DOUBT_WEIGHT, VALUE_DOUBT_WEIGHT = {-doubt:.2f}, {-doubt - doubt_of_value:.2f}")
    print(f"STANDING_WEIGHT = {standing:.2f}")
    print(f"LAG_WEIGHT = {-lag:.2f}")


def row_of(signs: Signs) -> tuple[float, ...]:
    """Give the regressors, and once more those that weigh otherwise where a value is asked for."""
    doubt, standing, lag = regressors(signs)
    value = float(signs.asks_value)
    return doubt, standing, lag, value * doubt, value, 1.0


def weigh(cases: Sequence[Case], addressed: np.ndarray) -> np.ndarray:
    """Give each case its weight."""
    sizes = Counter((case.data, case.scope) for case in cases)
    each = [WEIGHTS[case.scope] / sizes[case.data, case.scope] for case in cases]
    return SCALE * np.array(each) * np.where(addressed, MISSED, 1.0)


def fitted(x: np.ndarray, addressed: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Give the constants, the intercept last."""
    penalty = np.diag([PENALTY] * (x.shape[1] - 1) + [0.0])
    constants = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ constants))
        gradient = x.T @ (weights * (p - addressed)) + penalty @ constants
        hessian = (x * (weights * p * (1 - p))[:, None]).T @ x + penalty
        constants -= np.linalg.solve(hessian, gradient)
    return constants


if __name__ == "__main__":
    main()
