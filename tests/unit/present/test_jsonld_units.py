from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.quantities import Dimension
from edgerag.language.reading import read
from edgerag.present.jsonld_units import Measured, measured


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Give 1 g of amoxicillin.", (1, "g")),
        ("Give 250 micrograms of digoxin.", (250, "µg")),
        ("Give 0.5 mg/kg of prednisolone.", (0.5, "mg/kg")),
        ("Infuse it over 10 minutes.", (10, "min")),
        ("Treat for 5 days.", (5, "day")),
        ("Treat for 2/52.", (336, "h")),
        ("Give 250 IU.", (250, "IU")),
        ("Take two tablets.", (2, "tablets")),
        ("Take it every 8 hours.", (8, "h")),
    ],
)
def test_an_amount_is_in_the_unit_that_its_text_names(text: str, shown: tuple[float, str]) -> None:
    values = [value for statement in read(text) for value in statement.values]
    told = [measured(v.unit, (v.interval.low, v.interval.high), v.text) for v in values]
    assert shown in [(one.ends[0], one.unit) for one in told]


@pytest.mark.parametrize(
    ("unit", "written", "shown"),
    [
        ("mass/l haemoglobin", "11 g/dL", Measured("g/L", "haemoglobin", (110,))),
        ("mass/l haemoglobin", "eleven", Measured("mg/L", "haemoglobin", (110000,))),
        ("beats or breaths a minute pulse", "110000", Measured("1/min", "pulse", (110000,))),
        ("pressure systolic", "", Measured("mmHg", "systolic", (110000,))),
        ("volume/hour", "15 L/min", Measured("L/h", "", (110,))),
        ("time, of giving", "", Measured("h", "of giving", (110000,))),
        ("cell count", "", Measured("cells/µL", "", (110000,))),
        ("doses", "", Measured("doses", "", (110000,))),
        (" creatinine-clearance", "110000 mL/min", Measured("mL/min", "creatinine-clearance", (110000,))),
        (" creatinine-clearance", "110000", Measured("", "creatinine-clearance", (110000,))),
        (" bmi", "110000", Measured("", "bmi", (110000,))),
        ("", "x", Measured("", "", (110000,))),
    ],
)
def test_what_is_measured_is_parted_from_its_unit(unit: str, written: str, shown: Measured) -> None:
    assert measured(unit, (Fraction(110000),), written) == shown


@pytest.mark.parametrize("dimension", Dimension)
def test_no_dimension_is_a_unit_unless_it_is_counted(dimension: Dimension) -> None:
    unit = measured(dimension, (Fraction(1),), "").unit
    assert unit == dimension or unit not in set(Dimension)


def test_a_number_that_ends_in_no_unit_is_the_nearest_one() -> None:
    assert measured("mass", (Fraction(1, 3), None), "a third of a mg") == Measured("mg", "", (1 / 3, None))


def test_a_range_over_two_units_is_in_one_in_which_both_ends_end() -> None:
    weeks = measured("time", (Fraction(1008), Fraction(4383, 2)), "6 weeks to 3 months")
    assert weeks == Measured("h", "", (1008, 2191.5))


@given(st.integers(1, 10**6), st.sampled_from(["mg", "g", "micrograms"]))
def test_a_written_amount_keeps_its_number(amount: int, unit: str) -> None:
    factor = {"mg": Fraction(1), "g": Fraction(1000), "micrograms": Fraction(1, 1000)}[unit]
    assert measured("mass", (amount * factor,), f"{amount} {unit}").ends == (amount,)
