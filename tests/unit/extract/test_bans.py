from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.handbooks import Section
from edgerag.domain.ids import SectionId
from edgerag.extract.bans import is_replaced
from edgerag.extract.claims import claims_of
from edgerag.language.negation import Polarity
from tests.growth import is_linear

MEDICINES = st.sampled_from(["quinine", "aspirin", "doxycycline", "metronidazole", "diazepam"])
TWO = st.tuples(MEDICINES, MEDICINES).filter(lambda two: two[0] != two[1])


def ordered(text: str) -> set[tuple[str, Polarity]]:
    """Name what a text tells to give, or not to give."""
    section = Section(SectionId(1), 0, None, 1, "Care", ("Care",), 0, len(text), 1, 1)
    return {(drug, claim.polarity) for claim in claims_of(text, [section]) for drug in claim.ordered}


@given(
    medicine=MEDICINES,
    ban=st.sampled_from(
        [
            "Do not give {}.",
            "Never use {}.",
            "Avoid {}.",
            "{} should not be given.",
            "Advise to avoid {}.",
            "Do not use {}, instead wait.",
        ]
    ),
)
def test_a_medicine_is_banned_outright_by_a_ban_of_its_name(medicine: str, ban: str) -> None:
    assert ordered(ban.format(medicine)) == {(medicine, Polarity.DO_NOT)}


@given(
    two=TWO,
    ban=st.sampled_from(
        [
            "Never use {} alone.",
            "{} should not be given with {}.",
            "Do not use {} and {} together.",
            "Never use {} and {} simultaneously.",
        ]
    ),
)
def test_a_ban_of_a_manner_bans_no_medicine(two: tuple[str, str], ban: str) -> None:
    assert ordered(ban.format(*two)) == set()


@given(
    medicine=MEDICINES,
    ban=st.sampled_from(
        [
            "Do not flush the {} infusion.",
            "Avoid stock outs of all essential drugs: {}.",
            "Advise to avoid hot baths (use {} instead).",
        ]
    ),
)
def test_a_ban_of_something_else_bans_no_medicine(medicine: str, ban: str) -> None:
    assert ordered(ban.format(medicine)) == set()


@given(
    MEDICINES, st.sampled_from(["Take {} with meals to avoid nausea.", "Give {} as needed, avoid overdose."])
)
def test_a_harm_that_is_avoided_bans_no_medicine(medicine: str, advice: str) -> None:
    assert (medicine, Polarity.DO_NOT) not in ordered(advice.format(medicine))


@given(two=TWO, joint=st.sampled_from(["instead of", "rather than", "in place of", "in preference to"]))
def test_what_another_replaces_is_not_told_to_be_given(two: tuple[str, str], joint: str) -> None:
    new, old = two
    assert ordered(f"Give {new} {joint} {old}.") == {(new, Polarity.DO)}


@pytest.mark.parametrize("unit", ["not ", "instead of the ", "avoid of "])
def test_the_time_is_linear_in_the_length(unit: str) -> None:
    assert is_linear(lambda text: is_replaced(text, len(text)), unit)


@given(two=TWO, joint=st.sampled_from(["-induced", " induced", "-associated", "-related", "-resistant"]))
def test_what_something_comes_from_is_not_told_to_be_given(two: tuple[str, str], joint: str) -> None:
    given, harming = two
    assert ordered(f"Give {given} to prevent {harming}{joint} illness.") == {(given, Polarity.DO)}
