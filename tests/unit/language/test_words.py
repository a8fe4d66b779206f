from __future__ import annotations

from edgerag.language.words import concepts


def test_inflections_and_synonyms_are_one_concept() -> None:
    assert concepts("suturing") == concepts("stitches") == concepts("closed")
    assert concepts("adrenaline") == concepts("Epinephrine")
    assert concepts("injections") == concepts("injection")


def test_numbers_glued_to_units_are_words_of_their_own() -> None:
    assert "40" in concepts("prednisone 40mg")
