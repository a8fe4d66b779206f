from __future__ import annotations

import pytest

from edgerag.domain.ids import HandbookId
from edgerag.summarise.families import families, n_families, newest, work
from tests.answers import make_handbook


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "National Tuberculosis Management Guidelines 2009",
            "National Tuberculosis Management Guidelines 2014",
        ),
        ("Primary Care 101 (2013)", "PRIMARY CARE 101, revised 2016"),
        ("Guidelines for Maternity Care, 3rd ed.", "Guidelines for Maternity Care: fourth edition"),
        ("Standard Treatment Guidelines 2008 EDITION", "STANDARD TREATMENT GUIDELINES – 2012"),
        ("ART Clinical Guidelines (version 28 Apr 2020)", "ART Clinical Guidelines, version 2"),
        ("ART Clinical Guidelines, draft", "ART Clinical Guidelines (2nd revised edition)"),
    ],
)
def test_titles_that_differ_in_their_edition_alone_are_one_work(one: str, other: str) -> None:
    assert work(make_handbook(one)) == work(make_handbook(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "Standard Treatment Guidelines: Hospital Level",
            "Standard Treatment Guidelines: Primary Health Care",
        ),
        ("Primary Care 101", "Primary Care 102"),
        ("Formulary, volume 1", "Formulary, volume 2"),
        ("Formulary of one ward, part 1 May 2013", "Formulary of one ward, part 2 May 2013"),
    ],
)
def test_other_titles_are_other_works(one: str, other: str) -> None:
    assert work(make_handbook(one)) != work(make_handbook(other))


def test_one_title_of_two_institutions_is_two_works() -> None:
    title = "Standard Treatment Guidelines"
    books = [
        make_handbook(title, "2010", "Ministry of Health, Fiji"),
        make_handbook(title, "2012", "MoH Ghana"),
    ]
    assert families(books) == []


def test_editions_are_one_work_whatever_the_office_calls_itself() -> None:
    title = "National Tuberculosis Management Guidelines"
    books = [
        make_handbook(title, "2009", "National Department of Health"),
        make_handbook(f"{title} 2014", "2014", "Department of Health"),
    ]
    (family,) = families(books)
    assert family.is_one_work


def test_a_short_title_without_an_institution_may_be_anybodys() -> None:
    books = [make_handbook("Treatment Guidelines", year, "Ministry of Health") for year in ("2009", "2014")]
    assert families(books) == []
    assert families([make_handbook("EDLIZ", year, "MoHCC Zimbabwe") for year in ("2006", "2015")])


def test_a_title_of_a_year_alone_names_no_work() -> None:
    assert work(make_handbook("2014")) is None
    assert families([make_handbook("2014"), make_handbook("2015")]) == []


def test_books_of_one_institution_are_one_family() -> None:
    named = "World Health Organization"
    books = [
        make_handbook("Diet", "2019", named),
        make_handbook("X"),
        make_handbook("Feeding", "2017", named),
    ]
    (family,) = families(books)
    assert family.handbooks == ("Diet 2019", "Feeding 2017")
    assert not family.is_one_work
    assert n_families([book.id for book in books], [family]) == 2


@pytest.mark.parametrize(
    "office", ["", "Ministry of Health", "DEPARTMENT OF HEALTH", "National Department of Health"]
)
def test_an_office_that_many_countries_have_makes_no_family(office: str) -> None:
    assert families([make_handbook("A", "", office), make_handbook("B", "", office)]) == []


def test_families_that_share_a_book_are_one() -> None:
    books = [
        make_handbook("Guide", "2010", "Unit of Cape Town"),
        make_handbook("Guide", "2013", "Unit of Cape Town"),
        make_handbook("Booklet", "2015", "Unit of Cape Town"),
    ]
    (family,) = families(books)
    assert family.handbooks == tuple(book.id for book in books)
    assert not family.is_one_work
    (editions,) = families(books[:2])
    assert editions.is_one_work


@pytest.mark.parametrize(
    ("editions", "latest"),
    [
        (["2009", "2014"], "2014"),
        (["2014-11", "2014-02-01"], "2014-11"),
        (["2014", "2014-05"], None),
        (["2014", ""], None),
        (["2014", "2014"], None),
        ([], None),
    ],
)
def test_the_newest_edition_is_told_only_where_the_dates_tell_it(
    editions: list[str], latest: str | None
) -> None:
    found = newest([make_handbook("Guide", edition) for edition in editions])
    assert found == (HandbookId(f"Guide {latest}") if latest else None)
