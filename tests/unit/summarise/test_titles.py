from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.summarise.titles import words_of_work


@pytest.mark.parametrize(
    "title",
    [
        "Lab Manual 2014",
        "Lab Manual, 2nd edition",
        "Lab Manual 2nd ed.",
        "Lab Manual: third revised edition",
        "Lab Manual (10th fully revised and updated edition)",
        "LAB MANUAL, New Edition, 2014",
        "Lab Manual version 2.1",
        "Lab Manual (v3)",
        "Lab Manual V. 2.0",
        "Lab Manual, edition IV",
        "Lab Manual rev. 3",
        "Lab Manual revised 2015",
        "The Lab Manual – updated May 2015",
        "2015 Lab Manual (version 28 Apr 2020)",
        "Lab Manual Final 25 March 2013 corrected",
        "Lab Manual, March 25, 2013",
        "Lab Manual 2013/14",
        "Lab Manual 2013–2015",
        "Lab Manual (Nov 19)",
        "Lab Manual 2026-01-15",
        "Lab Manual 2026 01 15",
        "Lab Manual 15.01.2026",
        "Lab Manual 28042020",
        "Lab Manual 11/2019",
        "Lab Manual, 2e édition",
        "Lab Manual, 3. Auflage",
        "Lab Manual 第2版",
        "Lab Manual 2013年版",
    ],
)
def test_dates_and_the_numbers_of_editions_tell_nothing_of_the_work(title: str) -> None:
    assert words_of_work(title) == ("lab", "manual")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lab Manual Volume 1", "Lab Manual Volume 2"),
        ("Lab Manual, Vol. 1 (2013)", "Lab Manual, Vol. 2 (2015)"),
        ("Lab Manual Volume I", "Lab Manual Volume II"),
        ("Lab Manual Volume V 3rd edition", "Lab Manual Volume X 3rd edition"),
        ("Lab Manual Part 1", "Lab Manual Part 2"),
        ("Lab Manual Part 1 May 2013", "Lab Manual Part 2 May 2013"),
        ("Lab Manual Part one", "Lab Manual Part two"),
        ("Lab Manual: first part", "Lab Manual: second part"),
        ("First line treatment 2013", "Second line treatment 2015"),
        ("Drug Book 1", "Drug Book 2"),
        ("Module 3: Burns", "Module 4: Burns"),
        ("Chapter 12", "Chapter 13"),
        ("Nursing Level 2 2019", "Nursing Level 3 2019"),
        ("Stock ward 1", "Stock ward 2"),
        ("Stock ward 1 level 2", "Stock ward 2 level 1"),
        ("PC101 2013", "PC102 2013"),
        ("Primary Care 101", "Primary Care 102"),
        ("HIV 101 (revised 2015)", "HIV 201 (revised 2015)"),
        ("Hepatitis A", "Hepatitis B"),
        ("Diet of 2000 kcal", "Diet of 1950 kcal"),
        ("Doses for children ≥ 6", "Doses for children < 6"),
        ("Manual of the ED", "Manual"),
        ("操作手册 第一卷", "操作手册 第二卷"),
    ],
)
def test_any_other_number_tells_one_work_from_another(one: str, other: str) -> None:
    assert words_of_work(one) != words_of_work(other)


@given(
    st.dates(datetime.date(1950, 1, 1), datetime.date(2099, 12, 31)),
    st.sampled_from(
        [
            "%d %B %Y",
            "%B %Y",
            "%b %d, %Y",
            "%d-%b-%Y",
            "%Y-%m-%d",
            "%Y-%m",
            "%d/%m/%Y",
            "%Y%m%d",
            "%d%m%Y",
            "%Y",
        ]
    ),
    st.sampled_from(["Part {}", "Volume {}", "Ward {}", "Module {}:", "Level {},", "Pc{}"]),
    st.integers(1, 300),
)
def test_a_part_keeps_its_number_whatever_date_stands_behind_it(
    date: datetime.date, form: str, part: str, number: int
) -> None:
    told = part.format(number)
    expected = words_of_work(f"Lab Manual {told}")
    assert str(number) in " ".join(expected)
    assert words_of_work(f"Lab Manual {told} {date.strftime(form)}") == expected
    assert words_of_work(f"Lab Manual {told} ({date.strftime(form)})") == expected


@given(st.text(max_size=60))
def test_a_title_of_anything_gives_words_in_small_letters(title: str) -> None:
    assert all(word and not word.isspace() for word in words_of_work(title))


@pytest.mark.parametrize("title", ["2014", "3rd edition", "Version 2.1, May 2019", "", "–"])
def test_a_title_that_tells_the_edition_alone_has_no_words_of_a_work(title: str) -> None:
    assert words_of_work(title) == ()
