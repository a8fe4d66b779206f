from __future__ import annotations

import pytest

from edgerag.language import names
from edgerag.language.text import folded


def found(text: str) -> list[str]:
    return [mention.name for mention in names.drugs(folded(text), text)]


@pytest.mark.parametrize(
    ("text", "drugs"),
    [
        ("Epinephrine or adrenaline", ["adrenaline", "adrenaline"]),
        ("acetaminophen", ["paracetamol"]),
        ("TDF + 3TC + EFV", ["tenofovir", "lamivudine", "efavirenz"]),
        ("TLD", ["dolutegravir", "lamivudine", "tenofovir"]),
        ("amoxicillin/clavulanic acid", ["co-amoxiclav"]),
        ("amoxicillin and clavulanic", ["amoxicillin"]),
        ("cefpodoxil, fosinopril", ["fosinopril"]),
        ("the abc of care, their hr", []),
    ],
)
def test_drugs_are_named_canonically(text: str, drugs: list[str]) -> None:
    assert found(text) == drugs


def test_lamivudine_and_emtricitabine_are_one_choice() -> None:
    assert names.choice("lamivudine") == names.choice("emtricitabine")
    assert names.choice("efavirenz") == "efavirenz"


@pytest.mark.parametrize(
    ("first", "second"), [("suturing", "stitched"), ("closed", "sutured"), ("applying", "apply")]
)
def test_words_for_one_deed_meet(first: str, second: str) -> None:
    assert names.action(first) == names.action(second)


def test_nobody_is_child_and_adult() -> None:
    child, adult = frozenset({"child", "severe"}), frozenset({"adult", "severe"})
    assert names.exclusive(child, adult)
    assert not names.exclusive(adult, frozenset({"pregnant"}))
    assert not names.exclusive(adult, adult | child)
    assert not names.exclusive(frozenset(), adult)
