from __future__ import annotations

import pytest

from edgerag.language.situations import degrees, situations, turn
from edgerag.language.values import Stage


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Do a scan if there is new pain.", ["if there is new pain"]),
        ("No oedema, clear lungs: losartan 25 mg.", ["No oedema, clear lungs"]),
        ("- Severe attack: oxygen.", ["Severe attack"]),
        ("Lithium level > 1.5 mmol/L: omit it.", ["Lithium level > 1.5 mmol/L"]),
        ("Grade III: refer.", ["Grade III"]),
        ("Fever for 4 days: culture.", ["Fever for 4 days"]),
    ],
)
def test_a_condition_and_a_case_at_the_head_are_situations(text: str, expected: list[str]) -> None:
    assert situations(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Amoxicillin: 500 mg tds.", "Chapter 9: dose.", "Give it once daily.", "Give it at once.",
        "Give it until the rash is gone.", "Refer.", "Severe malaria:",
    ],
)  # fmt: skip
def test_a_medicine_a_chapter_and_how_long_are_none(text: str) -> None:
    assert situations(text) == []


def test_degrees_are_told_with_their_number() -> None:
    assert degrees("Step 2 or stage IV, at every step") == {("step", "2"), ("stage", "iv")}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("On arrival", Stage.INITIAL),
        ("Loading dose", Stage.INITIAL),
        ("After the first dose", Stage.LATER),
        ("Maintenance", Stage.LATER),
        ("No improvement after 3 days", Stage.LATER),
        ("Mild attack", None),
        ("On arrival, if the fits come again", None),
    ],
)
def test_what_comes_first_is_told_from_what_follows(text: str, expected: Stage | None) -> None:
    assert turn(text) is expected
