from __future__ import annotations

from edgerag.confirm.families import LEAST, families

RIGHT, WRONG = frozenset({0}), frozenset({1})
HONEST = dict.fromkeys("abc", RIGHT)


def test_sources_that_share_what_no_other_says_are_one_family() -> None:
    groups = [HONEST | {"x": WRONG, "y": WRONG}] * LEAST
    found = families(groups, {})
    assert found["x"] == found["y"] == "x"
    assert len({found[name] for name in "abc"}) == 3


def test_sources_that_share_what_most_say_are_none() -> None:
    groups = [dict.fromkeys("abcd", RIGHT)] * 100
    assert len(set(families(groups, {}).values())) == 4


def test_few_odd_statements_in_common_may_be_chance() -> None:
    groups = [HONEST | {"x": WRONG, "y": WRONG}] * (LEAST - 1)
    assert families(groups, {})["y"] == "y"


def test_sources_with_odd_statements_of_their_own_do_not_copy() -> None:
    shared = [HONEST | {"x": WRONG, "y": WRONG}] * LEAST
    own = [HONEST | {"x": WRONG, "y": frozenset({2})}] * LEAST
    assert families(shared + own, {})["y"] == "y"


def test_family_that_was_told_stands() -> None:
    assert families([HONEST], {"a": "WHO", "b": "WHO"}) == {"a": "WHO", "b": "WHO", "c": "c"}


def test_copies_of_copies_are_one_family() -> None:
    groups = [HONEST | dict.fromkeys("xyz", WRONG) | {"d": RIGHT}] * LEAST
    assert {families(groups, {})[name] for name in "xyz"} == {"x"}
