from __future__ import annotations

from itertools import chain
from pathlib import Path

import msgspec
import pytest

from relevance_cases import written_questions
from selector.judged import HELPFUL, JUDGED_CHARS, JudgedQuestion, digest, judged_questions


def test_statement_has_its_digest_however_its_lines_are_broken() -> None:
    assert digest("Give zinc\n  for 10 days. ") == digest("Give zinc for 10 days.")
    assert digest("Give zinc for 10 days.") != digest("Give zinc for 14 days.")


def test_what_nobody_read_of_a_statement_does_not_name_it() -> None:
    read = "x" * JUDGED_CHARS
    assert digest(f"{read} and more") == digest(read)
    assert digest(read[1:]) != digest(read)
    cut = f"{read[1:]} and more"[:JUDGED_CHARS]
    assert digest(cut) == digest(f"{read[1:]} and more")


def test_every_line_says_what_of_which_handbook_was_read() -> None:
    questions = judged_questions()
    written = written_questions()
    known = set(chain.from_iterable((*one.answered, *one.silent) for one in written))
    assert all(one.grades.keys() <= known for one in questions)
    assert all(grades for one in questions for grades in one.grades.values())
    assert len({one.question for one in questions}) == len(questions)


def test_some_questions_are_held_out_and_some_of_them_are_answered() -> None:
    held = [one for one in judged_questions() if one.held]
    best = [max(grades.values()) for one in held for grades in one.grades.values()]
    assert 0 < len(held) < len(judged_questions()) / 2
    assert 0 < sum(grade >= HELPFUL for grade in best) < len(best)


@pytest.mark.parametrize(
    "grades", [{"handbook": {digest("Rest."): 4}}, {"handbook": {"Rest.": 3}}, {"handbook": 3}]
)
def test_what_is_no_grade_of_a_digest_is_refused(tmp_path: Path, grades: object) -> None:
    path = tmp_path / "judged.jsonl"
    path.write_bytes(msgspec.json.encode({"question": "q", "wordings": [], "grades": grades}))
    with pytest.raises(msgspec.ValidationError):
        judged_questions(path)


def test_lines_are_read_as_they_were_written(tmp_path: Path) -> None:
    line = JudgedQuestion("q", ("q again",), {"handbook": {digest("Rest."): 3}}, held=True)
    path = tmp_path / "judged.jsonl"
    path.write_bytes(msgspec.json.encode(line))
    assert judged_questions(path) == [line]
