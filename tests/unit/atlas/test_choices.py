from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from threading import Event

import pytest

from edgerag.atlas.choices import Chosen, choices, differing_choices
from edgerag.atlas.stated import gather
from edgerag.language.values import Kind
from edgerag.store.library import Library

Shelve = Callable[[str, Mapping[str, str]], None]


def of_each(library: Library) -> Iterator[Chosen]:
    """What each handbook tells to give."""
    for book in library.handbooks():
        yield choices(gather(library, [book], lambda *_: None, Event()).stated)


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


def test_medicines_of_two_classes_are_no_choice_between_them(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Pneumonia": "Give amoxicillin 500 mg for 5 days."})
    shelve("Two", {"Pneumonia": "Give paracetamol 1 g for 5 days."})
    assert chosen(library) == []


def test_vaccines_and_fluids_are_no_alternatives(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Wounds": "Give tetanus vaccine 0.5 mL.", "Burns": "Give Ringer lactate 1 L."})
    shelve("Two", {"Wounds": "Give rabies vaccine 1 mL.", "Burns": "Give sodium chloride 0.9 % 1 L."})
    assert chosen(library) == []


def test_what_is_known_to_both_under_another_heading_of_the_illness_is_no_difference(
    library: Library, shelve: Shelve
) -> None:
    shelve("One", {"Pneumonia": "Give amoxicillin 500 mg for 5 days."})
    shelve("Two", {"Pneumonia": "Give erythromycin 500 mg.", "Severe pneumonia": "Give amoxicillin 1 g."})
    assert chosen(library) == []


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
