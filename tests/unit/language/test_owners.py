from __future__ import annotations

from fractions import Fraction

import pytest

from edgerag.language.reading import read
from edgerag.language.values import Kind


def doses(text: str) -> dict[str, Fraction | None]:
    found = [value for statement in read(text) for value in statement.values]
    return {value.drug: value.interval.low for value in found if value.kind is Kind.DOSE}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Give iron/folic acid 60 mg/400 mcg daily", {"iron": 60, "folic-acid": Fraction(2, 5)}),
        (
            "Losartan/hydrochlorothiazide 50/12.5 mg daily",
            {"losartan": 50, "hydrochlorothiazide": Fraction(25, 2)},
        ),
        ("Augmentin 500/125 mg tds", {"co-amoxiclav": 625}),
        ("Augmentin 625 mg tds", {"co-amoxiclav": 625}),
        ("Isoniazid (INH)/rifampicin 75/150 mg", {"isoniazid": 75, "rifampicin": 150}),
        (
            "Ciprofloxacin 500 mg or, if pregnant, amoxicillin/clavulanic acid 875/125 mg",
            {"ciprofloxacin": 500, "co-amoxiclav": 1000},
        ),
    ],
)
def test_the_parts_of_a_combination(text: str, wanted: dict[str, Fraction]) -> None:
    assert doses(text) == wanted
