from __future__ import annotations

from collections.abc import Collection

import pytest

from edgerag.understand.absent import absent


def nobody(names: Collection[str]) -> bool:
    return False


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What dose of levetiracetam does a child get?", ("levetiracetam",)),
        ("Is Keppra given in epilepsy?", ("Keppra", "epilepsy")),
        ("sultamicillin or wombat", ("sultamicillin",)),
        ("Which fluoroquinolone for typhoid?", ("fluoroquinolone", "typhoid")),
        ("What is to be done?", ()),
    ],
)
def test_medicines_and_illnesses_are_told_as_they_are_written(
    question: str, expected: tuple[str, ...]
) -> None:
    assert absent(question, nobody) == expected


def test_a_name_is_there_by_any_of_its_names() -> None:
    assert absent("epinephrine for anaphylaxis", lambda names: "adrenaline" in names) == ("anaphylaxis",)


def test_a_class_is_there_by_its_members() -> None:
    assert absent("Which fluoroquinolone?", lambda names: "ciprofloxacin" in names) == ()


def test_of_a_combination_each_medicine_is_looked_for() -> None:
    assert absent("TLD dose", lambda names: "lamivudine" in names) == ("dolutegravir", "tenofovir")
