from __future__ import annotations

import pytest

from edgerag.extract.clauses import said
from edgerag.language.entities import named
from tests.growth import is_linear


def read(text: str) -> set[tuple[str, str, str]]:
    return {
        (one.source.name, f"{'not ' if one.is_denied else ''}{one.type}", one.target.name)
        for one in said(text, named(text))
    }


@pytest.mark.parametrize(
    ("text", "source", "relation", "target"),
    [
        ("Quinine is used for malaria.", "quinine", "treats", "malaria"),
        ("Treat malaria with quinine.", "quinine", "treats", "malaria"),
        ("If convulsions persist, give diazepam.", "diazepam", "treats", "convulsion"),
        ("Chloroquine prevents malaria.", "chloroquine", "prevents", "malaria"),
        ("Smoking cessation reduces the risk of stroke.", "smoking cessation", "prevents", "stroke"),
        ("Measles can cause blindness.", "measles", "causes", "blindness"),
        ("Blindness due to measles.", "measles", "causes", "blindness"),
        ("Tuberculosis usually affects the lungs.", "tuberculosis", "affects", "lung"),
        ("Pain in the left leg.", "leg", "location of", "pain"),
        ("Obesity is associated with gout.", "obesity", "associated with", "gout"),
        ("The cornea of the eye.", "cornea", "part of", "eye"),
        ("Intubation using a laryngoscope.", "intubation", "uses", "laryngoscope"),
    ],
)
def test_each_relation_is_read_from_the_words_between(
    text: str, source: str, relation: str, target: str
) -> None:
    assert (source, relation, target) in read(text)


def test_what_is_said_of_one_of_several_is_said_of_each() -> None:
    assert read("Isoniazid may cause nausea, rash and neuropathy.") == {
        ("isoniazid", "causes", ill) for ill in ("nausea", "rash", "neuropathy")
    }


@pytest.mark.parametrize(
    "text",
    [
        "Do not give aspirin to children with dengue.",
        "Aspirin is contraindicated in dengue.",
        "Avoid aspirin if dengue is suspected.",
        "In dengue, avoid aspirin.",
    ],
)
def test_a_contraindication_is_a_treatment_denied(text: str) -> None:
    assert read(text) == {("aspirin", "not treats", "dengue")}


@pytest.mark.parametrize(
    "ban", ["Avoid efavirenz if", "Do not use efavirenz with", "Efavirenz is contraindicated in"]
)
@pytest.mark.parametrize("ill", ["depression", "depression, psychosis or epilepsy", "known hepatitis"])
def test_what_is_given_instead_is_not_for_what_forbids_the_other(ban: str, ill: str) -> None:
    found = read(f"{ban} {ill}: give nevirapine.")
    assert not {one for one in found if one[:2] == ("nevirapine", "treats")}


def test_a_treatment_that_begins_anew_is_not_by_the_medicine_before() -> None:
    found = read("Aciclovir for 7 days plus treat for candidiasis")
    assert ("aciclovir", "treats", "candidiasis") not in found


def test_a_ban_reaches_the_remedy_that_it_speaks_of_and_not_the_one_in_its_place() -> None:
    found = read("For fever, do not use aspirin but give paracetamol.")
    assert ("paracetamol", "not treats", "fever") not in found
    assert ("aspirin", "treats", "fever") not in found


@pytest.mark.parametrize(
    "text",
    [
        "No streptomycin except for meningitis.",
        "If allergic to penicillin (previous urticaria), give erythromycin.",
        "If penicillin allergy, give erythromycin.",
        "Monitor patients taking lithium for goitre.",
        "Malaria. Quinine is bitter.",
    ],
)
def test_nothing_is_read_where_nothing_is_treated(text: str) -> None:
    assert {relation for _, relation, _ in read(text)} & {"treats", "not treats"} == set()


def test_the_cause_that_is_looked_for_is_not_what_stands_before_it() -> None:
    assert read("Avoid blood transfusion before knowing the cause of anaemia.") == set()


@pytest.mark.parametrize(
    "part", ["malaria is caused by anaemia ", "give quinine, ", "fever and ", "( malaria "]
)
def test_the_time_grows_with_the_statement(part: str) -> None:
    assert is_linear(lambda text: list(said(text, named(text))), part, n_chars=10_000)
