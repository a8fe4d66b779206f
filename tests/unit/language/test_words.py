from __future__ import annotations

import pytest

from edgerag.language.words import NEGATION, concepts


def test_inflections_and_synonyms_are_one_concept() -> None:
    assert concepts("suturing") == concepts("stitches") == concepts("closed")
    assert concepts("adrenaline") == concepts("Epinephrine")
    assert concepts("injections") == concepts("injection")


def test_numbers_glued_to_units_are_words_of_their_own() -> None:
    assert "40" in concepts("prednisone 40mg")


@pytest.mark.parametrize(
    "cue", ["not", "can't", "don’t", "unable", "inability", "contraindicated", "no longer"]
)
def test_negations_are_found(cue: str) -> None:
    assert NEGATION.search(f"it is {cue} so")


@pytest.mark.parametrize("word", ["cat", "note", "knot", "dot", "normal"])
def test_words_that_contain_a_negation_are_none(word: str) -> None:
    assert NEGATION.search(f"a {word} here") is None
