"""A medicine is known by the beginning of its name, wherever it is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.clipped import CUT_OFF, FEWEST, clipped, clips
from edgerag.language.lexicon import medicines
from edgerag.language.medicines import medicines as asked_medicines
from edgerag.language.medicines import named_in
from edgerag.language.reading import read
from edgerag.language.spelling import spelling
from edgerag.language.spoken import written_out


@pytest.mark.parametrize(
    ("text", "medicine"),
    [
        ("Ceftriax 250 mg IM stat", "ceftriaxone"),
        ("azithro 1 g po stat", "azithromycin"),
        ("SL nifed: never.", "nifedipine"),
        ("Preg + vag d/c: metro 400 bd x 7/7", "metronidazole"),
        ("Pred 40 mg od x 5/7, first dose now.", "prednisolone"),
        ("1st doses: gent 5 mg/kg IM od", "gentamicin"),
        ("AMOX 40 mg/kg bd", "amoxicillin"),
        ("phenobarb 15 mg/kg over 20 min", "phenobarbital"),
        ("Sulphasal. 500 mg", "sulfasalazine"),
        ("Zn 20 mg tab: <6/12 ½ tab od", "zinc"),
        ("Vit A 200 000 IU", "vitamin-a"),
        ("vit. K 1 mg IM", "vitamin-k"),
    ],
)
def test_a_clipped_name_names_the_medicine(text: str, medicine: str) -> None:
    assert medicine in named_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "the adrenal glands",
        "a probe with a radio tropic cycle",
        "oral tablets in line with the form and the code",
        "a strep throat",
        "petrol, albumin and multi-dose vials",
    ],
)
def test_words_of_every_day_are_no_medicines(text: str) -> None:
    assert not named_in(text)


def test_a_dose_behind_a_clipped_name_is_of_that_medicine() -> None:
    values = [value for one in read("Ceftriax 250 mg IM stat + azithro 1 g po stat") for value in one.values]
    assert {(value.drug, value.text) for value in values if value.text.endswith("g")} == {
        ("ceftriaxone", "250 mg"),
        ("azithromycin", "1 g"),
    }


def test_a_question_finds_what_a_handbook_clips_and_clips_what_a_handbook_writes_out() -> None:
    wording = asked_medicines("How much prednisolone for an adult?")
    assert wording is not None
    assert wording.search("Pred 40 mg od x 5/7")
    assert written_out("Azithro or gent for this?") == "azithromycin or gentamicin for this?"


@given(st.sampled_from(sorted(clipped())))
def test_a_clipped_name_is_of_one_medicine_and_no_whole_name(clip: str) -> None:
    known = medicines()
    listed = {spelling(one) for some in known.clipped.values() for one in some}
    assert clip in clips(clipped()[clip])
    if clip in listed:
        return
    whole = spelling(clipped()[clip])
    assert whole.startswith(clip)
    assert FEWEST <= len(clip) <= len(whole) - CUT_OFF
    others = {name for name in known.drugs if name != clipped()[clip]}
    assert not any(spelling(name).startswith(clip) for name in others)
    assert clip not in {spelling(name) for names in known.drugs.values() for name in names}
