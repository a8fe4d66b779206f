from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.ingest.xlsx_formats import PLAIN, UNREAD, Condition, Piece, Section, built_in, format_of

CODES = st.text('0#?.,%;[]<>="\\\\ @_*hmsdyE+-/gk', max_size=24)


@pytest.mark.parametrize("code", ["General", "0.00", "@", "#,##0.00_);[Red](#,##0.00)", "# ?/?", ""])
def test_a_format_without_words_is_plain(code: str) -> None:
    assert format_of(code) == PLAIN


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ('0.0" mg"', Section(after="mg")),
        ('General" mL"', Section(after="mL")),
        ('"up to "0', Section(before="up to")),
        ("[$USD] 0.00", Section(before="USD")),
        ("0.0%", Section(is_percent=True)),
        ("dd/mm/yyyy", Section(is_date=True)),
        ("[$-409]d mmm yyyy;@", Section(is_date=True)),
        ('0"d"', Section(after="d")),
        ('0.0" mg"/"kg"', Section(after="mg/kg")),
        ('# ?/8" tablet"', Section(after="tablet")),
        ('"10 mL: "0', Section(before="10 mL:")),
        ('"<"0.0" mg"', Section(before="<", after="mg")),
        ('0"%"', Section(after="%")),
        ('#\\ ##0_-" mg"', Section(after="mg")),
        ('#,##0.0,,"g"', Section(after="g", n_thousands=2)),
    ],
)
def test_a_format_tells_units_shares_and_dates(code: str, shown: Section) -> None:
    assert format_of(code).section(Decimal(1)) == shown
    assert format_of(code).code == ""


def test_a_length_of_time_is_told_from_a_date_and_a_time_of_day_may_be_one() -> None:
    hours = Piece("h", "h"), Piece(":"), Piece("mm", "m"), Piece(":"), Piece("ss", "s")
    assert format_of("[h]:mm:ss.0").section(Decimal(1)) == Section(length=hours)
    assert built_in(46).section(Decimal(1)) == Section(length=hours)
    assert built_in(21).section(Decimal(1)) == Section(is_date=True, length=hours)


@pytest.mark.parametrize(
    ("sign", "bound", "meets"),
    [
        ("<", "1", "0"),
        ("<=", "1", "1"),
        (">", "1", "2"),
        (">=", "1E2", "100"),
        ("=", "-1", "-1"),
        ("<>", "0", "1"),
    ],
)
def test_a_condition_in_brackets_says_which_numbers_a_section_is_for(
    sign: str, bound: str, meets: str
) -> None:
    shown = format_of(f'[Red][{sign}{bound}]0" g";0" mg"')
    assert shown.rules[0][0] == Condition(sign, Decimal(bound))
    assert shown.section(Decimal(meets)).after == "g"


def test_without_conditions_sections_are_for_above_below_and_at_zero() -> None:
    shown = format_of('0" up";0" down";0" still";@')
    assert [shown.section(Decimal(n)).after for n in (1, -1, 0)] == ["up", "down", "still"]
    assert [format_of('0" up";0" down"').section(Decimal(n)).after for n in (0, -1)] == ["up", "down"]


def test_what_two_conditions_leave_is_the_third_sections() -> None:
    shown = format_of('[<1]0" ng";[>=100]0" mg";0" g"')
    assert [shown.section(Decimal(n)).after for n in ("0.5", "100", "5")] == ["ng", "mg", "g"]


@pytest.mark.parametrize(
    "code",
    [
        '[<1]0" g"',
        '[<1]0" g";[>=100]0" mg"',
        '0" g";[<1]0" mg"',
        '[>100]0" a";0" b";0" c"',
        '0"h "00"m"',
        '0" g"' + " " * 1000,
        '0,,,,,," g"',
    ],
)
def test_no_unit_is_taken_from_what_programs_show_in_different_ways(code: str) -> None:
    assert format_of(code).section(Decimal(5)) == UNREAD
    assert format_of(code).code == code


@given(CODES, st.decimals(allow_nan=False, allow_infinity=False, places=2))
def test_any_code_can_be_read_for_any_number(code: str, value: Decimal) -> None:
    shown = format_of(code)
    assert shown.section(value).is_unread <= bool(shown.code)
