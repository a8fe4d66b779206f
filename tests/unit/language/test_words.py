from __future__ import annotations

import pytest

from edgerag.language.words import concepts, folded_words


def test_inflections_and_synonyms_are_one_concept() -> None:
    assert concepts("suturing") == concepts("stitches") == concepts("closed")
    assert concepts("adrenaline") == concepts("Epinephrine")
    assert concepts("injections") == concepts("injection")


def test_numbers_glued_to_units_are_words_of_their_own() -> None:
    assert "40" in concepts("prednisone 40mg")


@pytest.mark.parametrize("british", ["haemoglobin", "anaemia", "oedema", "diarrhoea"])
@pytest.mark.parametrize("sign", ["2", " 10.5 ", ", "])
def test_words_fold_to_what_all_their_spellings_share(british: str, sign: str) -> None:
    american = british.replace("ae", "e").replace("oe", "e")
    assert folded_words(f"{british}{sign}{british.upper()}") == folded_words(f"{american} {american}")
