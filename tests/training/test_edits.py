from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailment import edits
from entailment.edits import CHANGES, OPENINGS, REWORDINGS, Edit
from entailment.words import WORDS

SEEDS = st.integers(0, 10_000).map(random.Random)
TEXTS = st.sampled_from(
    (
        "Give amoxicillin 500 mg orally three times a day for 5 days in adults.",
        "Do not give tetracycline to pregnant women.",
        "Start with two tablets daily (for adults only), then increase the dose after 2 weeks.",
        "Fever is common.",
        "The sky has colours.",
        "",
    )
)
ALL = [edit for edit, _ in (*CHANGES, *OPENINGS, *REWORDINGS)]


@pytest.mark.parametrize("edit", ALL)
@given(TEXTS, SEEDS)
def test_edit_changes_the_text_or_says_that_it_cannot(edit: Edit, text: str, rng: random.Random) -> None:
    assert edit(text, rng) != text


@pytest.mark.parametrize("edit", ALL)
@pytest.mark.parametrize("text", ["", "The sky has colours."])
def test_text_without_anything_to_change_is_left_alone(edit: Edit, text: str) -> None:
    assert edit(text, random.Random(0)) is None


@pytest.mark.parametrize("edit", ALL)
@given(TEXTS, st.integers(0, 10_000))
def test_seed_decides_the_edit(edit: Edit, text: str, seed: int) -> None:
    assert edit(text, random.Random(seed)) == edit(text, random.Random(seed))


@given(SEEDS)
def test_other_number_keeps_unit_and_sentence(rng: random.Random) -> None:
    changed = edits.changed_number("Give 500 mg now.", rng)
    assert changed is not None
    before, _, after = changed.partition(changed.split()[1])
    assert (before, after) == ("Give ", " mg now.")


@given(SEEDS)
def test_share_never_becomes_more_than_all(rng: random.Random) -> None:
    changed = edits.changed_number("Found in 60% of cases.", rng)
    assert changed is None or float(changed.split()[2].removesuffix("%")) <= 100


@pytest.mark.parametrize("text", ["See page 12.", "Version 2.5.1 mg", "Section 3-4 mg", "10/12 days"])
def test_numbers_of_something_else_are_no_quantities(text: str) -> None:
    assert edits.changed_number(text, random.Random(0)) is None


@pytest.mark.parametrize(
    ("text", "opposite"),
    [
        ("Do not give aspirin.", "Give aspirin."),
        ("It should not be repeated.", "It should be repeated."),
        ("Avoid salt.", "Use salt."),
        ("This is not safe.", "This is safe."),
        ("The dose is high.", "The dose is not high."),
    ],
)
def test_polarity_is_turned(text: str, opposite: str) -> None:
    assert edits.flipped(text, random.Random(0)) == opposite


@given(SEEDS)
def test_instruction_becomes_a_ban(rng: random.Random) -> None:
    ban = edits.flipped("Give aspirin.", rng)
    assert ban in ("Do not give aspirin.", "Never give aspirin.", "Avoid this: give aspirin.")


@given(SEEDS)
def test_other_drug_is_of_the_same_class(rng: random.Random) -> None:
    changed = edits.changed_drug("Give Enoxaparin.", rng)
    assert changed in ("Give Heparin.", "Give Warfarin.")


def test_drug_that_is_not_advised_stays() -> None:
    assert edits.changed_drug("Heparin was discovered by chance.", random.Random(0)) is None


@given(SEEDS)
def test_other_route_is_not_another_name_of_the_same(rng: random.Random) -> None:
    changed = edits.changed_route("Swallow it orally.", rng)
    assert changed is not None
    assert not any(name in changed for name in WORDS.routes[0])


@given(SEEDS)
def test_rewording_stays_in_the_group(rng: random.Random) -> None:
    changed = edits.reworded("Weigh the children.", rng)
    assert changed == "Weigh the kids."


@given(st.integers(1, 500), st.sampled_from([c for c in WORDS.conversions if c[0] != "year"]))
def test_converted_quantity_is_the_same_quantity(value: int, conversion: tuple[str, str, int]) -> None:
    large, small, factor = conversion
    smaller = [text for text in edits.same_quantities(float(value), large) if text.endswith(f" {small}")]
    numbers = [float(text.split()[0]) for text in smaller if text[0].isdigit()]
    assert numbers == ([value * factor] if value * factor <= 5000 else [])


def test_quantity_is_not_converted_to_a_number_that_nobody_writes() -> None:
    assert list(edits.same_quantities(7.0, "mg")) == ["seven mg"]
    assert list(edits.same_quantities(500.0, "mg")) == ["0.5 g"]


def test_shorter_text_says_less() -> None:
    rng = random.Random(0)
    assert edits.shortened("Give it twice (in the morning and evening) now.", rng) == "Give it twice now."
    assert (
        edits.shortened("Give it to all of the adults, who need it.", rng) == "Give it to all of the adults."
    )


def test_clause_that_limits_the_rest_is_kept() -> None:
    assert edits.shortened("Give it to all of the adults, unless they bleed.", random.Random(0)) is None


def test_condition_is_added_to_advice_for_all_only() -> None:
    assert edits.with_condition("Give zinc.", random.Random(0)) is not None
    assert edits.with_condition("Give zinc in pregnancy.", random.Random(0)) is None


@given(TEXTS, SEEDS)
def test_every_second_text_is_reworded(text: str, rng: random.Random) -> None:
    again = random.Random()
    again.setstate(rng.getstate())
    made = edits.maybe_reworded(text, rng)
    assert made == ((edits.reworded(text, again) or text) if again.random() < 0.5 else text)
