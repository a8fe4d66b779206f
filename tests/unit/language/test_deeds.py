from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.deeds import deeds

DEEDS = ("suture", "wash", "cover", "bandage", "drain", "shave")
THINGS = ("wound", "arm", "bite", "ulcer", "limb")


def told(text: str) -> list[tuple[str, bool]]:
    return [(deed.verb, deed.is_banned) for deed in deeds(text)]


@given(deed=st.sampled_from(DEEDS), thing=st.sampled_from(THINGS))
def test_an_order_and_a_ban_of_a_deed_are_of_one_verb_and_one_thing(deed: str, thing: str) -> None:
    (order,) = deeds(f"{deed.capitalize()} the {thing}.")
    (ban,) = deeds(f"Do not {deed} the {thing}.")
    assert (order.verb, order.is_banned, ban.is_banned) == (ban.verb, False, True)
    assert order.objects == ban.objects != frozenset()


@given(deed=st.sampled_from(DEEDS), thing=st.sampled_from(THINGS))
def test_a_case_before_an_order_leaves_the_order(deed: str, thing: str) -> None:
    assert told(f"If it is deep, {deed} the {thing}.") == told(f"{deed} the {thing}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Avoid suturing the wound.", [("close", True)]),
        ("Suturing is not recommended.", [("close", True)]),
        ("The wound should be sutured.", [("close", False)]),
        ("Do not close the wound; stitch the skin.", [("close", True), ("close", False)]),
        ("Suturing of wounds is an old art.", []),
        ("The wound is clean.", []),
        ("Do not forget to wash it.", []),
    ],
)
def test_what_is_told_in_other_words_is_the_same_deed(text: str, expected: list[tuple[str, bool]]) -> None:
    assert told(text) == expected


@given(place=st.sampled_from(("to the face", "around the eyes", "twice a day", "sparingly")))
def test_where_and_how_often_something_is_put_on_is_no_deed(place: str) -> None:
    assert told(f"Apply {place}.") == told(f"Do not apply {place}.") == []


def test_a_deed_knows_the_injuries_that_its_statement_names() -> None:
    (deed,) = deeds("Do not close bites.")
    assert "bite" in deed.cases


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    assert all(deed.verb for deed in deeds(text))
