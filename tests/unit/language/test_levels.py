from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language import entities
from edgerag.language.levels import _table, is_for_another, levels, with_findings


def called(text: str) -> list[str]:
    return [level.called for level in levels(text)]


@given(tenths=st.integers(10, 39))
def test_a_low_blood_sugar_is_hypoglycaemia_in_either_unit_and_without_one(tenths: int) -> None:
    in_mmol, in_mg = tenths / 10, round(tenths * 1.8)
    for written in (f"{in_mmol}", f"{in_mmol} mmol/L", f"{in_mg} mg/dL"):
        assert called(f"Her blood sugar is {written} and she is drowsy") == ["hypoglycaemia"]


@given(tenths=st.integers(30, 109))
def test_haemoglobin_is_read_in_grams_a_decilitre_and_a_litre(tenths: int) -> None:
    for written in (f"{tenths / 10}", f"{tenths / 10} g/dL", f"{tenths} g/L"):
        assert called(f"Pregnant, Hb {written}, what now?") == ["anaemia"]


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("temperature of 39.5", "fever"),
        ("temp 34.2 °C", "hypothermia"),
        ("SpO2 84%", "hypoxia"),
        ("BP 190/120 in an adult", "hypertension"),
        ("BP is 85/50", "hypotension"),
        ("RBS 28 and vomiting", "hyperglycaemia"),
    ],
)
def test_a_level_beyond_the_line_has_a_name(text: str, finding: str) -> None:
    assert called(text) == [finding]


@pytest.mark.parametrize(
    "text",
    [
        "BP 120/80",
        "Hb 12.5",
        "temperature 36.8",
        "blood sugar 5.4",
        "CD4 of 80",
        "At what Hb do I refer?",
        "glucose above 11",
        "BP 85/50 in a child of 3",
        "give 50 mL of 50% glucose",
    ],
)
def test_a_usual_level_a_limit_and_a_childs_blood_pressure_have_none(text: str) -> None:
    assert called(text) == []


def test_the_finding_is_put_behind_its_level_once() -> None:
    told = with_findings("Her blood sugar is 2.9, what do I inject?")
    assert told == "Her blood sugar is 2.9 (hypoglycaemia), what do I inject?"
    assert with_findings(told) == told
    assert with_findings("Anaemic in pregnancy, Hb 6") == "Anaemic in pregnancy, Hb 6"


@given(limit=st.integers(12, 30))
def test_what_is_for_the_opposite_level_is_for_somebody_else(limit: int) -> None:
    (low,) = levels("blood sugar is 2.9")
    (high,) = levels(f"blood sugar is {limit}")
    for text in (f"If glucose > {limit} mmol/L, give insulin.", "Hyperglycaemic coma", "Hyperglycaemia"):
        assert is_for_another(low, [text])
        assert not is_for_another(high, [text])
    for text in ("Hypoglycaemic coma", "If glucose < 3.5 mmol/L, give sugar."):
        assert is_for_another(high, [text])
        assert not is_for_another(low, [text])


@pytest.mark.parametrize(
    "text",
    [
        "Give dextrose until blood glucose is > 4 mmol/L.",
        "Target blood glucose: 6-10 mmol/L",
        "Give 50 mL of dextrose 50 %.",
        "If glucose < 4 or > 25 mmol/L, refer.",
        "In hypoglycaemia stop insulin; in hyperglycaemia go on.",
    ],
)
def test_what_is_to_be_reached_and_what_takes_the_level_in_is_not_for_somebody_else(text: str) -> None:
    (low,) = levels("blood sugar is 2.9")
    assert not is_for_another(low, [text])


def test_the_nearest_text_that_tells_decides() -> None:
    (low,) = levels("blood sugar is 2.9")
    assert is_for_another(low, ["Give insulin 10 units.", "Hyperglycaemia", "Hypoglycaemia"])
    assert not is_for_another(low, ["Give 50 mL at once.", "Hypoglycaemia", "Hyperglycaemia"])


def test_every_finding_is_an_entity_of_its_own_name_and_lines_do_not_cross() -> None:
    for measure in _table().values():
        for line in (*measure.low, *measure.high):
            assert [one.name for one in entities.named(line.called)] == [line.called]
        lows, highs = ([Fraction(line.line) for line in side] for side in (measure.low, measure.high))
        assert not lows or not highs or max(lows) < min(highs)


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Low blood sugar (hypoglycaemia) and unconscious", "hypoglycaemia"),
        ("The hyperglycaemic patient", "hyperglycaemia"),
        ("Which drug in a hypertensive emergency?", "hypertension"),
    ],
)
def test_a_finding_that_is_named_is_a_level_as_if_it_was_measured(text: str, finding: str) -> None:
    (level,) = levels(text)
    assert level.called == finding
    assert with_findings(text) == text


def test_of_two_opposite_findings_neither_is_somebody_s() -> None:
    assert levels("How are hypoglycaemia and hyperglycaemia told apart?") == ()
