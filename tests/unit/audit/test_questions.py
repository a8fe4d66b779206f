from __future__ import annotations

import json
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.audit.questions import NEARLY, labels_of, read_questions, twins
from edgerag.domain.audits import AuditQuestion
from edgerag.errors import AuditError
from edgerag.understand.checked import LONGEST_QUESTION
from tests.no_files import KINDS, posix


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_text_has_a_question_a_line(tmp_path: Path) -> None:
    file = written(tmp_path, "q.txt", "How is malaria treated?\n\n  When is  oxygen given?\n")
    assert [(q.position, q.text, q.labels) for q in read_questions(file)] == [
        (0, "How is malaria treated?", {}),
        (1, "When is oxygen given?", {}),
    ]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_table_s_other_columns_are_labels(tmp_path: Path, delimiter: str) -> None:
    rows = [["Topic", "Question", "organ"], ["malaria", '"Which dose, and when?"', ""]]
    file = written(tmp_path, "q.csv", "\ufeff" + "\n".join(delimiter.join(row) for row in rows))
    (question,) = read_questions(file)
    assert (question.text, question.labels) == ("Which dose, and when?", {"topic": "malaria"})


def test_json_lines_keep_texts_numbers_and_lists_as_labels(tmp_path: Path) -> None:
    line = {"question": "Why?", "topic": ["a", "b"], "year": 2013, "answers": [{"page": 2}], "is": True}
    (question,) = read_questions(written(tmp_path, "q.jsonl", json.dumps(line) + "\n\n"))
    assert question.labels == {"topic": "a; b", "year": "2013"}
    assert question.values("topic") == ("a", "b")
    assert question.values("organ") == ()


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("q.txt", "", "has no questions"),
        ("q.csv", "question\n", "has no questions"),
        ("q.csv", "", "no column is called 'question'"),
        ("q.csv", "topic,text\na,b\n", "line 1: no column is called 'question'; there are: topic, text"),
        ("q.csv", "question,topic\nWhy?,a,b\n", "line 2: it has 3 cells"),
        ("q.csv", 'question\n"Why?\n', "unexpected end of data"),
        ("q.jsonl", '{"question": "Why?"}\n[1]\n', "line 2: no JSON object"),
        ("q.jsonl", '{"text": "Why?"}\n', "line 1: there is no text under 'question'"),
        ("q.txt", "Why?\n...\n", "line 2: there is no question"),
        ("q.txt", "Why?\n" + "a" * (LONGEST_QUESTION + 1), "line 2: the question has 5001 characters"),
    ],
)
def test_a_file_that_cannot_be_asked_names_its_line(tmp_path: Path, name: str, text: str, said: str) -> None:
    with pytest.raises(AuditError, match=said):
        read_questions(written(tmp_path, name, text))


def test_a_question_of_the_greatest_length_is_one(tmp_path: Path) -> None:
    (question,) = read_questions(written(tmp_path, "q.txt", "a" * LONGEST_QUESTION))
    assert len(question.text) == LONGEST_QUESTION


def test_what_is_no_text_or_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "q.csv").write_bytes(b"question\n\xff\xfe\n")
    with pytest.raises(AuditError, match="not UTF-8"):
        read_questions(tmp_path / "q.csv")
    with pytest.raises(AuditError, match="cannot be opened"):
        read_questions(tmp_path / "nowhere.csv")


def asked(*texts: str) -> list[AuditQuestion]:
    return [AuditQuestion(position, text) for position, text in enumerate(texts)]


def test_the_same_question_and_nearly_the_same_are_told_apart() -> None:
    questions = asked(
        "What dose of adrenaline is given to an adult?",
        "what dose of Adrenaline is given to an adult",
        "What dose of adrenaline is given to an adult today?",
        "How is asthma treated?",
    )
    found = [(twin.first.position, twin.second.position, twin.is_same) for twin in twins(questions)]
    assert found == [(0, 1, True), (0, 2, False), (1, 2, False)]


WORDS = st.lists(st.sampled_from(["a", "b", "c", "d", "e", "f", "g", "h"]), min_size=1, max_size=8)


@given(st.lists(WORDS, max_size=8))
def test_no_twin_is_missed(sentences: list[list[str]]) -> None:
    questions = asked(*(" ".join(words) for words in sentences))
    slow = {
        (one, other)
        for one, other in combinations(range(len(sentences)), 2)
        for a, b in [(set(sentences[one]), set(sentences[other]))]
        if len(a & b) / len(a | b) >= NEARLY
    }
    assert {(twin.first.position, twin.second.position) for twin in twins(questions)} == slow


def test_ten_thousand_questions_are_compared_in_seconds(tmp_path: Path) -> None:
    lines = (f"What dose of medicine {n} is given for illness {n // 7} to a child?" for n in range(10_000))
    began = time.process_time()
    questions = read_questions(written(tmp_path, "q.txt", "\n".join(lines)))
    assert len(questions) == 10_000
    assert sum(1 for _ in twins(questions)) > 0
    assert time.process_time() - began < 20


def test_a_label_that_tells_every_question_apart_groups_none() -> None:
    questions = [
        AuditQuestion(n, "Why?", {"id": f"q{n}", "topic": "malaria" if n else "asthma; malaria"})
        for n in (0, 1)
    ]
    assert labels_of(questions) == ("topic",)


@posix
@pytest.mark.parametrize(("make", "said"), KINDS)
def test_what_is_no_file_is_refused_at_once(tmp_path: Path, make: Callable[[Path], None], said: str) -> None:
    path = tmp_path / "questions.csv"
    make(path)
    with pytest.raises(AuditError, match=said):
        read_questions(path)
