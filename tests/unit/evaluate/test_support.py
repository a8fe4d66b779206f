from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jaxtyping import Float32

from edgerag.evaluate.support import ENTAILED, MOST, Support, SupportJudge, sentences_of, supporting


class Always:
    """An entailment model that says one thing, and keeps what it was asked."""

    name = "always"

    def __init__(self, entailed: float, contradicted: float = 0.0) -> None:
        self.row = [entailed, 1 - entailed - contradicted, contradicted]
        self.asked: list[tuple[str, str]] = []

    def score(self, pairs: Sequence[tuple[str, str]]) -> Float32[np.ndarray, "pair 3"]:
        self.asked += pairs
        return np.array([self.row] * len(pairs), dtype=np.float32)


def test_the_example_worked_by_hand() -> None:
    # Of four sentences "cholera" is in two and "zinc" in one: w(cholera) = ln 3, w(zinc) = ln 5.
    # Their cover is (ln 3 + ln 5) / whole = 1, ln 3 / whole = .406, 0, 0: .406 is more than BEHIND below 1.
    sentences = ["Zinc helps in cholera.", "Cholera spreads.", "Wash your hands.", "Boil water."]
    assert supporting("zinc cholera", sentences) == [0]
    # Beside two halves the best covers ln 5 / (ln 3 + ln 5) = .594, and the other .406, which is near enough.
    apart = ["Zinc helps.", "Cholera spreads.", "Cholera kills.", "Boil water."]
    assert supporting("zinc cholera", apart) == [0, 1, 2]


def test_words_that_stand_nowhere_are_borne_out_by_nothing() -> None:
    assert supporting("quinine", ["Wash your hands."]) == []
    assert supporting("quinine", []) == []
    assert SupportJudge(Always(1.0)).finding(["Wash your hands."], "quinine") is Support.OPEN


@given(st.text(), st.lists(st.text(), max_size=9))
def test_places_are_in_order_and_few(claim: str, sentences: list[str]) -> None:
    chosen = supporting(claim, sentences)
    assert chosen == sorted(set(chosen))
    assert len(chosen) <= MOST
    assert all(0 <= place < len(sentences) for place in chosen)


def test_what_stands_there_word_for_word_needs_no_model() -> None:
    model = Always(0.0)
    texts = ["First, give 0.5 mg\nadrenaline IM."]
    assert SupportJudge(model).finding(texts, "Give 0.5 mg adrenaline IM") is Support.BORNE_OUT
    assert model.asked == []


@pytest.mark.parametrize(
    ("entailed", "contradicted", "support"),
    [
        (ENTAILED + 0.01, 0.0, Support.BORNE_OUT),
        (ENTAILED - 0.01, 0.0, Support.OPEN),
        (0.0, ENTAILED + 0.01, Support.CONTRADICTED),
        (0.0, ENTAILED - 0.01, Support.OPEN),
    ],
)
def test_else_the_model_reads_the_sentences_that_share_its_words(
    entailed: float, contradicted: float, support: Support
) -> None:
    model = Always(entailed, contradicted)
    texts = ["Adrenaline 0.5 mg is injected.", "Wash your hands."]
    assert SupportJudge(model).finding(texts, "Inject 0.5 mg of adrenaline") is support
    assert [premise for premise, _ in model.asked] == ["Adrenaline 0.5 mg is injected."]


def test_a_text_is_cut_into_its_statements() -> None:
    assert sentences_of("Wash your\nhands. Boil water.\n") == ["Wash your hands.", "Boil water."]
