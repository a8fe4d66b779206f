from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.audit.topics import topic_rows, with_topics
from edgerag.domain.audits import AuditQuestion
from edgerag.errors import AuditError

MALARIA = [f"Is {drug} given for malaria {where}?" for drug in ("quinine", "artesunate") for where in "abc"]
WOUNDS = [f"How is a wound {done} after a dog bite {n}?" for done in ("washed", "closed") for n in "abc"]


def questions(*texts: str, **labels: str) -> list[AuditQuestion]:
    return [AuditQuestion(n, text, labels) for n, text in enumerate(texts)]


def unit(rows: list[list[float]]) -> np.ndarray:
    vectors = np.array(rows, dtype=np.float32)
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def two_directions() -> np.ndarray:
    """Vectors of the questions on malaria and, at right angles to them, on wounds."""
    return unit([[1, 0.02 * n, 0, 0] for n in range(6)] + [[0, 0, 1, 0.02 * n] for n in range(6)])


def test_questions_that_are_alike_get_one_topic_named_by_the_words_that_others_lack() -> None:
    found = with_topics(questions(*MALARIA, *WOUNDS), two_directions())
    first, second = {one.labels["topic"] for one in found[:6]}, {one.labels["topic"] for one in found[6:]}
    assert len(first) == len(second) == 1
    assert "malaria" in first.pop().split(", ")
    assert "wound" in second.pop().split(", ")


def test_questions_keep_their_order_their_words_and_their_labels() -> None:
    given_questions = questions(*MALARIA, *WOUNDS, organ="all")
    found = with_topics(given_questions, two_directions())
    assert [(one.position, one.text) for one in found] == [(n, q.text) for n, q in enumerate(given_questions)]
    assert {one.labels["organ"] for one in found} == {"all"}


def test_topics_that_a_person_gave_are_not_overwritten() -> None:
    with pytest.raises(AuditError, match="have topics already"):
        with_topics(questions("Why?", topic="fever"), unit([[1, 0]]))


@pytest.mark.parametrize("texts", [(), ("Why?",), ("Is it so?", "What is it?")])
def test_few_questions_and_questions_without_words_have_topics_too(texts: tuple[str, ...]) -> None:
    vectors = np.eye(2, dtype=np.float32)[: len(texts)]
    topics = [one.labels["topic"] for one in with_topics(questions(*texts), vectors)]
    assert len(set(topics)) == len(texts)
    assert all(topics)


@given(st.lists(st.lists(st.floats(-1, 1, width=16), min_size=3, max_size=3).filter(any), min_size=1))
def test_every_question_gets_the_same_topic_each_time_and_no_two_topics_share_a_name(
    rows: list[list[float]],
) -> None:
    asked, vectors = questions(*(f"Question {n}?" for n in range(len(rows)))), unit(rows)
    topics = [one.labels["topic"] for one in with_topics(asked, vectors)]
    assert topics == [one.labels["topic"] for one in with_topics(asked, vectors)]
    bases = [re.sub(r" \(\d+\)$", "", topic) for topic in set(topics)]
    assert set(bases) == {"question"}


def test_the_file_has_every_label_and_topics_last() -> None:
    mixed = [AuditQuestion(0, "Why?", {"organ": "lung"}), AuditQuestion(1, "How?", {"year": "2013"})]
    columns, rows = topic_rows(with_topics(mixed, np.eye(2, dtype=np.float32)))
    assert columns == ("question", "organ", "year", "topic")
    assert [row[:3] for row in rows] == [("Why?", "lung", ""), ("How?", "", "2013")]
