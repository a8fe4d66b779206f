from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.cases import Departure, cases_of, departure, named_cases

SAME = Departure(0, 0)
OTHER = Departure(1, 0)
WIDER = Departure(0, 1)


@pytest.mark.parametrize(
    ("question", "texts", "expected"),
    [
        ("Which first-line regimen?", ["Second-line regimen: AZT + 3TC + LPV/r"], OTHER),
        ("Which first-line regimen?", ["Failing on a TDF-based first-line regimen"], OTHER),
        ("Which first-line regimen?", ["First-line ARV treatment failure: AZT + 3TC + LPV/r"], OTHER),
        ("Which regimen after failure of the first-line one?", ["Failing on a first-line regimen"], SAME),
        ("Which first-line regimen?", ["First-line regimen: TDF + 3TC + EFV"], SAME),
        ("What dose for an adult?", ["Children: 10 mg/kg"], OTHER),
        ("What dose for an adult?", ["Adults and children: 10 mg/kg"], WIDER),
        ("What dose for a child?", ["Adults: 500 mg"], OTHER),
        ("What dose?", ["Children: 10 mg/kg"], SAME),
        ("How is severe malaria treated?", ["Uncomplicated malaria: artemether-lumefantrine"], OTHER),
        ("How is severe malaria treated?", ["Non-severe malaria: artemether-lumefantrine"], OTHER),
        ("How is severe malaria treated?", ["Complicated malaria: artesunate"], SAME),
        ("How long is retreatment?", ["New cases: six months"], OTHER),
        ("When does an adult start ART?", ["Pregnant women start at once"], WIDER),
        ("When does a pregnant woman start ART?", ["Pregnant women start at once"], SAME),
        ("When does an adult start ART?", ["Pregnant women and all other adults start at once"], SAME),
        ("When does an adult start ART?", ["Start at once"], SAME),
        ("When does an adult start ART?", ["TB patients start within two weeks"], WIDER),
        ("How long is a woman who is not pregnant treated?", ["If pregnant: 7 days"], WIDER),
        ("How long is a woman treated?", ["In a non-pregnant woman: 3 days"], SAME),
        ("Is it safe in the first trimester?", ["In the 2nd or 3rd trimester give 2 g"], OTHER),
        ("Is it safe in the first trimester?", ["Give it after the first trimester"], OTHER),
        ("Is it safe in the first trimester?", ["Avoid in 1st trimester"], SAME),
        ("How is late syphilis treated?", ["Early latent syphilis: one dose"], OTHER),
        ("How much soluble insulin?", ["NPH 10 iu at bedtime"], OTHER),
        ("How much intermediate-acting insulin?", ["NPH 10 iu at bedtime"], SAME),
        ("How much short-acting insulin?", ["Biphasic insulin: twice daily"], OTHER),
        ("How much insulin?", ["Biphasic insulin: twice daily"], SAME),
        ("Which dose of slow-release nifedipine?", ["Nifedipine, immediate release, 10 mg"], OTHER),
        ("What is given instead in penicillin allergy?", ["If allergic, doxycycline"], SAME),
    ],
)
def test_a_text_departs_where_it_names_other_cases_than_the_question(
    question: str, texts: list[str], expected: Departure
) -> None:
    assert departure(cases_of(question), texts) == expected


def test_the_nearest_text_that_names_a_case_decides() -> None:
    over = ["ADULTS AND CHILDREN", "Dosing"]
    assert departure(cases_of("What dose for an adult?"), ["Infants: 5 mg", *over]) == OTHER
    assert departure(cases_of("What dose for an adult?"), ["Adults: 50 mg", "Children"]) == SAME
    assert departure(cases_of("What dose for an adult?"), ["50 mg daily", "Children"]) == OTHER


def test_axes_are_counted_one_by_one() -> None:
    text = "Second-line regimens for children"
    assert departure(cases_of("Which first-line regimen for an adult?"), [text]) == Departure(2, 0)


@given(st.text(), st.lists(st.text(), max_size=4))
def test_a_text_never_departs_from_a_question_in_the_same_words(question: str, over: list[str]) -> None:
    assert departure(cases_of(question), [question, *over]).other == 0


@given(
    st.sampled_from(["no", "without", "without any", "no signs of", "not", "non-", "no general"]),
    st.sampled_from(["severe", "danger signs", "complicated", "life-threatening"]),
)
def test_who_is_said_not_to_be_severely_ill_is_a_mild_case(denial: str, severe: str) -> None:
    joint = "" if denial.endswith("-") else " "
    assert named_cases(f"Pneumonia: {severe}")["severity"] == {"severe"}
    assert named_cases(f"Pneumonia, {denial}{joint}{severe}: amoxicillin")["severity"] == {"mild"}
    both = named_cases(f"Pneumonia, {denial}{joint}{severe}; severe pneumonia")
    assert both["severity"] == {"mild", "severe"}


def test_a_ban_in_a_severe_case_speaks_of_that_case() -> None:
    assert named_cases("Not given in severe asthma")["severity"] == {"severe"}
    assert named_cases("Some dehydration: plan B")["severity"] == {"mild"}


@pytest.mark.parametrize(("asked", "text", "is_other"), [
    ("How much misoprostol treats bleeding after birth?", "To prevent bleeding: misoprostol 600 mcg.", True),
    ("What prevents bleeding after birth?", "Treatment of bleeding: misoprostol 800 mcg.", True),
    ("How much artesunate is given for treatment of malaria?", "To treat malaria: artesunate.", False),
    ("How much artesunate is given for treatment of malaria?", "Artesunate 2.4 mg/kg.", False),
    ("Well on the preventer. When may the dose be halved?", "To treat asthma: budesonide.", False),
])  # fmt: skip
def test_what_prevents_is_another_case_than_what_treats(asked: str, text: str, *, is_other: bool) -> None:
    assert bool(departure(cases_of(asked), [text]).other) is is_other
