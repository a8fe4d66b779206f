from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import msgspec
import pytest

from relation.judged import RELATIONS, ComparedQuestion, JudgedPair, compared_questions
from relevance_cases import written_questions
from selector.judged import DIGEST_BYTES, digest, judged_questions

GIVE, WAIT = digest("Give zinc."), digest("Wait.")


def test_every_pair_has_a_relation_and_names_its_statements() -> None:
    pairs = [pair for one in compared_questions() for pair in one.pairs]
    assert {pair.relation for pair in pairs} == set(RELATIONS)
    digests = {said for pair in pairs for said in (pair.a_said, pair.b_said)}
    assert all(re.fullmatch(rf"[0-9a-f]{{{2 * DIGEST_BYTES}}}", said) for said in digests)


def test_every_pair_is_of_two_handbooks_that_are_known() -> None:
    written = written_questions()
    known = set(chain.from_iterable((*one.answered, *one.silent) for one in written))
    for one in compared_questions():
        assert all(pair.a != pair.b and {pair.a, pair.b} <= known for pair in one.pairs)


def test_no_pair_is_judged_twice_for_a_question_and_no_question_comes_twice() -> None:
    questions = compared_questions()
    assert len({one.question for one in questions}) == len(questions)
    for one in questions:
        sides = {frozenset(((pair.a, pair.a_said), (pair.b, pair.b_said))) for pair in one.pairs}
        assert len(sides) == len(one.pairs) > 0


def test_questions_of_which_statements_are_held_out_are_held_out_here_too() -> None:
    held = {one.question: one.held for one in judged_questions()}
    both = [one for one in compared_questions() if one.question in held]
    assert both
    assert all(one.held == held[one.question] for one in both)


def test_some_pairs_of_every_relation_are_held_out_and_most_are_not() -> None:
    questions = compared_questions()
    held = [pair.relation for one in questions if one.held for pair in one.pairs]
    assert set(held) == set(RELATIONS)
    assert len(held) < sum(len(one.pairs) for one in questions) / 2


@pytest.mark.parametrize(
    "wrong", [{"relation": "alike"}, {"a_said": "Give zinc."}, {"b_said": GIVE[1:]}, {"certain": True}]
)
def test_what_is_no_judged_pair_is_refused(tmp_path: Path, wrong: dict[str, object]) -> None:
    pair = {"a": "one", "a_said": GIVE, "b": "other", "b_said": WAIT, "relation": "opposite"} | wrong
    path = tmp_path / "pairs.jsonl"
    path.write_bytes(msgspec.json.encode({"question": "q", "wordings": [], "pairs": [pair]}))
    with pytest.raises(msgspec.ValidationError):
        compared_questions(path)


def test_lines_are_read_as_they_were_written(tmp_path: Path) -> None:
    pair = JudgedPair("one", GIVE, "other", WAIT, "opposite")
    line = ComparedQuestion("q", ("q again",), (pair,), held=True)
    path = tmp_path / "pairs.jsonl"
    path.write_bytes(msgspec.json.encode(line))
    assert compared_questions(path) == [line]
