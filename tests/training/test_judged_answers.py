from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from judged_answers import judged_answers
from selector.judged import judged_questions


def test_what_is_shipped_can_be_read_and_flags_lie_between_answers() -> None:
    judged = judged_answers()
    assert sum(len(one.answers) for one in judged) > 1700
    assert {flag.verdict for one in judged for flag in one.flags} == {
        "right",
        "same",
        "answer",
        "people",
        "misread",
    }
    assert all({flag.a, flag.b} <= one.answers.keys() for one in judged for flag in one.flags)
    assert all(len({flag.a, flag.b}) == 2 for one in judged for flag in one.flags)


def test_its_questions_are_judged_questions_that_the_selector_was_not_trained_on() -> None:
    wordings = {wording for one in judged_questions()[-404:] for wording in (one.question, *one.wordings)}
    asked = [one.question for one in judged_answers()]
    assert len(set(asked)) == len(asked)
    assert wordings.issuperset(asked)


@pytest.mark.parametrize(
    "line",
    [
        '{"question":"?","answers":{"x":{"said":"0","grade":1}},"flags":[]}',
        '{"question":"?","answers":{"x":{"said":"000000000000","grade":4}},"flags":[]}',
        '{"question":"?","answers":{},"flags":[{"a":"x","b":"y","verdict":"maybe"}]}',
    ],
)
def test_a_file_of_another_format_is_refused(tmp_path: Path, line: str) -> None:
    file = tmp_path / "judged.jsonl"
    file.write_text(line)
    with pytest.raises(msgspec.ValidationError):
        judged_answers(file)
