from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.ingest.xlsx_cells import PLAIN, Format, built_in, format_of, number_text


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("General", PLAIN),
        ("0.00", PLAIN),
        ("@", PLAIN),
        ("#,##0.00_);[Red](#,##0.00)", PLAIN),
        ('0.0" mg"', Format(after="mg")),
        ('General" mL"', Format(after="mL")),
        ('"up to "0', Format(before="up to")),
        ("[$USD] 0.00", Format(before="USD")),
        ("0.0%", Format(is_percent=True)),
        ("dd/mm/yyyy", Format(is_date=True)),
        ("[$-409]d mmm yyyy;@", Format(is_date=True)),
        ("[h]:mm:ss.0", Format(is_date=True)),
        ('0"d"', Format(after="d")),
    ],
)
def test_a_format_tells_units_shares_and_dates(code: str, shown: Format) -> None:
    assert format_of(code) == shown


@pytest.mark.parametrize(
    ("stored", "shown", "text"),
    [
        ("0.30000000000000004", PLAIN, "0.3"),
        ("0.25", format_of("0"), "0.25"),  # never rounded
        ("1E-3", PLAIN, "0.001"),
        ("1500", PLAIN, "1500"),
        ("0.05", built_in(9), "5%"),
        ("45019", built_in(14), "2023-04-03"),
        ("45019.5", built_in(22), "2023-04-03 12:00"),
        ("0.25", built_in(20), "06:00"),
        ("59", built_in(14), "59"),  # 28 February or 1 March 1900
        ("9999999", built_in(14), "9999999"),
        ("ten", PLAIN, "ten"),
        ("NaN", PLAIN, "NaN"),
    ],
)
def test_numbers_are_said_as_stored(stored: str, shown: Format, text: str) -> None:
    assert number_text(stored, shown) == text


def test_days_may_be_counted_from_1904() -> None:
    assert number_text("43557", built_in(14), since_1904=True) == "2023-04-03"


@given(st.decimals(-(10**12), 10**12, allow_nan=False, allow_infinity=False, places=3))
def test_a_number_keeps_its_value(value: Decimal) -> None:
    assert Decimal(number_text(str(value), PLAIN)) == value
