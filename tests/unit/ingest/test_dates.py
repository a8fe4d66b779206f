from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.handbooks import is_date, this_year
from edgerag.ingest.dates import dates_in, last_day

TODAY = datetime.date(2026, 11, 29)
EXACT = ["%d %B %Y", "%B %d, %Y", "%d %b %Y", "%d-%b-%Y", "%Y-%m-%d", "%Y %m %d", "%Y_%m_%d", "%d-%m-%Y"]


def dates(text: str) -> list[str]:
    return [one.date for one in dates_in(text, TODAY)]


@given(st.dates(datetime.date(1950, 1, 1), TODAY), st.sampled_from(EXACT))
def test_a_day_that_has_come_is_read_to_the_day_however_it_is_written(date: datetime.date, form: str) -> None:
    assert dates(f"Revised {date.strftime(form)}.") == [date.isoformat()]


@given(
    st.dates(TODAY + datetime.timedelta(1), datetime.date(2099, 12, 31)),
    st.sampled_from([*EXACT, "%m-%d-%Y"]),
)
def test_a_day_to_come_is_no_date_and_neither_is_its_month_or_its_year(
    date: datetime.date, form: str
) -> None:
    written = date.strftime(form)
    is_other_day = form in {"%d-%m-%Y", "%m-%d-%Y"} and date.day <= 12 and date.year == TODAY.year
    assert is_other_day or dates(f"Expires {written}.") == []


@pytest.mark.parametrize("text", ["December 2026", "Dec-2026", "2026-12", "12-2026", "2027", "2027/28"])
def test_a_month_or_a_year_to_come_is_no_date(text: str) -> None:
    assert dates(f"Targets for {text}") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026", "2026"),
        ("November 2026", "2026-11"),
        ("2026-11-29", "2026-11-29"),
        ("2013/14", "2013"),
        ("2013-14", "2013"),
        ("04-2020", "2020-04"),
        ("04-28-2020", "2020-04-28"),
        ("31 February 2020", "2020-02"),
        ("2023-02-30", "2023-02"),
        ("15th of May 2019", "2019-05-15"),
        ("May 15th, 2019", "2019-05-15"),
        ("2013 Day surgery", "2013"),
        ("ICU 2015 Unit protocol", "2015"),
        ("2019 ART guideline", "2019"),
    ],
)
def test_a_date_is_as_exact_as_it_is_stated(text: str, expected: str) -> None:
    assert dates(text) == [expected]


@pytest.mark.parametrize(
    "amount",
    [
        "2000 mg",
        "2000mg",
        "2000 MG",
        "2000-mg tablets",
        "2000-2500 mg",
        "1950 to 2000 kcal",
        "2000 mL",
        "2000 ml/day",
        "1980 g",
        "2000 IU",
        "2000 units",
        "2000 tablets",
        "2015 hours",
        "2000 cells",
        "2000 metres",
        "2000 %",
    ],
)
def test_a_number_before_a_unit_is_no_year(amount: str) -> None:
    assert dates(f"At most {amount} in all") == []
    assert dates(f"At most {amount} in all (2019)") == ["2019"]


def test_dates_stand_in_the_order_of_the_text() -> None:
    found = dates_in("2013, then 2014-05-06, then May 2015 and 2016", TODAY)
    assert [(one.year, one.date) for one in found] == [
        ("2013", "2013"),
        ("2014", "2014-05-06"),
        ("2015", "2015-05"),
        ("2016", "2016"),
    ]
    assert [one.position for one in found] == [0, 11, 28, 41]


@given(st.text(max_size=80) | st.text("0123456789-/ .,May", max_size=40))
def test_of_any_text_only_dates_that_there_are_and_that_have_come_are_given(text: str) -> None:
    found = dates_in(text, TODAY)
    assert all(is_date(one.date) and one.date.startswith(one.year) for one in found)
    assert all(one.date <= TODAY.isoformat()[: len(one.date)] for one in found)


def test_the_last_day_of_an_edition_is_today_whatever_a_clock_without_battery_says() -> None:
    assert last_day().year == this_year()
    assert last_day() >= datetime.date(2026, 1, 1)
