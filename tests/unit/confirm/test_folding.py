from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.confirm.folding import folded, key_of, words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Data Mining,", "data  mining"),
        ("Agnès", "AGNES"),
        ("O&apos;Neil", "Oandapos;Neil"),
        ("Bœuf", "boeuf"),
    ],
)
def test_spellings_of_one_thing_have_one_key(one: str, other: str) -> None:
    assert key_of(one) == key_of(other)


def test_c_c_plus_plus_and_c_sharp_are_three_things() -> None:
    assert len({key_of("C"), key_of("C++"), key_of("C#")}) == 3


def test_thing_without_a_word_stands_for_itself() -> None:
    assert key_of("?!") == "?!" != key_of("!!")


@given(st.text(max_size=40))
def test_folding_twice_changes_nothing_more_in_words(text: str) -> None:
    assert words(" ".join(words(text))) == words(text)
    assert folded(text) == folded(text.upper()) or text.upper().lower() != text.lower()
