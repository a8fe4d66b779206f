from __future__ import annotations

import pytest

from edgerag.compare.denials import share_denied, stated


@pytest.mark.parametrize(
    "finding",
    [
        "Rosuvastatin did not reduce the primary outcome.",
        "There was no significant difference between the two groups.",
        "The polymorphism was not associated with infarction.",
        "Exercise training failed to produce consistent benefits.",
        "This shows a lack of association between the gene and the disease.",
        "The drug is ineffective in children.",
        "Masks don't protect against infection.",
    ],
)
def test_finding_of_no_effect_is_a_denial(finding: str) -> None:
    assert share_denied(finding) == 1.0


@pytest.mark.parametrize(
    "finding",
    [
        "Ramipril significantly reduces the rate of death.",
        "Physical training improves exercise capacity in patients with a normal ejection fraction.",
        "Give no more than 4 g of paracetamol a day.",
        "The vaccine protects not only adults.",
    ],
)
def test_finding_of_an_effect_is_none(finding: str) -> None:
    assert share_denied(finding) == 0.0


def test_what_is_conceded_is_not_stated() -> None:
    assert share_denied("Although the drug did not change blood pressure, it reduced mortality.") == 0.0
    assert share_denied("The drug reduced mortality, although it did not change blood pressure.") == 0.0
    assert share_denied("Although the drug lowered blood pressure, it did not reduce mortality.") == 1.0


def test_relative_clause_is_not_stated() -> None:
    assert share_denied("Ramipril helps patients who are not known to have heart failure.") == 0.0


def test_each_clause_counts() -> None:
    assert share_denied("The drug lowered blood pressure but did not reduce mortality.") == 0.5


def test_text_without_clauses_denies_nothing() -> None:
    assert share_denied("") == 0.0
    assert stated(" ... ") == []
