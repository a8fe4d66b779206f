from __future__ import annotations

from dataclasses import replace

import pytest

from edgerag.domain.handbooks import Handbook, Origin, Stated
from edgerag.summarise.editions import are_editions, newer_edition, replaced_by
from tests.synthetic import make_handbook


def titled(title: str, edition: str) -> Handbook:
    book = make_handbook(title, ["Text."]).handbook
    return replace(book, metadata=replace(book.metadata, edition=Stated(edition, Origin.DOCUMENT)))


def test_editions_have_one_title_and_two_dates() -> None:
    old, new = titled("ART guideline 2013", "2013"), titled("ART guideline 2019", "2019-11")
    assert are_editions(old, new)
    assert not are_editions(old, titled("Malaria handbook", "2019"))
    assert not are_editions(old, old)


def published(book: Handbook, institution: str) -> Handbook:
    return replace(book, metadata=replace(book.metadata, institution=Stated(institution, Origin.DOCUMENT)))


def test_an_older_edition_has_the_same_title_but_for_what_tells_the_edition() -> None:
    new = titled("National Tuberculosis Guidelines, 2nd edition (revised May 2014)", "2014-05")
    old = titled("National tuberculosis guidelines 2009", "2009")
    assert replaced_by(new, [old, new]) == [old]
    assert replaced_by(old, [old, new]) == []


@pytest.mark.parametrize(
    ("title", "other"),
    [
        ("Nigeria Standard Treatment Guidelines 2022", "Zambia Standard Treatment Guidelines 2017"),
        (
            "Standard Treatment Guidelines Hospital Level Adults 2012",
            "Standard Treatment Guidelines Primary Health Care Level 2008",
        ),
        (
            "Standard Treatment Guidelines and Essential Medicines List 2022",
            "Standard Treatment Guidelines 2008",
        ),
        ("2022", "2008"),
    ],
)
def test_titles_that_are_only_alike_are_no_editions_of_one_work(title: str, other: str) -> None:
    assert not are_editions(titled(title, "2022"), titled(other, "2008"))
    assert replaced_by(titled(title, "2022"), [titled(other, "2008")]) == []


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Lab Manual Volume 1", "Lab Manual Volume 2"),
        ("Lab Manual Volume I, 2008", "Lab Manual Volume II, 2022"),
        ("Lab Manual Part 1 (2008)", "Lab Manual Part 2 (2022)"),
        ("Lab Manual, first part", "Lab Manual, second part"),
        ("Book 3: Burns", "Book 4: Burns"),
        ("Training module 1", "Training module 2"),
        ("Nursing care, level 4", "Nursing care, level 5"),
        ("Stock ward 1", "Stock ward 2"),
        ("PC101", "PC102"),
        ("HIV 101 2nd edition", "HIV 201 2nd edition"),
    ],
)
def test_no_part_of_a_work_replaces_another_part(older: str, newer: str) -> None:
    one, two = titled(older, "2008"), titled(newer, "2022")
    assert not are_editions(one, two)
    assert replaced_by(two, [one]) == []
    assert newer_edition(one, [one, two]) is None


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Lab Manual Volume 1", "Lab Manual Volume 1 (2nd edition)"),
        ("Lab Manual Part 2, 2008", "The Lab Manual, Part 2, revised 2022"),
        ("PC101 v3", "PC101 v4"),
        ("HIV 101 version 2.1", "HIV 101, version 3"),
        ("South African ART Guidelines 2013", "2019 South African ART Guidelines (version 28 Apr 2020)"),
        ("Burns Guide: third edition", "Burns Guide, 4th fully revised edition"),
        ("Stock list 2026-01-15", "Stock list 2026-02-15"),
    ],
)
def test_a_part_is_replaced_by_its_own_newer_edition(older: str, newer: str) -> None:
    one, two = titled(older, "2008"), titled(newer, "2022")
    assert replaced_by(two, [one]) == [one]
    assert newer_edition(one, [one, two]) == two


def test_nothing_is_replaced_by_what_somebody_else_published_or_what_has_no_date() -> None:
    new, old = titled("Clinical Guidelines 2020", "2020"), titled("Clinical Guidelines 2010", "2010")
    assert replaced_by(published(new, "Ministry of Health, Zambia"), [published(old, "MSF")]) == []
    assert replaced_by(
        published(new, "Department of Health, Republic"), [published(old, "department of health")]
    )
    assert replaced_by(published(new, "MSF"), [old]) == [old]
    assert replaced_by(new, [titled("Clinical Guidelines", "")]) == []
    assert replaced_by(titled("Clinical Guidelines", ""), [old]) == []


def test_the_newest_edition_of_a_work_is_given_if_it_is_newer_as_far_as_the_dates_tell() -> None:
    old, middle, new = (titled(f"ART guideline {year}", year) for year in ("2013", "2015", "2019-11"))
    other = titled("Malaria handbook", "2020")
    assert newer_edition(old, [new, middle, old, other]) == new
    assert newer_edition(new, [new, middle, old, other]) is None
    assert newer_edition(other, [new, middle, old, other]) is None
    assert newer_edition(titled("ART guideline", "2019"), [new]) is None
