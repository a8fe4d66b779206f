from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jaxtyping import Float32

from edgerag.compare.similarity import ModelSimilarity, Verdicts


class Letters:
    """Embeds a text by its letters, and remembers what it embedded."""

    name = "letters"
    dimensions = 27

    def __init__(self) -> None:
        self.read: list[str] = []

    def encode(self, texts: Sequence[str]) -> Float32[np.ndarray, "text dim"]:
        self.read += texts
        rows = [[text.count(chr(97 + i)) for i in range(26)] + [1] for text in texts]
        counts = np.array(rows, dtype=np.float32)
        return counts / np.linalg.norm(counts, axis=1, keepdims=True)

    def encode_query(self, question: str) -> Float32[np.ndarray, " dim"]:
        return self.encode([question])[0]


class Longer:
    """A cross-encoder to which a text is the better an answer, the longer it is beside the question."""

    name = "longer"

    def __init__(self) -> None:
        self.read: list[tuple[str, str]] = []

    def score(self, query: str, passages: Sequence[str]) -> Float32[np.ndarray, " passage"]:
        self.read += [(query, passage) for passage in passages]
        return np.array([len(passage) - len(query) for passage in passages], dtype=np.float32)


class Containing:
    """An entailment model to which a text entails what it contains, and contradicts all else."""

    name = "containing"

    def __init__(self) -> None:
        self.read: list[tuple[str, str]] = []
        self.n_runs = 0

    def score(self, pairs: Sequence[tuple[str, str]]) -> Float32[np.ndarray, "pair 3"]:
        self.n_runs += 1
        self.read += pairs
        rows = [(1, 0, 0) if b in a else (0, 0, 1) for a, b in pairs]
        return np.array(rows, dtype=np.float32)


TEXTS = st.text(alphabet="abc ", max_size=6)


def test_cosine_by_hand() -> None:
    similarity = ModelSimilarity(Letters(), Longer())
    # ("a", 1) and ("b", 1): one of two coordinates is shared.
    assert similarity.cosine("a", "b") == pytest.approx(0.5)
    assert similarity.cosine("ab", "ba") == pytest.approx(1)


@given(TEXTS, TEXTS)
def test_cosine_is_the_same_in_both_directions(a: str, b: str) -> None:
    similarity = ModelSimilarity(Letters(), Longer())
    assert similarity.cosine(a, b) == similarity.cosine(b, a)
    assert -1.001 <= similarity.cosine(a, b) <= 1.001


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=8))
def test_each_text_is_embedded_once_and_each_pair_read_once(pairs: list[tuple[str, str]]) -> None:
    embedder, reranker, entailment = Letters(), Longer(), Containing()
    similarity = ModelSimilarity(embedder, reranker, entailment)
    for _ in range(2):
        for a, b in pairs:
            similarity.cosine(a, b)
            similarity.relevance(a, b)
        similarity.entailment(pairs)
    assert sorted(embedder.read) == sorted({text for pair in pairs for text in pair})
    assert sorted(reranker.read) == sorted(set(pairs))
    assert sorted(entailment.read) == sorted(set(pairs))


def test_an_answer_to_a_question_is_not_a_question_to_the_answer() -> None:
    similarity = ModelSimilarity(Letters(), Longer())
    assert similarity.relevance("how?", "like this") == 5
    assert similarity.relevance("like this", "how?") == -5
    assert similarity.relevance("how?", "like this") == 5


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=8), st.lists(st.tuples(TEXTS, TEXTS), max_size=8))
def test_verdicts_come_in_the_order_of_the_pairs_whatever_was_read_before(
    earlier: list[tuple[str, str]], pairs: list[tuple[str, str]]
) -> None:
    similarity = ModelSimilarity(Letters(), Longer(), Containing())
    similarity.entailment(earlier)
    expected = [Verdicts(1, 0, 0) if b in a else Verdicts(0, 0, 1) for a, b in pairs]
    assert similarity.entailment(pairs) == expected


def test_all_pairs_that_are_new_are_read_in_one_run_and_known_ones_in_none() -> None:
    entailment = Containing()
    similarity = ModelSimilarity(Letters(), Longer(), entailment)
    similarity.entailment([("a", "b"), ("b", "a"), ("a", "b")])
    assert (entailment.n_runs, entailment.read) == (1, [("a", "b"), ("b", "a")])
    similarity.entailment([("b", "a")])
    similarity.entailment([])
    assert entailment.n_runs == 1


def test_without_an_entailment_model_nothing_is_said_on_it() -> None:
    assert ModelSimilarity(Letters(), Longer()).entailment([("a", "b")]) is None


def test_probabilities_are_told_apart_by_name() -> None:
    (verdict,) = ModelSimilarity(Letters(), Longer(), Containing()).entailment([("ab", "b")]) or []
    assert (verdict.entails, verdict.leaves_open, verdict.contradicts) == (1, 0, 0)


class Earlier:
    """A relation model to which the text that comes first in the alphabet decides, wherever it stands."""

    name = "earlier"

    def __init__(self) -> None:
        self.n_read = 0

    def score(self, question: str, pairs: Sequence[tuple[str, str]]) -> Float32[np.ndarray, "pair 5"]:
        self.n_read += len(pairs)
        return np.array([(len(question), a < b, a > b, len(a), 0) for a, b in pairs], dtype=np.float32)


@given(TEXTS, TEXTS, TEXTS)
def test_how_two_texts_relate_does_not_depend_on_which_comes_first(question: str, a: str, b: str) -> None:
    one, other = (ModelSimilarity(Letters(), Longer(), None, Earlier()) for _ in range(2))
    related = one.answering(question, a, b)
    assert related is not None
    assert related == pytest.approx(other.answering(question, b, a))
    assert sum(np.exp(related)) == pytest.approx(1)


def test_how_two_texts_relate_is_read_once_in_either_order() -> None:
    relator = Earlier()
    similarity = ModelSimilarity(Letters(), Longer(), None, relator)
    assert similarity.answering("q", "a", "b") == similarity.answering("q", "b", "a")
    assert relator.n_read == 2
    similarity.answering("another", "a", "b")
    assert relator.n_read == 4


def test_how_two_texts_relate_by_hand() -> None:
    # Both orders give (1, 1, 0, 1, 0) and (1, 0, 1, 1, 0): on average (1, 1/2, 1/2, 1, 0).
    related = ModelSimilarity(Letters(), Longer(), None, Earlier()).answering("q", "a", "b")
    sum_of_powers = np.log(2 * np.e + 2 * np.e**0.5 + 1)
    assert related == pytest.approx(np.array([1, 0.5, 0.5, 1, 0]) - sum_of_powers)


def test_without_a_relation_model_nothing_is_said_of_how_texts_relate() -> None:
    assert ModelSimilarity(Letters(), Longer()).answering("q", "a", "b") is None
