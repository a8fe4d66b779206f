from __future__ import annotations

import pytest

from edgerag.domain.ids import ChunkId
from edgerag.extract.headings import said_above
from edgerag.extract.statements import Line, Read
from edgerag.language.entities import named
from edgerag.language.sentences import Kind


def under(text: str, *above: str, kind: Kind = Kind.ITEM) -> set[tuple[str, str, str]]:
    lines = tuple(Line(line, named(line)) for line in above)
    read = Read(text, 0, len(text), kind, (ChunkId(1),), named(text), lines)
    return {
        (one.source.name, f"{'not ' if one.is_denied else ''}{one.type}", one.target.name)
        for one in said_above(read)
    }


@pytest.mark.parametrize(
    ("text", "above", "relation"),
    [
        ("amoxicillin 500 mg", ["Treatment", "Pneumonia"], ("amoxicillin", "treats", "pneumonia")),
        ("amoxicillin 500 mg", ["Management of pneumonia"], ("amoxicillin", "treats", "pneumonia")),
        ("quinine", ["Severe malaria", "Treatment"], ("quinine", "treats", "severe malaria")),
        ("bed nets and doxycycline", ["Prevention", "Malaria"], ("doxycycline", "prevents", "malaria")),
        ("cough", ["Clinical features", "Pneumonia"], ("cough", "associated with", "pneumonia")),
        ("chest x-ray", ["Investigations", "Pneumonia"], ("chest x-ray", "associated with", "pneumonia")),
        ("empyema", ["Complications", "Pneumonia"], ("pneumonia", "causes", "empyema")),
        ("alcohol", ["Risk factors", "Gout"], ("alcohol", "causes", "gout")),
        ("rash", ["Side effects", "Nevirapine"], ("nevirapine", "causes", "rash")),
        ("peptic ulcer", ["Contraindications", "Aspirin"], ("aspirin", "not treats", "peptic ulcer")),
    ],
)
def test_a_heading_relates_what_stands_under_it(
    text: str, above: list[str], relation: tuple[str, str, str]
) -> None:
    assert relation in under(text, *above)


@pytest.mark.parametrize(
    "heading", ["Prescribing in renal failure", "Drug doses in hepatitis", "Medicines in asthma"]
)
def test_what_is_given_in_an_illness_is_not_for_it(heading: str) -> None:
    assert under("isoniazid 200 mg", heading, "Treatment") == set()


@pytest.mark.parametrize("harm", ["causes more damage", "is toxic here", "worsens it", "may be harmful"])
def test_a_remedy_is_not_for_what_it_harms(harm: str) -> None:
    assert under(f"Paracetamol {harm}", "Treatment", "Hepatitis") == set()


def test_what_a_statement_is_about_itself_goes_before_its_headings() -> None:
    assert under("If convulsions: diazepam", "Treatment", "Malaria") == set()


def test_a_forbidden_remedy_under_treatment_is_denied() -> None:
    assert under("Do not give mannitol.", "Treatment", "Cerebral malaria") == {
        ("mannitol", "not treats", "cerebral malaria")
    }


def test_a_ban_for_some_people_denies_nothing_of_the_disease() -> None:
    assert under("Avoid doxycycline in young children.", "Treatment", "Malaria") == set()


@pytest.mark.parametrize(
    "above",
    [
        ["Drug interactions", "Treatment", "Tuberculosis"],
        ["Renal failure", "Treatment of tuberculosis"],
        ["Treatment", "Malaria and typhoid"],
        ["Index of medicines", "Chapter 9: Injuries"],
        ["Treatment", "Chapter 9: Malaria"],
        ["The following medicines are of use where treatment of malaria fails:"],
    ],
)
def test_headings_that_leave_it_open_what_is_treated_say_nothing(above: list[str]) -> None:
    assert under("rifampicin", *above) == set()


def test_a_description_under_treatment_orders_nothing() -> None:
    sentence = "Streptomycin is not absorbed from the gut."
    assert under(sentence, "Treatment", "Tuberculosis", kind=Kind.SENTENCE) == set()
