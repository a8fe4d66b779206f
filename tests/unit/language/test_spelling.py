from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.spelling import MAX_CHARS, spelling


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("haemoglobin", "hemoglobin"),
        ("oesophageal", "esophageal"),
        ("diarrhoea", "diarrhea"),
        ("oedema", "edema"),
        ("sulphate", "sulfate"),
        ("tumours", "tumors"),
        ("litre", "liter"),
        ("nebulised", "nebulized"),
        ("immunisation", "immunization"),
        ("paediatric", "pediatric"),
        ("labelled", "labeled"),
        ("amoxycillin", "amoxicillin"),
        ("cephalexin", "cefalexin"),
        ("indomethacin", "indometacin"),
        ("aciclovir", "acyclovir"),
        ("Ringer's", "ringers"),
        ("Guérin", "guerin"),
    ],
)
def test_two_spellings_are_one_word(british: str, american: str) -> None:
    assert spelling(british) == spelling(american)


@pytest.mark.parametrize(
    ("one", "other"),
    [("fever", "fibre"), ("ear", "year"), ("cefixime", "cefotaxime"), ("prednisone", "prednisolone")],
)
def test_two_words_stay_two(one: str, other: str) -> None:
    assert spelling(one) != spelling(other)


@given(st.text(alphabet=st.characters(categories=["L", "N"]), min_size=1, max_size=MAX_CHARS))
def test_case_changes_nothing_that_has_one(word: str) -> None:
    lower = word.lower()
    if lower.upper().lower() == lower:
        assert spelling(lower) == spelling(lower.upper().lower())


@given(st.text(max_size=60))
def test_any_word_can_be_folded(word: str) -> None:
    assert isinstance(spelling(word), str)
