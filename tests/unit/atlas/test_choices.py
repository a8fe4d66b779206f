from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from threading import Event

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.atlas.choices import Chosen, choices, differing_choices
from edgerag.atlas.stated import Stated, gather
from edgerag.extract.claims import claims_of
from edgerag.language.values import Kind
from edgerag.store.library import Library
from tests.synthetic import make_handbook

Shelve = Callable[[str, Mapping[str, str]], None]


def of_each(library: Library) -> Iterator[Chosen]:
    """What each handbook tells to give."""
    for book in library.handbooks():
        yield choices(gather(library, [book], lambda *_: None, Event()).stated)


def stating(lines: list[str]) -> Chosen:
    """What a handbook tells to give that has one section, on pneumonia."""
    parsed = make_handbook("One", ["\n\n".join(lines)], headings=["Pneumonia"])
    claims = claims_of("".join(page.text for page in parsed.pages), parsed.sections)
    return choices(Stated(parsed.handbook, claim, np.ones(1, np.float32)) for claim in claims)


def chosen(library: Library) -> list[set[frozenset[str]]]:
    """Give the medicines of both sides, of each choice that differs."""
    return [{one.a.claim.drugs, one.b.claim.drugs} for one in differing_choices(*of_each(library))]


def test_two_medicines_for_one_illness_are_two_choices(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Scabies": "Apply permethrin 5 % cream once."})
    shelve("Two", {"Scabies": "Apply benzyl benzoate 25 % lotion for 3 days."})
    assert chosen(library) == [{frozenset({"permethrin"}), frozenset({"benzyl-benzoate"})}]


@pytest.mark.parametrize(
    "other",
    [
        "Give amoxicillin 500 mg for 5 days.\n\nGive erythromycin 500 mg for 5 days.",
        "Give erythromycin 500 mg, or amoxicillin 500 mg, for 5 days.",
    ],
)
def test_a_choice_that_holds_the_other_completes_it(library: Library, shelve: Shelve, other: str) -> None:
    shelve("One", {"Pneumonia": "Give amoxicillin 500 mg for 5 days."})
    shelve("Two", {"Pneumonia": other})
    assert chosen(library) == []


@pytest.mark.parametrize("heading", ["Abdominal pain", "Approach to the patient", "Drugs"])
def test_an_illness_that_no_heading_names_is_named_by_the_statement(
    library: Library, shelve: Shelve, heading: str
) -> None:
    shelve("One", {heading: "If giardiasis, give tinidazole 2 g.\n\nIf amoebiasis, give paromomycin."})
    shelve("Two", {"Giardiasis": "Give metronidazole 400 mg for 5 days."})
    assert chosen(library) == [{frozenset({"tinidazole"}), frozenset({"metronidazole"})}]


def test_an_illness_that_a_heading_names_is_not_that_of_which_a_statement_speaks(
    library: Library, shelve: Shelve
) -> None:
    shelve("One", {"Cholera": "If malaria, give quinine 300 mg."})
    shelve("Two", {"Malaria": "Give mefloquine for 7 days."})
    assert chosen(library) == []


def test_what_special_people_have_is_not_what_they_are_treated_for(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Injections": "If allergic to penicillin, give erythromycin 500 mg."})
    shelve("Two", {"Tablets": "If allergic to penicillin, give doxycycline 100 mg."})
    assert chosen(library) == []


def test_medicines_of_two_classes_are_no_choice_between_them(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Pneumonia": "Give amoxicillin 500 mg for 5 days."})
    shelve("Two", {"Pneumonia": "Give paracetamol 1 g for 5 days."})
    assert chosen(library) == []


def test_vaccines_and_fluids_are_no_alternatives(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Wounds": "Give tetanus vaccine 0.5 mL.", "Burns": "Give Ringer lactate 1 L."})
    shelve("Two", {"Wounds": "Give rabies vaccine 1 mL.", "Burns": "Give sodium chloride 0.9 % 1 L."})
    assert chosen(library) == []


def test_what_is_known_to_both_under_another_heading_of_the_illness_is_in_doubt(
    library: Library, shelve: Shelve
) -> None:
    shelve("One", {"Pneumonia": "Give amoxicillin 500 mg for 5 days."})
    shelve("Two", {"Pneumonia": "Give erythromycin 500 mg.", "Severe pneumonia": "Give amoxicillin 1 g."})
    (found,) = differing_choices(*of_each(library))
    assert found.is_doubtful


def test_what_neither_handbook_knows_of_the_other_is_in_no_doubt(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Pneumonia": "Give amoxicillin 500 mg for 5 days."})
    shelve("Two", {"Pneumonia": "Give erythromycin 500 mg for 5 days."})
    (found,) = differing_choices(*of_each(library))
    assert not found.is_doubtful


MEDICINES = st.permutations(["amoxicillin", "erythromycin", "doxycycline", "azithromycin", "ciprofloxacin"])


@given(MEDICINES)
def test_a_first_choice_that_the_other_lists_at_all_is_no_difference(medicines: list[str]) -> None:
    first, *others = medicines
    one = [f"Give {first} 500 mg for 5 days."]
    other = [f"Give {name} 500 mg for 5 days." for name in (*others, first)]
    assert list(differing_choices(stating(one), stating(other))) == []


@given(MEDICINES)
def test_first_choices_differ_where_only_the_alternatives_to_them_are_shared(medicines: list[str]) -> None:
    first, second, shared, *_ = medicines
    one, other = ([f"Give {name} 500 mg for 5 days." for name in (own, shared)] for own in (first, second))
    (found,) = differing_choices(stating(one), stating(other))
    assert (found.a.claim.drugs, found.b.claim.drugs) == (
        frozenset({first}),
        frozenset({second}),
    )


def test_a_dose_under_the_name_of_a_medicine_gives_it(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Cholera": "- Tetracycline\n- Adult: 500 mg orally every 6 hours"})
    shelve("Two", {"Cholera": "Ciprofloxacin, oral, 1 g as a single dose."})
    (found,) = differing_choices(*of_each(library))
    assert {value.drug for one in (found.a, found.b) for value in one.claim.values} >= {
        "tetracycline",
        "ciprofloxacin",
    }


@pytest.mark.parametrize(
    ("one", "other", "n_found"),
    [
        ("Give ceftriaxone 500 mg IM.", "Give ciprofloxacin 500 mg orally.", 1),
        ("Apply chloramphenicol eye ointment.", "Give ciprofloxacin 500 mg orally.", 0),
    ],
)
def test_a_medicine_by_mouth_stands_in_for_an_injection_but_not_for_an_ointment(
    library: Library, shelve: Shelve, one: str, other: str, n_found: int
) -> None:
    shelve("One", {"Meningitis": one})
    shelve("Two", {"Meningitis": other})
    assert len(chosen(library)) == n_found


def test_a_choice_is_quoted_with_the_alternatives_that_follow_it(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Cholera": "Give tetracycline 500 mg.\n\nOr give doxycycline 200 mg.\n\nGive zinc 20 mg."})
    shelve("Two", {"Cholera": "Give ciprofloxacin 1 g."})
    (found,) = differing_choices(*of_each(library))
    spans = [span for span in (found.finding.a, found.finding.b) if span is not None]
    texts = {book.id: library.text(book.id) for book in library.handbooks()}
    sides = zip((found.a, found.b), spans, strict=True)
    quoted = {texts[side.handbook.id][span.start : span.end] for side, span in sides}
    assert quoted == {
        "Give tetracycline 500 mg.\n\nOr give doxycycline 200 mg.",
        "Give ciprofloxacin 1 g.",
    }


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Malaria", "Prevention of malaria"),
        ("Malaria in children", "Malaria in pregnancy"),
        ("Malaria", "Gout"),
    ],
)
def test_choices_for_other_ends_people_or_illnesses_are_not_set_against_each_other(
    library: Library, shelve: Shelve, one: str, other: str
) -> None:
    shelve("One", {one: "Give quinine for 7 days."})
    shelve("Two", {other: "Give mefloquine once a week."})
    assert chosen(library) == []


def test_what_is_forbidden_or_comes_later_is_not_chosen(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Malaria": "Give quinine for 7 days."})
    shelve(
        "Two", {"Malaria": "Do not give mefloquine.", "Second-line treatment of malaria": "Give mefloquine."}
    )
    assert chosen(library) == []


def test_a_choice_is_an_attribute_of_the_illness(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Malaria": "Give quinine for 7 days."})
    shelve("Two", {"Malaria": "Give mefloquine for 7 days."})
    (found,) = differing_choices(*of_each(library))
    assert (found.attribute.kind, found.attribute.drug) == (Kind.DRUG, "")


@pytest.mark.parametrize(("medicine", "n_choices"), [("quinine", 1), ("artemether", 0)])
def test_a_class_is_another_choice_than_what_it_does_not_hold(
    library: Library, shelve: Shelve, medicine: str, n_choices: int
) -> None:
    shelve("One", {"Malaria": "Give an ACT for 3 days."})
    shelve("Two", {"Malaria": f"Give {medicine} for 3 days."})
    assert len(chosen(library)) == n_choices


@pytest.mark.parametrize(("qualified", "n_choices"), [("Chronic bronchitis", 1), ("Allergic rhinitis", 0)])
def test_how_old_an_illness_is_makes_it_no_other(
    library: Library, shelve: Shelve, qualified: str, n_choices: int
) -> None:
    plain = qualified.partition(" ")[2].capitalize()
    shelve("One", {qualified: "Give amoxicillin 500 mg for 5 days."})
    shelve("Two", {plain: "Give erythromycin 500 mg for 5 days."})
    assert len(chosen(library)) == n_choices


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"Gout": "Give an NSAID, e.g. naproxen 500 mg."}, {"Gout": "Give ibuprofen 800 mg."}),
        ({"Gout": "NSAIDs, e.g.:\n- Naproxen 500 mg"}, {"Gout": "Give ibuprofen 800 mg."}),
        ({"Gout, NSAIDs, e.g.:": "Naproxen 500 mg daily."}, {"Gout": "Give ibuprofen 800 mg."}),
    ],
)
def test_an_example_of_a_class_is_no_other_choice_than_another_medicine_of_it(
    library: Library, shelve: Shelve, one: Mapping[str, str], other: Mapping[str, str]
) -> None:
    shelve("One", one)
    shelve("Two", other)
    assert chosen(library) == []
