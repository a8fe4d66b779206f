from __future__ import annotations

from dataclasses import replace

import pytest

from edgerag.domain.doubts import LONGEST_SURE_TITLE, doubts
from edgerag.domain.handbooks import Handbook, Origin, Stated
from tests.synthetic import make_handbook


def book(
    file_name: str,
    title: str,
    edition: str = "2013",
    *,
    title_from: Origin = Origin.DOCUMENT,
    edition_from: Origin = Origin.DOCUMENT,
) -> Handbook:
    made = make_handbook("x", ["Text."]).handbook
    stated = replace(made.metadata, title=Stated(title, title_from), edition=Stated(edition, edition_from))
    return replace(made, file_name=file_name, metadata=stated)


@pytest.mark.parametrize(
    ("file_name", "title"),
    [
        ("tb-2013.pdf", "National Tuberculosis Management Guidelines"),
        ("antibiotics.pdf", "A pocket guide to antibiotic prescribing"),
        ("ng-nstg-2013.md", "Nigeria Standard Treatment Guidelines"),
        ("who-healthy-diet.pdf", "Healthy diet"),
    ],
)
def test_a_title_that_its_file_is_named_after_is_not_doubted(file_name: str, title: str) -> None:
    assert doubts(book(file_name, title)) == ()


@pytest.mark.parametrize(
    ("file_name", "title", "told"),
    [
        ("pmtct.pdf", "National consolidated guidelines", "no word of the file's name"),
        ("maternity.pdf", "health Guidelines for Maternity Care", "small letter"),
        ("maternity.pdf", "M" + "a" * LONGEST_SURE_TITLE, "long"),
    ],
)
def test_a_title_that_may_be_more_or_less_than_one_is_doubted(file_name: str, title: str, told: str) -> None:
    (doubt,) = doubts(book(file_name, title))
    assert told in doubt


@pytest.mark.parametrize(
    ("edition", "origin", "told"),
    [
        ("2012", Origin.DOCUMENT, "2012 in the document and 2013 in the file's name"),
        ("2013", Origin.FILE_NAME, "only the file's name"),
        ("", Origin.DEFAULT, "no edition"),
    ],
)
def test_an_edition_for_which_the_document_does_not_speak_alone_is_doubted(
    edition: str, origin: Origin, told: str
) -> None:
    (doubt,) = doubts(book("maternity-2013.pdf", "Maternity", edition, edition_from=origin))
    assert told in doubt


@pytest.mark.parametrize(
    ("title", "collection", "is_doubted"),
    [
        ("Maternity Guidelines", "guideline", False),
        ("Maternity", "guideline", True),
        ("Maternity Guidelines and Medicines List", "guideline", True),
        ("Maternity", "", False),
    ],
)
def test_a_collection_that_the_title_does_not_tell_alone_is_doubted(
    title: str, collection: str, is_doubted: bool
) -> None:
    made = book("maternity-2013.pdf", title)
    for origin, expected in ((Origin.DOCUMENT, is_doubted), (Origin.PERSON, False)):
        known = replace(made.metadata, collection=Stated(collection, origin))
        assert any("collection" in doubt for doubt in doubts(replace(made, metadata=known))) is expected


def test_what_a_person_stated_is_not_doubted() -> None:
    stated = book("2013.pdf", "x" * 200, "2001", title_from=Origin.PERSON, edition_from=Origin.PERSON)
    assert doubts(stated) == ()
    assert doubts(book("scan.pdf", "scan", title_from=Origin.FILE_NAME))[0].startswith(
        "the title is the file"
    )


def test_a_line_that_the_files_name_led_to_is_said_to_be_one() -> None:
    (doubt,) = doubts(book("maternity.pdf", "Maternity Care in Clinics", title_from=Origin.FILE_NAME))
    assert doubt == "the title is a line with the file's name in it"
