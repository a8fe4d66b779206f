from __future__ import annotations

from edgerag.domain.ids import HandbookId
from edgerag.evaluate.absence import ABSENT, PRESENT, TOPIC_ONLY
from relevance_cases import EVERY, labelled, scopes, written_questions

A, B, C, D = (HandbookId(name) for name in "abcd")
LABELS = {A: PRESENT, B: ABSENT, C: ABSENT, D: TOPIC_ONLY}


def test_every_question_is_asked_of_the_whole_library() -> None:
    assert [scope for scope, _ in scopes(1, LABELS, [A, B, C, D])] == ["whole"]


def test_some_are_asked_of_each_alone_and_of_the_silent_together() -> None:
    asked = list(scopes(EVERY, LABELS, [A, B, C, D]))
    assert asked == [
        ("whole", [A, B, C, D]),
        ("alone", [A]),
        ("alone", [B]),
        ("alone", [C]),
        ("silent", [B, C]),
    ]


def test_one_silent_handbook_is_not_asked_twice() -> None:
    assert "silent" not in [scope for scope, _ in scopes(0, {A: PRESENT, B: ABSENT}, [A, B])]


def test_handbook_with_an_answer_is_not_silent() -> None:
    assert labelled(["a"], ["a", "b"], {"a": A, "b": B}) == {A: PRESENT, B: ABSENT}


def test_written_questions_say_of_no_handbook_both() -> None:
    questions = written_questions()
    assert questions
    assert all(not set(one.answered) & set(one.silent) for one in questions)
    assert len({one.question for one in questions}) == len(questions)
