from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.negation import (
    Polarity,
    bans_in,
    conditions_in,
    forbidden_clauses,
    forbids,
    is_in_case,
    is_turned,
    polarity,
    puts_off,
    turned_clauses,
)
from edgerag.language.reading import read

MEDICINES = st.sampled_from(["amoxicillin", "tetracycline", "morphine", "the tablets", "oral fluids"])
PEOPLE = st.sampled_from(["pregnant women", "children under 5 years", "anybody with asthma", "adults"])
BANS = st.sampled_from(["Do not give", "Never give", "Avoid", "Withhold", "You should not use"])
ILLNESSES = st.sampled_from(["bleeding", "vomiting", "seizure", "diarrhoea", "pain"])


@pytest.mark.parametrize(
    "line",
    [
        "Contraindicated in pregnancy:",
        "Do not give to a pregnant woman:",
        "Do not:",
        "Never do this:",
        "What not to do:",
        "Things to avoid:",
        "Must not be used in:",
        "Not recommended for:",
    ],
)
@pytest.mark.parametrize("mark", ["- ", "• ", "1. "])
def test_all_that_is_listed_under_a_line_that_forbids_is_forbidden(line: str, mark: str) -> None:
    head, *items = read(f"{line}\n{mark}tetracycline\n{mark}doxycycline")
    assert head.polarity is Polarity.DO_NOT
    assert [item.polarity for item in items] == [Polarity.DO_NOT] * 2


def test_what_is_listed_under_an_order_to_end_an_illness_is_an_instruction() -> None:
    assert [s.polarity for s in read("Stop the bleeding:\n- press with a clean cloth")] == [Polarity.DO] * 2


@pytest.mark.parametrize(
    "text",
    [
        "No oedema: give F-75.",
        "No fever: treat with paracetamol.",
        "No response after 5 days: refer",
        "Patients who are not in pain: give oral fluids",
        "If penicillin is contraindicated: give erythromycin",
        "Do not exceed 4 g a day.",
        "Give it whether or not there is a scar.",
    ],
)
def test_a_finding_a_condition_and_a_limit_forbid_nothing(text: str) -> None:
    assert polarity(text) is Polarity.DO


@pytest.mark.parametrize(
    "text",
    [
        "Amoxicillin should not be withheld.",
        "Do not delay ceftriaxone.",
        "Asthma is not a contraindication to it.",
        "A scar is no reason not to give isoniazid.",
        "There is no need to stop.",
        "Never omit or delay the second dose.",
    ],
)
def test_a_ban_on_leaving_a_thing_undone_is_no_ban_on_doing_it(text: str) -> None:
    assert polarity(text) is Polarity.DO


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("No antibiotics.", Polarity.DO_NOT),
        ("No ice", Polarity.DO_NOT),
        ("Activated charcoal is of no value.", Polarity.DO_NOT),
        ("Steroids are of no benefit in it", Polarity.DO_NOT),
        ("There is no need to admit adults", Polarity.DO_NOT),
        ("It is not for people with diabetes", Polarity.DO_NOT),
        ("Clients on treatment are not eligible", Polarity.DO_NOT),
        ("Clients on treatment are eligible", Polarity.DO),
        ("Stop the infusion.", Polarity.DO_NOT),
        ("You may give a second dose.", Polarity.MAY),
        ("Suture only if the wound is clean.", Polarity.ONLY_IF),
        ("Do not use it unless a lotion has failed.", Polarity.ONLY_IF),
    ],
)
def test_bans_permissions_and_conditions_are_told_apart(text: str, expected: Polarity) -> None:
    assert polarity(text) is expected


@given(BANS, MEDICINES, PEOPLE)
def test_a_ban_is_one_whatever_it_forbids_to_whom(ban: str, medicine: str, people: str) -> None:
    assert forbids(f"{ban} {medicine} in {people}.")
    assert forbids(f"{people.capitalize()}: {ban.lower()} {medicine}.")


@given(MEDICINES)
def test_negating_a_deed_turns_it_and_negating_it_twice_does_not(medicine: str) -> None:
    assert not forbids(f"{medicine} should be given.")
    assert forbids(f"{medicine} should not be given.")
    assert forbids(f"{medicine} should be withheld.")
    assert not forbids(f"{medicine} should not be withheld.")
    assert not forbids(f"Avoid stopping {medicine} during the attack.")
    assert forbids(f"Avoid {medicine} and stopping too late.")
    assert forbids(f"Avoid unnecessary {medicine}.")


@given(BANS, MEDICINES)
def test_a_ban_moved_to_the_line_above_a_list_is_the_same_ban(ban: str, medicine: str) -> None:
    assert forbids(f"{ban} {medicine}.")
    *_, item = read(f"{ban}:\n- {medicine}\n- water")
    assert item.polarity is Polarity.DO_NOT


@given(ILLNESSES)
def test_stopping_an_illness_is_no_ban(illness: str) -> None:
    assert not forbids(f"Stop the {illness}.")
    assert not forbids(f"No {illness}: send home.")


@given(st.text(max_size=300))
def test_any_text_has_a_polarity_and_cues_inside_it(text: str) -> None:
    assert polarity(text) in set(Polarity)
    assert all(0 <= start < end <= len(text) for start, end in bans_in(text))


@pytest.mark.parametrize(
    "cue", ["not", "can't", "don’t", "unable", "inability", "contraindicated", "no longer", "avoided"]
)
def test_what_says_no_to_anything_is_found(cue: str) -> None:
    assert is_turned(f"it is {cue} so")


@pytest.mark.parametrize("word", ["cat", "note", "knot", "dot", "normal", "noted", "stopper"])
def test_words_that_contain_a_negation_are_none(word: str) -> None:
    assert not is_turned(f"a {word} here")


def test_a_negation_reaches_its_clause_and_a_backward_one_what_stands_before() -> None:
    assert list(turned_clauses("Do not give aspirin, and rest.")) == ["give aspirin"]
    assert "aspirin is" in list(turned_clauses("aspirin is contraindicated"))


@given(
    medicine=MEDICINES,
    rate=st.sampled_from(
        ["once a day", "once daily", "once per week", "once every 8 weeks", "once at night"]
    ),
    ban=st.sampled_from(
        [" but do not give {} to babies", " and avoid alcohol", " (do not give it to babies)"]
    ),
)
def test_how_often_a_thing_is_given_hides_no_ban(medicine: str, rate: str, ban: str) -> None:
    text = f"Give {medicine} {rate}{ban.format(medicine)}."
    assert forbids(text)
    assert not is_in_case(text)


@given(
    medicine=MEDICINES,
    case=st.sampled_from(["stable", "the wound is clean", "fully awake", "insulin is started"]),
)
def test_once_before_a_state_opens_a_condition(medicine: str, case: str) -> None:
    assert is_in_case(f"Give {medicine} once {case}.")


@given(
    medicine=MEDICINES, end=st.sampled_from(["stopped", "it is no longer needed", "the drip is discontinued"])
)
def test_up_to_when_a_thing_is_given_is_no_ban(medicine: str, end: str) -> None:
    assert polarity(f"Give {medicine} 40 mg daily until {end}.") is Polarity.DO
    assert polarity(f"Do not give {medicine} until {end}.") is Polarity.DO_NOT


@given(MEDICINES, st.sampled_from(["at once", "once daily", "once a week"]))
def test_at_once_and_how_often_open_no_condition(medicine: str, when: str) -> None:
    assert conditions_in(f"Give {medicine} {when} to everybody.") == []
    assert conditions_in(f"If there is pain, give {medicine} {when}.") == ["if there is pain"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Start it in all without contra-indications.", Polarity.DO),
        ("There are no contraindications to aspirin.", Polarity.DO),
        ("Drugs that do not interact with it include valproate.", Polarity.DO),
        ("Patients who do not respond should be given ceftriaxone.", Polarity.DO),
        ("Patients who do not respond should not be given ceftriaxone.", Polarity.DO_NOT),
        ("Do not switch treatment.", Polarity.DO),
        ("Do not switch to dolutegravir.", Polarity.DO_NOT),
        ("Streptomycin should be withdrawn.", Polarity.DO_NOT),
        ("After surgery aspirin should be stopped.", Polarity.DO_NOT),
    ],
)
def test_a_clause_that_describes_forbids_nothing(text: str, expected: Polarity) -> None:
    assert read(text)[0].polarity is expected


@given(
    means=st.sampled_from(["Inject it slowly", "Fluids are needed", "Use gloves in order", "Wear a mask"]),
    harm=st.sampled_from(["pain", "dehydration", "red cell sickling", "infection"]),
)
def test_what_something_is_done_to_avoid_is_no_ban(means: str, harm: str) -> None:
    assert polarity(f"{means} to avoid {harm}.") is Polarity.DO


@given(
    call=st.sampled_from(
        [
            "Advise her",
            "It is essential",
            "Patients need",
            "Important",
            "Take care",
            "Remember",
            "Mothers with HIV",
            "Women who are given warfarin",
            "Mothers are required",
            "Request her",
        ]
    ),
    what=st.sampled_from(["aspirin", "alcohol", "tight clothing"]),
)
def test_who_is_called_on_to_avoid_a_thing_is_forbidden_it(call: str, what: str) -> None:
    assert polarity(f"{call} to avoid {what}.") is Polarity.DO_NOT
    assert polarity(f"To avoid {what}.") is Polarity.DO_NOT


@pytest.mark.parametrize(
    "text",
    [
        "Not codeine while she breastfeeds.",
        "The device is not inserted in women with a pelvic infection.",
        "If a rash appears: do not go on.",
    ],
)
def test_not_before_a_medicine_or_a_deed_forbids(text: str) -> None:
    assert forbids(text)


@pytest.mark.parametrize(
    "text",
    [
        "Not breathing: give oxygen.",
        "Omeprazole 20 mg daily for 4 weeks, then stop.",
        "Never having had a child is not a reason to refuse the device.",
        "Women who have never been pregnant can have it.",
    ],
)
def test_a_finding_and_the_end_of_a_course_forbid_nothing(text: str) -> None:
    assert not forbids(text)


def test_to_stop_then_without_anything_given_before_forbids() -> None:
    assert forbids("If a rash appears, then stop the tablets.")


def test_the_clauses_that_forbid_are_given_without_conditions_and_findings() -> None:
    text = "No fever: give fluids, do not give milk if she vomits; a second dose is not needed."
    assert [clause.strip() for clause in forbidden_clauses(text)] == [
        "do not give milk",
        "a second dose is not needed",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Defer the vaccine until the child is well.", True),
        ("Treatment is postponed by a week.", True),
        ("Do not delay the vaccine.", False),
        ("If treatment was delayed, refer.", False),
        ("Give the vaccine today.", False),
    ],
)
def test_what_is_put_off_is_told_from_what_is_not_to_be(text: str, expected: bool) -> None:
    assert puts_off(text) is expected
