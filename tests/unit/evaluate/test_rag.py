from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jaxtyping import Float32

from edgerag.evaluate.rag import MEASURES, Case, average_precision, evaluate_rag, score
from edgerag.evaluate.support import Support

QUESTION = "Give what?"


class ByLetter:
    """An embedder of two dimensions: texts that begin like the question, and the others."""

    name = "letters"
    dimensions = 2

    def encode(self, texts: Sequence[str]) -> Float32[np.ndarray, "text dim"]:
        return np.array([[1.0, 0.0] if text[0] == QUESTION[0] else [0.0, 1.0] for text in texts], np.float32)

    def encode_query(self, question: str) -> Float32[np.ndarray, " dim"]:
        return self.encode([question])[0]


def quiet(_what: str, _done: int, _total: int) -> None:
    pass


def stands_in(texts: Sequence[str], claim: str) -> Support:
    if any(f"Never {claim[0].lower()}{claim[1:]}" in text for text in texts):
        return Support.CONTRADICTED
    return Support.BORNE_OUT if any(claim in text for text in texts) else Support.OPEN


CASE = Case(
    answer="Give two. Wait a day. Run away.",
    passages=("Nothing here.", "Give two. Wait a day.", "Nothing at all."),
    reference=("Give two. Sit down. Never run away.",),
)


def test_the_example_worked_by_hand() -> None:
    # Of three statements two stand in the evidence; one of three begins like the question.
    # The second of three passages holds one of three statements of the reference: (1 / 2) / 1, and 1 of 3.
    # The reference holds one statement, denies another and is silent about the third.
    assert score(QUESTION, CASE, stands_in, ByLetter()) == {
        "faithfulness": (2, 3),
        "answer_relevancy": (pytest.approx(1 / 3), 1),
        "context_precision": (0.5, 1),
        "context_recall": (1, 3),
        "r_c": (1, 3),
        "r_i": (1, 3),
        "r_n": (1, 3),
        "n_c": (1, 1),
        "n_i": (1, 1),
        "n_n": (1, 1),
    }


def test_without_an_answer_only_the_evidence_is_measured() -> None:
    silent = Case("", (), CASE.reference)
    assert score(QUESTION, silent, stands_in, ByLetter()) == {
        "faithfulness": (0, 0),
        "answer_relevancy": (0.0, 0),
        "context_precision": (0.0, 1),
        "context_recall": (0, 3),
        **dict.fromkeys(("r_c", "r_i", "r_n", "n_c", "n_i", "n_n"), (0, 0)),
    }


def test_handbooks_are_pooled_over_the_questions() -> None:
    silent = Case("", (), CASE.reference)
    measured = evaluate_rag(["a", "b"], lambda _: [CASE, silent], stands_in, ByLetter(), quiet)
    assert measured.n == 2
    assert tuple(measured.measures) == MEASURES
    assert measured.measures["faithfulness"].value == pytest.approx(2 / 3)
    assert measured.measures["context_precision"].value == pytest.approx(1 / 4)
    assert measured.measures["context_recall"].value == pytest.approx(1 / 6)
    assert measured.measures["r_i"].value == pytest.approx(1 / 3)
    assert measured.measures["n_n"].value == pytest.approx(1)


@given(st.lists(st.booleans(), max_size=8))
def test_precision_is_whole_only_where_relevant_passages_come_first(relevant: list[bool]) -> None:
    value = average_precision(relevant)
    assert 0 <= value <= 1
    assert (value == 1) == (any(relevant) and relevant == sorted(relevant, reverse=True))
