from __future__ import annotations

from dataclasses import replace

import pytest

from edgerag.domain.handbooks import Handbook, Origin, Page, Stated
from edgerag.present.handbooks import (
    COLUMNS,
    added_sentence,
    details,
    extent,
    no_text_sentence,
    origin,
    pages_or_parts,
    problem_lines,
    shared_sentence,
    state,
    table,
)
from edgerag.present.lines import cells, plain
from tests.unit.present.conftest import Builder


@pytest.fixture
def books() -> list[Handbook]:
    make = Builder()
    return [
        replace(make.handbook("Primary Care 101, a guide for adults of every age", "2013"), problems=()),
        make.handbook("[bold]Tropen\x1b[31m medicine[/bold]", "2019-11-18"),
    ]


@pytest.mark.parametrize("width", [40, 79, 99, 119, 159])
def test_the_table_fits_and_the_title_takes_what_is_left(books: list[Handbook], width: int) -> None:
    headers, rows = table(books, (), width)
    assert headers[0] == "Title"
    assert set(headers) <= set(COLUMNS)
    widest = [max(cells(cell) for cell in column) for column in zip(headers, *rows, strict=True)]
    assert sum(widest) + 2 * len(widest) == width
    assert not any("\x1b" in cell for row in rows for cell in row)


def test_a_wide_table_has_every_column_and_a_narrow_one_what_is_needed_most(books: list[Handbook]) -> None:
    assert table(books, (), 200)[0] == COLUMNS
    assert {"Title", "State", "Edition"} <= set(table(books, (), 60)[0])


def test_a_column_in_which_no_handbook_has_anything_comes_last(books: list[Handbook]) -> None:
    assert "Collection" not in table(books, (), 119)[0]
    assert "Passages" in table(books, (), 119)[0]


def test_the_state_is_told_in_words(books: list[Handbook]) -> None:
    fine, troubled = books
    assert (state(fine, ()), state(troubled, ()), state(fine, {fine.id})) == (
        "ready",
        "1 problem",
        "re-index",
    )


def test_a_doubt_is_told_beside_problems_and_first_of_all_details(books: list[Handbook]) -> None:
    metadata = replace(books[1].metadata, edition=Stated("", Origin.DEFAULT))
    doubtful = replace(books[1], metadata=metadata)
    assert state(doubtful, ()) == "to check, 1 problem"
    text = plain(details(doubtful, (), 80))
    assert text.index("? no edition was found") < text.index("! page 9 has no text layer")


def test_a_handbook_without_pages_is_as_long_as_its_parts(books: list[Handbook]) -> None:
    fine, parted = books
    counts = {fine.id: 1, parted.id: 0}
    assert extent(fine, counts) == "1 page"
    assert extent(parted, counts) == f"{parted.n_pages} parts"
    assert extent(parted, {}) == f"{parted.n_pages} pages"
    assert pages_or_parts(3, None) == "3 pages or parts"
    headers, rows = table(books, (), 200, counts)
    assert [row[headers.index("Pages")] for row in rows] == ["1", f"{parted.n_pages} parts"]


def test_details_tell_problems_with_what_to_do(books: list[Handbook]) -> None:
    text = plain(details(books[1], (), 80))
    assert "[bold]Tropen<U+001B>[31m medicine[/bold]" in text
    assert "! page 9 has no text layer" in text
    assert "text recognition (OCR)" in text
    assert "Collection: not known" in text
    assert "must be indexed again" in plain(details(books[0], {books[0].id}, 80))
    assert "cannot be removed" not in text
    assert "It cannot be removed: because." in plain(details(books[0], (), 80, "because"))
    assert "Nothing can be imported: because." in plain(details(books[0], (), 80, closed="because"))


def test_details_tell_who_signed_what_was_imported(books: list[Handbook]) -> None:
    assert "Imported" not in plain(details(books[0], (), 80))
    assert "Imported; signed by nobody." in plain(details(replace(books[0], signed_by="nobody"), (), 80))


def test_all_that_is_wrong_is_listed(books: list[Handbook]) -> None:
    failed = {"x\x1b.pdf": ("x.pdf: the PDF is damaged", "copy it again")}
    text = plain(problem_lines(failed, ["photo.jpg"], ["/books/y.pdf"], books, 80))
    for said in ("! x<U+001B>.pdf", "copy it again", "photo.jpg", "/books/y.pdf", "page 9"):
        assert said in text
    assert plain(problem_lines({}, [], [], books[:1], 80)) == "Nothing is wrong.\n"


def test_how_adding_ended_is_one_sentence() -> None:
    assert added_sentence(3, 0, 0, 0) == "3 handbooks added."
    assert added_sentence(1, 2, 1, 0) == (
        "1 handbook added, 2 handbooks in the library already, 1 file could not be added. See Problems."
    )
    assert added_sentence(0, 0, 0, 0) == "No handbook was added."


def test_every_origin_is_told() -> None:
    assert len({origin(Stated("", kind)) for kind in Origin}) == len(Origin)


def test_an_authority_that_nobody_gave_is_told_where_it_can_be_given(books: list[Handbook]) -> None:
    book, ranked = books
    book = replace(book, metadata=replace(book.metadata, authority=Stated("medium", Origin.DEFAULT)))
    assert "Authority: not ranked" in plain(details(book, (), 80))
    assert "Authority: medium" in plain(details(ranked, (), 80))
    headers, rows = table([book, ranked], (), 200)
    assert [row[headers.index("Authority")] for row in rows] == ["", "medium"]


def test_shared_text_is_told_as_a_share_of_the_shorter_handbook() -> None:
    assert shared_sentence(0.834) == "83% of the passages of the shorter one share text with the other"


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (4, "page 4 has no text: pages 1, 3-5 have no text layer (pictures only)"),
        (12, "page 12 has no text: text that is hidden is left out: pages 2, 12"),
        (2, "page 2 has no text: text that is hidden is left out: pages 2, 12"),
        (6, "page 6 has no text: it may be a picture; open the original to see it"),
        (None, "part 1 has no text: it may be a picture; open the original to see it"),
    ],
)
def test_of_a_page_without_text_is_told_what_is_known_of_that_page(
    books: list[Handbook], number: int | None, told: str
) -> None:
    problems = (
        "pages 1, 3-5 have no text layer (pictures only)",
        "text that is hidden is left out: pages 2, 12",
    )
    page = Page(number or 1, number, "", 0, "")
    assert no_text_sentence(replace(books[0], problems=problems), page) == told
