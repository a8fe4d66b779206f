from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from edgerag.language.governing import Governing
from edgerag.language.kinds import values_in
from edgerag.language.values import Kind


@dataclass(frozen=True, slots=True)
class Mark:
    start: int
    end: int
    name: str


def governors(text: str) -> list[str]:
    """Give for each dose which letter in capitals governs it, "-" if none does."""
    marks = [Mark(met.start(), met.end(), met[0]) for met in re.finditer(r"\b[ABC]\b", text)]
    low = text.lower()
    values = values_in(low, text)
    governing = Governing(values, marks, low, lambda gap, _: gap.endswith(("for ", "(")))
    chosen = [governing.governor(v, governing.heard(v, marks)) for v in values if v.kind is Kind.DOSE]
    return [one.name if one else "-" for one in chosen]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("A 1 g, B 2 g", "AB"),
        ("1 g for A and 2 g for B", "AB"),
        ("1 g (A) or 2 g (B)", "AB"),
        ("A 1 g and 2 g for B", "AB"),
        ("A 1 g then 2 g", "AA"),
        ("1 g, A 2 g", "-A"),
        ("1 g (A 2 g)", "-A"),
        ("A 1 g (B 2 g) 3 g", "ABA"),
        ("1 g, and for A 2 g", "-A"),
        ("1 g, for A 2 g", "-A"),
        ("A 1 g for pain, not for B", "A"),
        ("1 g for A, 2 g for B, 3 g for C", "ABC"),
        ("1 g daily, or 2 g for A", "-A"),
    ],
)
def test_what_is_named_before_governs_and_what_is_tied_behind_governs_back(text: str, wanted: str) -> None:
    assert "".join(governors(text)) == wanted


def test_what_leads_a_value_stands_right_before_it() -> None:
    text = "A 1 g, B or 2 g"
    values = values_in(text.lower(), text)
    a, b = (Mark(text.index(letter), text.index(letter) + 1, letter) for letter in "AB")
    governing = Governing(values, [a, b], text.lower(), lambda _, __: True)
    assert governing.leads(a)
    assert not governing.leads(b)
    assert governing.has_another(b, values[0]) is False
