from __future__ import annotations

import random
from itertools import islice

from selector.drawing import GROUPS_TOGETHER, MOST_SHOWN, drawn, learnt_from, shown
from selector.groups import Graded, Group


def group(question: str, grades: list[int], *, is_held: bool = False) -> Group:
    statements = tuple(Graded(f"{question} {n}", grade) for n, grade in enumerate(grades))
    return Group(question, (question, f"{question} again"), "handbook", is_held, statements)


def test_nothing_is_learnt_from_what_is_held_out() -> None:
    groups = [group("a", [3]), group("b", [3], is_held=True)]
    assert learnt_from(groups) == groups[:1]


def test_part_of_the_silent_groups_is_learnt_from_and_always_the_same() -> None:
    silent = [group(f"q{n}", [0, 0]) for n in range(400)]
    kept = learnt_from(silent)
    assert 0.35 < len(kept) / len(silent) < 0.55
    assert learnt_from(kept) == kept


def test_every_group_comes_once_before_one_comes_again() -> None:
    groups = [group(f"q{n}", [3]) for n in range(3 * GROUPS_TOGETHER)]
    steps = list(islice(drawn(groups, random.Random(1)), 6))
    questions = [asked.removesuffix(" again") for step in steps for asked, _ in step]
    assert all(len(step) == GROUPS_TOGETHER for step in steps)
    for half in (questions[: len(groups)], questions[len(groups) :]):
        assert sorted(half) == sorted(one.question for one in groups)


def test_no_groups_make_no_steps() -> None:
    assert list(drawn([], random.Random(1))) == []


def test_statements_that_help_are_shown_before_others() -> None:
    many = group("q", [0] * MOST_SHOWN + [2, 1, 3])
    for seed in range(20):
        asked, statements = shown(many, random.Random(seed))
        assert asked in many.asked
        assert len({one.text for one in statements}) == len(statements) == MOST_SHOWN
        assert {2, 3} <= {one.grade for one in statements}


def test_wordings_take_turns() -> None:
    one = group("q", [3])
    assert {shown(one, random.Random(seed))[0] for seed in range(20)} == set(one.asked)
