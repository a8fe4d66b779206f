from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.compare.findings import Finding, Relation
from edgerag.compare.overlap import (
    OF_FINDING,
    OF_QUESTION,
    OVERLAP,
    digits,
    figures,
    finding_features,
    has_ban,
    medicines,
    numbers_compete,
    overlap_features,
    question_features,
    says_no,
    without_citations,
)
from edgerag.language.reading import read
from edgerag.understand.understand import understand

DOSE = understand("What dose of zinc is given to a child?")
SENTENCES = (
    "Give zinc 20 mg daily.",
    "Give zinc 10 mg for 14 days.",
    "Do not give zinc to a newborn.",
    "Weigh the child.",
    "Amoxicillin 250 mg three times a day [12].",
)
texts = st.lists(st.sampled_from(SENTENCES), max_size=4).map(" ".join)


def measured(a: str, b: str) -> dict[str, float]:
    return overlap_features(DOSE, read(a), read(b))


def test_by_hand() -> None:
    # One of three values is shared, and both texts forbid nothing.
    found = measured("Give zinc 20 mg for 14 days.", "Give zinc 10 mg for 14 days.")
    assert found["values_shared"] == pytest.approx(1 / 3)
    assert found["asked_values_shared"] == 0.0
    assert found["asked_values_clash"] == 1.0
    assert found["digits_shared"] == pytest.approx(1 / 3)
    assert found["digits_compete"] == 1.0
    assert found["drugs_none"] == 1.0
    assert found["one_forbids"] == 0.0


@given(texts, texts)
def test_swapping_the_texts_changes_nothing(a: str, b: str) -> None:
    assert measured(a, b) == measured(b, a)


@given(texts)
def test_a_text_shares_all_of_itself(text: str) -> None:
    found = measured(text, text)
    for name in ("values", "asked_values", "digits", "drugs"):
        assert found[f"{name}_shared"] == 1.0 - found[f"{name}_none"]
    assert found["digits_compete"] == found["one_forbids"] == found["opening_differs"] == 0.0


@given(texts, texts)
def test_everything_is_named_and_a_share(a: str, b: str) -> None:
    found = measured(a, b)
    assert tuple(found) == OVERLAP
    assert all(0.0 <= value <= 1.0 for value in found.values())


def test_a_reference_is_no_number() -> None:
    assert without_citations("Give 5 mg [12] (WHO, 2006).") == "Give 5 mg."
    assert digits(read("Give 5 mg [12].")) == {"5"}


def test_numbers_compete_only_where_each_text_has_one_that_the_other_lacks() -> None:
    assert numbers_compete(read("Give 5 mg."), read("Give 10 mg."))
    assert not numbers_compete(read("Give 5 mg."), read("Give 5 mg, then 10 mg."))


def test_a_ban_anywhere_makes_a_text_one_that_forbids() -> None:
    assert has_ban(read("Wash the wound. Do not suture it."))
    assert not has_ban(read("Wash the wound."))


@pytest.mark.parametrize("relation", Relation)
def test_the_finding_is_one_of_all(relation: Relation) -> None:
    found = finding_features(Finding(relation))
    assert tuple(found) == OF_FINDING
    assert [name for name in OF_FINDING if name.startswith("found_") and found[name]] == [
        f"found_{relation.name.lower()}"
    ]


def test_a_question_is_what_it_asks_for() -> None:
    found = question_features(DOSE)
    assert tuple(found) == OF_QUESTION
    assert found["asks_dose"] == 1.0
    assert found["asks_route"] == found["asks_claim"] == 0.0


def test_medicines_are_named_by_their_choice_and_figures_as_they_are_written() -> None:
    assert medicines(read("Acetaminophen or paracetamol 1 g.")) == {"paracetamol"}
    assert figures("½ of an 8 mg tablet, 2.5 mL") == {"8", "2.5"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Give it. Do not repeat it.", True),
        ("No antibiotic (unless pregnant).", True),
        ("Postpone it.", True),
        ("Never delay it.", False),
        ("Give it if there is no fever.", False),
    ],
)
def test_a_text_says_no_where_a_clause_forbids_or_puts_off(text: str, expected: bool) -> None:
    assert says_no(read(text)) is expected
