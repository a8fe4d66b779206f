from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.compare.asked_case import read_for
from edgerag.compare.findings import AGREEING, CLASHING
from edgerag.compare.typed import compare_typed
from edgerag.language.negation import Polarity
from edgerag.language.reading import read
from edgerag.understand.understand import understand

MEDICINE = st.sampled_from(["ibuprofen", "atenolol", "metformin"])
CASE = st.sampled_from(["asthma", "gout", "heart failure", "pregnancy"])
FORM = st.sampled_from(
    [
        "{} 400 mg 8 hourly. Avoid in {}.",
        "{} | 400 mg 8 hourly | Avoid in {}",
        "{} 400 mg 8 hourly; avoid in {}",
    ]
)


def polarities(text: str, question: str) -> list[Polarity]:
    return [one.polarity for one in read_for(understand(question), text)]


@given(MEDICINE, CASE, FORM)
def test_what_is_forbidden_in_the_case_in_question_is_no_order_for_it(
    medicine: str, case: str, form: str
) -> None:
    asked = understand(f"May {medicine} be given in {case}?")
    forbidden = read_for(asked, form.format(medicine, case))
    for ordered in (f"Give {medicine} 400 mg in {case}.", f"{medicine.capitalize()} is given in {case}."):
        assert compare_typed(asked, forbidden, read(ordered)).relation in CLASHING
    banned = read(f"Do not give {medicine} in {case}.")
    assert compare_typed(asked, forbidden, banned).relation in AGREEING


@given(MEDICINE, CASE, FORM)
def test_the_order_and_the_ban_are_one_statement_in_their_own_words(
    medicine: str, case: str, form: str
) -> None:
    text = form.format(medicine, case)
    (ban,) = read_for(understand(f"May {medicine} be given in {case}?"), text)
    assert text[ban.start : ban.end] == ban.text == text
    assert ban.values == tuple(value for one in read(text) for value in one.values)


@given(MEDICINE, CASE, FORM)
def test_in_no_other_case_is_it_a_ban(medicine: str, case: str, form: str) -> None:
    text = form.format(medicine, case)
    dose = f"What is the dose of {medicine} for scabies?"
    assert polarities(text, dose) == [one.polarity for one in read(text)] == [Polarity.DO, Polarity.DO_NOT]


@pytest.mark.parametrize(
    "text",
    [
        "Ibuprofen 400 mg. Avoid aspirin in asthma.",
        "Ibuprofen 400 mg.\n\nAvoid in asthma.",
        "Ibuprofen 400 mg. Do not delay.",
        "Wash the hands. Avoid in asthma.",
    ],
)
def test_a_ban_of_something_else_turns_no_order(text: str) -> None:
    assert polarities(text, "May ibuprofen be given in asthma?")[0] is Polarity.DO


@pytest.mark.parametrize("said", ["Treat if the reading is below 54 mg/dL.", "Treat below 3 mmol/L."])
def test_a_bare_concentration_is_of_what_the_question_asks_to_measure(said: str) -> None:
    units = {
        question: [value.unit for one in read_for(understand(question), said) for value in one.values]
        for question in ("Below which blood sugar do I treat?", "When do I treat?")
    }
    assert units["Below which blood sugar do I treat?"] == ["amount of substance/l glucose"]
    assert "amount of substance/l glucose" not in units["When do I treat?"]
