from __future__ import annotations

from tests.unit.present.map_of_differences import BANS, DOSES, ONE, TWO


def test_a_group_is_opposed_where_one_forbids_what_another_tells_to_do() -> None:
    assert (DOSES.relation, BANS.relation) == ("differing", "opposed")


def test_a_group_lists_each_handbook_once() -> None:
    assert BANS.handbooks == (ONE, TWO)
