from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.handbooks import Section
from edgerag.domain.ids import SectionId
from edgerag.extract.claims import claims_of
from edgerag.language.claims import Claim
from edgerag.language.negation import Polarity
from edgerag.language.values import Kind


def section(start: int, end: int, *path: str) -> Section:
    return Section(SectionId(start), 0, None, len(path), path[-1], path, start, end, 1, 1)


def claims(text: str, *path: str) -> list[Claim]:
    return list(claims_of(text, [section(0, len(text), *(path or ("Section",)))]))


def test_a_claim_has_its_medicine_amount_illness_and_place() -> None:
    text = "Malaria is common.\n\nGive quinine 600 mg every 8 hours for 7 days."
    (claim,) = claims(text, "Malaria")
    assert text[claim.start : claim.end] == "Give quinine 600 mg every 8 hours for 7 days."
    assert claim.drugs == {"quinine"}
    assert claim.conditions == {"malaria"}
    assert {value.kind: text[value.start : value.end] for value in claim.values} == {
        Kind.DOSE: "600 mg",
        Kind.FREQUENCY: "every 8 hours",
        Kind.DURATION: "7 days",
    }


def test_the_nearest_heading_tells_whom_and_what_a_statement_is_about() -> None:
    (claim,) = claims("Give 100 mg at once.", "Malaria in adults", "Severe malaria in children")
    assert claim.conditions == {"malaria"}
    assert claim.people == {"child", "severe"}
    assert ("severity", "severe") in claim.situation
    assert {value.populations for value in claim.values} == {frozenset({"child", "severe"})}


def test_the_nearest_heading_that_names_a_disease_tells_the_topic() -> None:
    (claim,) = claims("Give 100 mg at once.", "Diseases of the ear", "Otitis externa", "Treatment")
    assert claim.topics == {"otitis externa"}
    assert "otitis externa" in claim.subjects


def test_a_claim_knows_where_its_section_begins() -> None:
    text = "Gout hurts.\nGive colchicine 1 mg."
    (claim,) = claims_of(text, [section(0, 11, "Gout"), section(12, len(text), "Care")])
    assert claim.section == 12


def test_what_a_statement_says_itself_goes_before_its_heading() -> None:
    (claim,) = claims("Give adults 600 mg at once.", "Malaria in children")
    assert claim.people == {"adult"}


def test_a_ban_is_a_claim_without_an_amount() -> None:
    (claim,) = claims("Do not give doxycycline to children.", "Malaria")
    assert claim.polarity is Polarity.DO_NOT
    assert claim.values == ()


def test_a_statement_without_amount_or_order_is_none() -> None:
    assert claims("Malaria is spread by mosquitoes. Quinine was found long ago.") == []


def test_places_are_those_of_the_handbook_text() -> None:
    text = "Gout hurts.\nGive colchicine 1 mg."
    (claim,) = claims_of(text, [section(0, 11, "Gout"), section(12, len(text), "Care")])
    assert text[claim.start : claim.end] == "Give colchicine 1 mg."
    assert text[claim.values[0].start : claim.values[0].end] == "1 mg"


@given(st.text(max_size=300))
def test_any_text_is_read_and_every_place_lies_in_it(text: str) -> None:
    for claim in claims(text):
        assert 0 <= claim.start < claim.end <= len(text)
        for value in claim.values:
            assert claim.start <= value.start < value.end <= claim.end


@pytest.mark.parametrize("text", ["1 mg " * 20_000, "你好" * 5_000, "9" * 50_000])
def test_what_is_no_statement_is_no_claim(text: str) -> None:
    assert claims(text) == []


MEDICINES = ("ibuprofen", "paracetamol", "quinine", "amoxicillin", "morphine", "prednisolone")
two_medicines = st.permutations(MEDICINES).map(lambda every: (every[0], every[1]))


@given(two=two_medicines, ban=st.sampled_from(["avoid {}", "do not give {}", "{} is contraindicated"]))
def test_a_ban_beside_an_order_reaches_its_own_medicine_alone(two: tuple[str, str], ban: str) -> None:
    given_, banned = two
    (claim,) = claims(f"Give {given_} 500 mg ({ban.format(banned)} in asthma).")
    assert claim.polarity is Polarity.DO_NOT
    assert claim.ordered == {banned}


@given(medicine=st.sampled_from(MEDICINES), aside=st.sampled_from(["do not drive", "avoid bright light"]))
def test_a_ban_on_something_else_in_brackets_bans_no_medicine(medicine: str, aside: str) -> None:
    (claim,) = claims(f"Give {medicine} once a day ({aside}).")
    assert claim.polarity is Polarity.DO_NOT
    assert claim.ordered == frozenset()


@given(
    limit=st.sampled_from(["is below 4.0 mmol/L", "is less than 3.5 mmol/L", "is above 11 mmol/L"]),
    use=st.sampled_from(
        ["Use when: glucose {}.", "Give insulin if glucose {}.", "Give water when the glucose {}."]
    ),
)
def test_what_a_limit_measures_is_not_given(limit: str, use: str) -> None:
    (claim,) = claims(use.format(limit))
    assert "glucose" not in claim.ordered


@given(limit=st.sampled_from(["is below 4.0 mmol/L", "is less than 3.5 mmol/L"]), amount=st.integers(1, 90))
def test_what_is_given_for_its_own_low_level_is_given(limit: str, amount: int) -> None:
    for text in (
        f"Give {amount} mL of glucose 50% if the glucose {limit}.",
        f"If the glucose {limit}, give {amount} mL of glucose 50%.",
    ):
        (claim,) = claims(text)
        assert claim.ordered == {"glucose"}


@given(two=two_medicines, taken=st.sampled_from(["is on {}", "is allergic to {}", "is taking {}"]))
def test_what_somebody_takes_already_is_not_banned(two: tuple[str, str], taken: str) -> None:
    banned, before = two
    (claim,) = claims(f"Do not give {banned} to anybody who {taken.format(before)}.")
    assert claim.ordered == {banned}


@given(two=two_medicines)
def test_all_that_is_listed_under_a_ban_is_banned(two: tuple[str, str]) -> None:
    lines = "\n".join(f"- give {one}" for one in two)
    banned = [claim for claim in claims(f"Do not:\n{lines}") if claim.polarity is Polarity.DO_NOT]
    assert frozenset[str]().union(*(claim.ordered for claim in banned)) == set(two)


@given(medicine=st.sampled_from(MEDICINES), case=st.sampled_from(["if", "when", "once"]))
def test_a_ban_for_a_case_is_told_from_one_at_large(medicine: str, case: str) -> None:
    (in_case,) = claims(f"Do not give {medicine} {case} there is jaundice.")
    (at_large,) = claims(f"Do not give {medicine}.")
    assert (in_case.is_in_case, at_large.is_in_case) == (True, False)
    assert in_case.ordered == at_large.ordered == {medicine}


@given(name=st.sampled_from(("Otitis, externa", "2.9.1 Dysentery, bacillary", "Conjunctivitis, bacterial")))
def test_a_name_that_a_heading_turns_round_is_the_name(name: str) -> None:
    whole, comma, kind = name.lstrip("0123456789. ").partition(", ")
    told = [claims("Give 100 mg at once.", heading)[0].topics for heading in (name, f"{kind} {whole}")]
    assert comma
    assert told[1] <= told[0]


@given(excluded=st.sampled_from(("tapeworm", "children", "pregnant women", "malaria")))
def test_what_a_heading_excludes_is_not_what_it_is_about(excluded: str) -> None:
    (claim,) = claims("Give 100 mg at once.", f"Helminthic infestation, excluding {excluded}")
    (plain,) = claims("Give 100 mg at once.", "Helminthic infestation")
    assert (claim.people, claim.conditions) == (plain.people, plain.conditions)


def test_how_severe_an_illness_is_leaves_open_whose_it_is() -> None:
    (claim,) = claims("Give 600 mg at once.", "Malaria in pregnancy", "Uncomplicated malaria")
    assert claim.people == {"pregnant", "uncomplicated"}


@given(medicine=st.sampled_from(MEDICINES), test=st.sampled_from(("Pap smear", "chest X-ray", "viral load")))
def test_how_often_a_test_is_done_is_not_of_the_medicine_before_it(medicine: str, test: str) -> None:
    *_, claim = claims(f"Give {medicine} 500 mg. Do a {test} every 3 years.")
    assert {value.drug for value in claim.values} == {""}


@given(medicine=st.sampled_from(MEDICINES))
def test_a_limit_is_not_of_the_medicine_of_the_statement_before(medicine: str) -> None:
    *_, claim = claims(f"Give {medicine} 500 mg. Refer if the temperature is ≥ 38 °C.")
    assert {value.drug for value in claim.values if value.kind is Kind.THRESHOLD} == {""}


@given(two=two_medicines)
def test_both_sides_of_a_contrast_are_claims(two: tuple[str, str]) -> None:
    text = f"{two[0]} should not be given, but {two[1]} should be given."
    first, second = claims(text)
    assert (first.polarity, second.polarity) == (Polarity.DO_NOT, Polarity.DO)
    assert first.ordered == {two[0]}
    assert second.ordered == {two[1]}


def test_what_to_do_without_a_medicine_is_a_claim() -> None:
    (claim,) = claims("Do not close the wound.", "Bites")
    assert [(deed.verb, deed.is_banned) for deed in claim.deeds] == [("close", True)]


def test_what_stands_in_a_list_that_may_be_one_of_bans_is_no_order() -> None:
    assert not any(claim.deeds for claim in claims("Do not:\n- wash the wound\n- cover the wound"))


def test_a_class_of_medicines_that_is_given_is_a_claim() -> None:
    (claim,) = claims("ACTs are the recommended treatment.", "Malaria")
    assert claim.classes == {"ACT"}


@pytest.mark.parametrize(
    "text",
    [
        "For a person allergic to penicillin give tetracycline.",
        "Half an hour before giving penicillin, give tetracycline.",
        "Give tetracycline while on penicillin.",
        "Replace penicillin with tetracycline.",
    ],
)
def test_who_cannot_have_it_or_has_it_is_not_told_to_get_it(text: str) -> None:
    (claim,) = claims(text, "Treatment")
    assert claim.ordered == {"tetracycline"}


@given(verb=st.sampled_from(["Administer", "Continue", "Add", "Treat with", "Repeat", "Inject"]))
def test_a_clause_that_begins_with_a_deed_orders_it(verb: str) -> None:
    (claim,) = claims(f"{verb} ceftriaxone 1 g.", "Treatment")
    assert claim.is_order
    assert claim.ordered == {"ceftriaxone"}


@pytest.mark.parametrize("visit", ["Return in 7 days.", "If no better after 7 days, refer."])
def test_when_somebody_is_seen_again_is_no_time_of_the_medicine_above(visit: str) -> None:
    *_, last = claims(f"Give doxycycline 100 mg twice daily for 5 days.\n{visit}", "Treatment")
    assert {value.drug for value in last.values} == {""}


@given(st.sampled_from(MEDICINES), st.sampled_from(["monthly", "every 12 months", "at 3 months"]))
def test_the_times_of_a_test_are_not_of_a_medicine_named_beside_it(medicine: str, when: str) -> None:
    for text in (f"Check the haemoglobin {when} if on {medicine}.", f"{medicine}: do an ECG {when}."):
        assert [value.drug for claim in claims(text) for value in claim.values] == [""]


@given(st.sampled_from((*MEDICINES, "folic acid", "zinc")), st.sampled_from(["daily", "every 8 hours"]))
def test_how_often_a_medicine_is_given_is_its_own_though_a_test_is_named_before(
    name: str, often: str
) -> None:
    (claim,) = claims(f"Give all women with a haemoglobin above 11 g/dL {name} 5 mg {often}.")
    assert {value.drug for value in claim.values if value.kind is not Kind.THRESHOLD} == {
        name.replace(" ", "-")
    }


@given(st.integers(1, 99))
def test_a_percentage_of_nothing_given_is_no_strength(share: int) -> None:
    text = f"Give zinc. Prevalence was {share} % of all facilities."
    assert not [value for claim in claims(text) for value in claim.values]
