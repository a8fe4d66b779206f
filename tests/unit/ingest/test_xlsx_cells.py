from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.ingest.xlsx_cells import is_unread, number_text
from edgerag.ingest.xlsx_formats import PLAIN, Format, built_in, format_of


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


@pytest.mark.parametrize(
    ("stored", "code", "text"),
    [
        ("0.5", '[>=1]0" g";0.000" kg"', "0.5 kg"),
        ("1", '[>=1]0" g";0.000" kg"', "1 g"),
        ("500", '[<1]0.0" g";0" mg"', "500 mg"),
        ("50", '[<1]0.0" g";[>=100]0" mg";0" mL"', "50 mL"),
        ("-5", '0.0" mg";[Red]-0.0" mg"', "-5 mg"),
    ],
)
def test_a_unit_is_that_of_the_section_for_the_number(stored: str, code: str, text: str) -> None:
    assert number_text(stored, format_of(code)) == text
    assert not is_unread(stored, format_of(code))


@pytest.mark.parametrize(
    ("stored", "code", "text"),
    [
        ("2500", '#,##0.0, "g"', "2.5 g"),
        ("2500000", '0.0,," M"', "2.5 M"),
        ("2500", '0,.0" k"', "2.5 k"),
        ("2500", '#,##0" mg"', "2500 mg"),
        ("0.125", '0.0%" of it"', "12.5% of it"),
    ],
)
def test_a_number_is_scaled_as_its_format_scales_it(stored: str, code: str, text: str) -> None:
    assert number_text(stored, format_of(code)) == text


@pytest.mark.parametrize(
    ("stored", "code", "text"),
    [
        ("1.5", "[h]:mm", "36:00"),
        ("1.25", "[hh]:mm:ss", "30:00:00"),
        ("0.020833333333333332", "[mm]:ss", "30:00"),
        ("0.020833333333333332", "mm:ss", "30:00"),
        ("1.5", '[h]" h "mm" min"', "36 h 00 min"),
        ("1.5", '[h]" h"', "36 h"),
        ("0.00104745", "[s].00", "90.5"),
        ("-0.5", "[h]:mm", "-12:00"),
        ("1.5", "h:mm", "36:00"),
        ("0.25", "h:mm", "06:00"),
        ("1e12", "[h]:mm", "1000000000000"),
    ],
)
def test_a_length_of_time_is_shown_as_one(stored: str, code: str, text: str) -> None:
    assert number_text(stored, format_of(code)) == text


@pytest.mark.parametrize("code", ["[h]:mm", '[h]" h"', "[mm]"])
def test_no_part_of_a_length_of_time_is_hidden(code: str) -> None:
    assert number_text("1.5208449074074074", format_of(code)) == "36:30:01"


def test_the_built_in_length_of_time_is_one() -> None:
    assert number_text("1.5", built_in(46)) == "36:00:00"


@pytest.mark.parametrize(
    ("stored", "code"),
    [
        ("5", '[<1]0" g"'),
        ("50", '[<1]0" g";[>=100]0" mg"'),
        ("-5", '[>100]0" a";0" b";0" c"'),
        ("1234", '0"h "00"m"'),
        ("15", '0"."0" mg"'),
        ("1.5", 'd" d "[h]" h"'),
    ],
)
def test_what_nobody_can_tell_of_a_format_is_a_bare_number_that_is_told(stored: str, code: str) -> None:
    assert number_text(stored, format_of(code)) == stored
    assert is_unread(stored, format_of(code))


@pytest.mark.parametrize("code", ["0", "0%", "0,", "[h]:mm", "d/m/yyyy"])
def test_a_number_that_no_program_holds_stays_as_it_is(code: str) -> None:
    assert number_text("1E9999999", format_of(code)) == "1E9999999"


def test_what_is_no_number_is_not_unread() -> None:
    assert not is_unread("ten", format_of('[<1]0" g"'))


def test_days_may_be_counted_from_1904() -> None:
    assert number_text("43557", built_in(14), since_1904=True) == "2023-04-03"


@given(st.decimals(-(10**12), 10**12, allow_nan=False, allow_infinity=False, places=3))
def test_a_number_keeps_its_value(value: Decimal) -> None:
    assert Decimal(number_text(str(value), PLAIN)) == value
