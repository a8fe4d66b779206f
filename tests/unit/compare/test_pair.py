from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.compare.pair import MODELLED, foremost, in_focus, read_pair
from edgerag.compare.weighing import READ_CHARS
from edgerag.language.reading import read
from edgerag.understand.understand import understand
from tests.unit.compare.alike import AlwaysAlike

ASKED = understand("How is a burn treated?")
SAID = "Cool the burn with water."


@given(st.integers(1, 8), st.integers(0, 8))
def test_the_foremost_paragraphs_are_the_first(n_paragraphs: int, n: int) -> None:
    text = read("\n\n".join([SAID] * n_paragraphs))
    assert {said.paragraph for said in foremost(text, n)} == set(range(min(n, n_paragraphs)))


def test_models_read_no_more_than_the_foremost() -> None:
    text = read("\n\n".join(f"Cool the burn {word}." for word in ("first", "second", "third", "last")))
    assert MODELLED == 2
    assert "second" in in_focus(ASKED, text)
    assert "third" not in in_focus(ASKED, text)
    assert "last" not in in_focus(ASKED, text)


@pytest.mark.parametrize(
    ("other", "is_short"),
    [(SAID, True), (f"{SAID}\n\n{SAID}", False), (f"{SAID} " * (1 + READ_CHARS // len(SAID)), False)],
)
def test_short_is_one_paragraph_that_the_relation_model_reads_whole(other: str, is_short: bool) -> None:
    assert read_pair(ASKED, SAID, other, AlwaysAlike()).is_short == is_short
    assert read_pair(ASKED, other, SAID, AlwaysAlike()).is_short == is_short


def test_no_model_may_call_the_same_what_one_forbids() -> None:
    ban = "Do not put butter on the burn."
    assert read_pair(ASKED, SAID, ban, AlwaysAlike()).may_not_agree
    assert not read_pair(ASKED, ban, ban, AlwaysAlike()).may_not_agree
