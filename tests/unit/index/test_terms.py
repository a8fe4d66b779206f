from __future__ import annotations

from edgerag.index.terms import cjk_runs, content_terms, normalise, spellings, without_cjk


def test_one_form_for_characters_written_in_several() -> None:
    assert normalise("5 ㎎ – 1 mℓ, ½ µg’s") == "5 mg - 1 ml, 1/2 ug's"


def test_numbers_are_sought_in_both_spellings() -> None:
    assert spellings(["1,000", "1000", "12", "0.5"]) == ["1,000", "1000", "1000", "1,000", "12", "0.5"]


def test_question_words_go_unless_nothing_else_is_left() -> None:
    assert content_terms(["what", "is", "sepsis", "sepsis"]) == ["sepsis"]
    assert content_terms(["what", "is", "it", "it"]) == ["what", "is", "it"]


def test_chinese_is_kept_apart() -> None:
    assert cjk_runs("高血压 (hypertension) 治疗") == "高血压 治疗"
    assert without_cjk("高血压 (hypertension)").split() == ["(hypertension)"]


def test_a_note_mark_is_no_part_of_its_word() -> None:
    assert normalise("give adrenaline1 1 mL") == "give adrenaline 1 1 mL"
    assert normalise("CD4 count, HbA1c, vitamin B12, H1N1") == "CD4 count, HbA1c, vitamin B12, H1N1"
