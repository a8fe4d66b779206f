from __future__ import annotations

import pytest

from edgerag.compare.quantities import folded
from edgerag.domain import lexicon


def names(text: str) -> list[str]:
    return [mention.name for mention in lexicon.drugs(folded(text), text)]


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
    assert names(text) == drugs


def test_lamivudine_and_emtricitabine_are_one_choice() -> None:
    assert lexicon.choice("lamivudine") == lexicon.choice("emtricitabine")
    assert lexicon.choice("efavirenz") == "efavirenz"


@pytest.mark.parametrize(
    ("first", "second"), [("suturing", "stitched"), ("closed", "sutured"), ("applying", "apply")]
)
def test_words_for_one_deed_meet(first: str, second: str) -> None:
    assert lexicon.action(first) == lexicon.action(second)


def test_nobody_is_child_and_adult() -> None:
    child, adult = frozenset({"child", "severe"}), frozenset({"adult", "severe"})
    assert lexicon.exclusive(child, adult)
    assert not lexicon.exclusive(adult, frozenset({"pregnant"}))
    assert not lexicon.exclusive(adult, adult | child)
    assert not lexicon.exclusive(frozenset(), adult)
