from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.clauses import cut, ends, has_figure, is_headed

TEXT = st.text(st.sampled_from("ab1 .;|,:\n"), max_size=30)


@given(TEXT, st.sampled_from([".", ",.;", ".;|:"]))
def test_what_is_cut_holds_no_sign_and_loses_nothing_else(text: str, signs: str) -> None:
    parts = cut(text, signs)
    assert not any(sign in part for part in parts for sign in signs)
    assert "".join(parts) == "".join(char for char in text if char not in signs)


@given(TEXT)
def test_a_part_ends_behind_a_sign_and_the_space_after_it(text: str) -> None:
    for place in ends(text, ".;", 0, len(text)):
        assert text[place - 2] in ".;"
        assert text[place - 1].isspace()


def test_a_decimal_ends_no_part() -> None:
    assert list(ends("give 2.5 mg. then stop", ".", 0, 22)) == [13]


@pytest.mark.parametrize(("text", "place"), [("2-5 years: 5 mg", 9), ("2-5 years | 5 mg", 9), ("a : b", 1)])
def test_what_stands_before_a_colon_or_in_a_cell_is_a_head(text: str, place: int) -> None:
    assert is_headed(text, place)


@pytest.mark.parametrize(("text", "place"), [("2-5 years old: 5 mg", 9), ("5 mg", 4)])
def test_what_goes_on_is_no_head(text: str, place: int) -> None:
    assert not is_headed(text, place)


def test_a_figure_is_seen_wherever_it_stands() -> None:
    assert has_figure("CD4")
    assert not has_figure("half ²")
