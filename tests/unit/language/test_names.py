from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language import lexicon, names
from edgerag.language.names import Family, Mention
from edgerag.language.text import folded, lowered
from tests.growth import is_linear


def found(text: str) -> list[str]:
    return [mention.name for mention in names.drugs(folded(text), text)]


def of(family: Family, text: str) -> list[str]:
    return [mention.name for mention in names.find(text)[family]]


@pytest.mark.parametrize(
    ("text", "drugs"),
    [
        ("Epinephrine or adrenaline", ["adrenaline", "adrenaline"]),
        ("acetaminophen", ["paracetamol"]),
        ("TDF + 3TC + EFV", ["tenofovir", "lamivudine", "efavirenz"]),
        ("TLD", ["dolutegravir", "lamivudine", "tenofovir"]),
        ("amoxicillin/clavulanic acid", ["co-amoxiclav"]),
        ("amoxicillin and clavulanic", ["amoxicillin"]),
        ("losartan/hydrochlorothiazide", ["losartan", "hydrochlorothiazide"]),
        ("Coumadin, Dantrium", ["warfarin", "dantrolene"]),
        ("sulphasalazine and sulfasalazine", ["sulfasalazine", "sulfasalazine"]),
        ("cefpodoxil, xyzofloxacin", ["xyzofloxacin"]),
        ("penicillin V 500 mg", ["phenoxymethylpenicillin"]),
        ("the abc of care, their hr", []),
        ("iron deficiency, blood glucose, oxygen saturation", []),
    ],
)
def test_drugs_are_named_canonically(text: str, drugs: list[str]) -> None:
    assert found(text) == drugs


@pytest.mark.parametrize(
    ("family", "text", "named"),
    [
        (Family.DRUG_CLASS, "Can water pills be used?", ["diuretic"]),
        (Family.DRUG_CLASS, "an angiotensin receptor blocker or ACE inhibitors", ["ARB", "ACE inhibitor"]),
        (Family.CONDITION, "he has fits and sugar disease", ["convulsion", "diabetes"]),
        (Family.CONDITION, "high blood pressure", ["blood-pressure"]),
        (Family.ROUTE, "up the nose, under the tongue", ["intranasal", "sublingual"]),
        (Family.ROUTE, "into the rectum", ["rectal"]),
        (Family.PEOPLE, "Nursing mothers and children", ["breastfeeding", "child"]),
        (
            Family.PROCEDURE,
            "lumbar puncture before a caesarean section",
            ["lumbar-puncture", "caesarean-section"],
        ),
        (Family.TEST, "a chest X-ray and an ECG", ["chest-x-ray", "ecg"]),
        (Family.ANALYTE, "hemoglobin below 7", ["haemoglobin"]),
    ],
)
def test_lay_words_and_names_of_every_family_are_found(family: Family, text: str, named: list[str]) -> None:
    assert of(family, text) == named


def test_a_class_within_the_name_of_a_drug_is_not_named() -> None:
    assert of(Family.DRUG_CLASS, "measles vaccine") == []
    assert of(Family.DRUG_CLASS, "a vaccine") == ["vaccine"]
    assert of(Family.DRUG_CLASS, "tetracycline") == ["tetracycline"]


def test_a_word_may_name_several_conditions() -> None:
    assert {"convulsion", "blood-pressure"} <= set(of(Family.CONDITION, "eclampsia"))


TRAPS = """
april cholesterol parasol control alcohol protocol magazine pistol patrol capitol petrol idol symbol vitriol
baseline medicine guideline routine urine spine opposite marine examine decline determine caravan horizon
season reason prison bold gold plan bleach drip resale bovine equine marquee
"""
"""Words of English that end as drugs do, or that some list of drugs holds."""


def test_words_of_english_are_no_drugs() -> None:
    assert found(TRAPS) == []
    assert found("quinine") == ["quinine"]


WORD_LISTS = [Path("/usr/share/dict", name) for name in ("american-english", "british-english")]


@pytest.mark.skipif(
    not any(path.is_file() for path in WORD_LISTS), reason="no list of English words is installed"
)
def test_no_ending_makes_a_drug_of_an_english_word() -> None:
    known = {*lexicon.medicines().drugs, *lexicon.medicines().combinations}
    words = {word for path in WORD_LISTS if path.is_file() for word in path.read_text("utf-8").split()}
    guessed = {
        mention.name
        for mention in names.find(" | ".join(words).lower())[Family.DRUG]
        if mention.name not in known
    }
    assert guessed == set()


SPELT = [
    (canonical, name)
    for canonical, others in lexicon.medicines().drugs.items()
    for name in (canonical, *others)
]
SENTENCES = ("Give {} 5 mg daily.", "{}: avoid", "adults (not {})", "Start\n{},\nthen stop")


@given(st.sampled_from(SPELT), st.sampled_from(SENTENCES))
def test_a_synonym_changes_nothing(spelt: tuple[str, str], sentence: str) -> None:
    canonical, name = spelt
    (mention,) = names.find(sentence.format(name))[Family.DRUG]
    assert mention.name == canonical
    assert sentence.format(name)[mention.start : mention.end] == name


SMALL = [(canonical, name) for canonical, name in SPELT if name == name.lower()]


@given(
    st.sampled_from(SMALL),
    st.sampled_from([str.upper, str.title, str.capitalize]),
    st.sampled_from([" ", "\n", "  ", "\u2011", "-"]),
)
def test_case_hyphen_and_line_end_change_nothing(spelt: tuple[str, str], case: type[str], gap: str) -> None:
    canonical, name = spelt
    written = case(name).replace(" ", gap)
    # In capitals some names are codes too: "DEPO".
    assert canonical in {mention.name for mention in names.find(f"Give {written}.")[Family.DRUG]}


@pytest.mark.parametrize(
    ("british", "american"),
    [("ae", "e"), ("oe", "e"), ("sulph", "sulf"), ("th", "t"), ("ph", "f"), ("y", "i")],
)
def test_british_and_american_spellings_are_one_name(british: str, american: str) -> None:
    for canonical, name in SMALL:
        if (other := re.sub(rf"\B{british}\B", american, name)) != name:
            assert canonical in [mention.name for mention in names.find(other)[Family.DRUG]], other


@given(st.text(max_size=200))
def test_mentions_of_a_family_stand_in_order_without_overlap(text: str) -> None:
    for mentions in names.find(text).values():
        places = sorted({(mention.start, mention.end) for mention in mentions})
        assert all(one[1] <= other[0] for one, other in pairwise(places))
        assert [m.start for m in mentions] == sorted(m.start for m in mentions)


def test_of_overlapping_mentions_the_longest_stays() -> None:
    mentions = [Mention("a", 0, 5), Mention("b", 0, 9), Mention("c", 6, 12), Mention("d", 12, 14)]
    assert [mention.name for mention in names.longest_of(mentions)] == ["b", "d"]


def _read(text: str) -> None:
    names.drugs(text, text)
    names.populations(text, text)


@pytest.mark.parametrize("part", ["paracetamol ", "a", "iron deficiency ", "blood ", "without ", "IV-"])
def test_time_grows_with_the_text_and_not_with_its_square(part: str) -> None:
    assert is_linear(_read, part)


def test_lamivudine_and_emtricitabine_are_one_choice() -> None:
    assert names.choice("lamivudine") == names.choice("emtricitabine")
    assert names.choice("efavirenz") == "efavirenz"


def test_the_widest_class_of_a_drug_lies_in_no_other() -> None:
    assert {"penicillin", "antibiotic"} <= names.classes("amoxicillin")
    assert "antibiotic" in names.widest_classes("amoxicillin")
    assert "penicillin" not in names.widest_classes("amoxicillin")
    assert names.widest_classes("acetic-acid") == frozenset()


@pytest.mark.parametrize(
    ("first", "second"), [("suturing", "stitched"), ("closed", "sutured"), ("applying", "apply")]
)
def test_words_for_one_deed_meet(first: str, second: str) -> None:
    assert names.action(first) == names.action(second)


def test_nobody_is_child_and_adult() -> None:
    child, adult = frozenset({"child", "severe"}), frozenset({"adult", "severe"})
    assert names.exclusive(child, adult)
    assert not names.exclusive(adult, frozenset({"pregnant"}))
    assert not names.exclusive(adult, adult | child)
    assert not names.exclusive(frozenset(), adult)


@given(
    st.sampled_from(["rifampicin", "isoniazid", "penicillin", "ciprofloxacin"]),
    st.sampled_from(["resistant", "susceptible", "sensitive"]),
    st.sampled_from(["-", " "]),
)
def test_what_resists_a_medicine_or_is_susceptible_to_it_is_not_given_it(
    medicine: str, state: str, joint: str
) -> None:
    assert found(f"{medicine}{joint}{state} disease is treated for 6 months") == []
    assert found(f"{medicine} treats {state} disease") == [medicine]


@pytest.mark.parametrize("drug", ["morphine", "enoxaparin", "insulin", "glibenclamide", "adrenaline"])
def test_a_medicine_is_high_alert_by_its_name_or_its_class(drug: str) -> None:
    assert names.is_high_alert(drug)


@pytest.mark.parametrize("drug", ["amoxicillin", "metformin", "paracetamol", ""])
def test_most_medicines_are_not_high_alert(drug: str) -> None:
    assert not names.is_high_alert(drug)


def test_every_high_alert_name_is_a_medicine_or_a_class() -> None:
    known = lexicon.medicines()
    assert known.high_alert <= known.drugs.keys() | known.classes.keys()


@pytest.mark.parametrize(
    "text", ["the antidote for heparin", "too much heparin", "poisoned with heparin", "heparin overdose"]
)
def test_a_medicine_in_excess_is_a_poison_and_none_to_be_given(text: str) -> None:
    low = lowered(text)
    assert [mention.name for mention in names.poisons(low, text)] == ["heparin"]
    assert not names.drugs(low, text)
