from __future__ import annotations

import pytest

from edgerag.confirm.claims import Kind
from edgerag.confirm.values import kind_of, read_value, same_value


def alike(kind: Kind, one: str, other: str) -> bool:
    return same_value(kind, read_value(kind, one)[0], read_value(kind, other)[0])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1.50 mg", "1,5 mg"),
        ("500mg", "500 MG"),
        ("12,345.50", "12.345,5"),
        ("+3", "3.0"),
        ("1,234,567", "1234567"),
        ("250 µg", "0,25 mg"),
        ("1 g", "1000mg"),
    ],
)
def test_the_same_amount(one: str, other: str) -> None:
    assert alike(Kind.NUMBER, one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1,000", "1000"),
        ("1,000", "1"),
        ("007", "7"),
        ("1.000", "1"),
        ("5 mg", "5 g"),
        ("5 mg", "5"),
        ("-5", "5"),
        ("5-10 mg", "510 mg"),
        ("5 IU", "5 mg"),
        ("1,000 mg", "1 g"),
    ],
)
def test_what_may_be_another_amount_is_not_the_same(one: str, other: str) -> None:
    assert not alike(Kind.NUMBER, one, other)


def test_a_bare_number_has_the_unit_that_it_is_told_to_have_and_no_other_number_has() -> None:
    assert read_value(Kind.NUMBER, "500", "mg") == read_value(Kind.NUMBER, "0.5 g", "mg")
    assert read_value(Kind.NUMBER, "500 IU", "mg") == read_value(Kind.NUMBER, "500 IU")
    assert read_value(Kind.NUMBER, "1,500", "mg") == read_value(Kind.NUMBER, "1,500")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2020-05-03", "3 May 2020"),
        ("31/12/2019", "2019-12-31"),
        ("May 2020", "may 2020"),
        ("5/5/2020", "2020-5-5"),
    ],
)
def test_the_same_day(one: str, other: str) -> None:
    assert alike(Kind.DATE, one, other)


def test_day_that_may_be_a_month_is_compared_as_it_is_written() -> None:
    assert not alike(Kind.DATE, "03/04/2020", "2020-04-03")
    assert alike(Kind.DATE, "03/04/2020", "03-04-2020")


def test_title_may_lose_its_subtitle_and_no_more() -> None:
    assert alike(Kind.TITLE, "Usability Engineering", "Usability engineering: a scenario")
    assert not alike(Kind.TITLE, "Usability", "Usability engineering")
    assert not alike(Kind.TITLE, "Usability Engineering", "Usability Testing")


def test_text_is_the_same_by_its_words_alone() -> None:
    assert alike(Kind.TEXT, "Once daily.", "once daily")
    assert not alike(Kind.TEXT, "Once daily", "Twice daily")


def test_empty_value_states_nothing() -> None:
    assert all(read_value(kind, "  ") == () for kind in Kind)


@pytest.mark.parametrize(
    ("texts", "kind"),
    [
        (["1", "2,5", ""], Kind.NUMBER),
        (["2020-01-01", "3 May 2020"], Kind.DATE),
        (["1", "one"], Kind.TEXT),
        (["1", "2", "one"], Kind.NUMBER),
        ([""], Kind.TEXT),
    ],
)
def test_most_values_say_of_what_kind_a_column_is(texts: list[str], kind: Kind) -> None:
    assert kind_of(texts) is kind
