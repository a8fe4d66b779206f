from __future__ import annotations

import pytest

from edgerag.ingest.pdf_headings import OutlineEntry, Paragraphs, find_headings, lettering_of
from edgerag.ingest.pdf_layout import Line
from tests.unit.ingest.conftest import fragment

BODY = "Give oxygen to every patient with signs of shock and call for help."


def paragraph(text: str, *, size: float = 10, bold: bool = False) -> list[Line]:
    return [Line([fragment(text, 60, 100, size=size, bold=bold)])]


def page(*headings: list[Line]) -> Paragraphs:
    """Set each heading over body text."""
    return [each for heading in headings for each in (heading, *[paragraph(BODY)] * 6)]


def found(pages: list[Paragraphs], *outline: OutlineEntry) -> dict[str, int]:
    levels = find_headings(pages, outline)
    return {pages[at][index][0].text: level for (at, index), level in levels.items()}


def test_larger_is_higher_and_bold_is_below_it() -> None:
    pages = [
        page(paragraph(f"{name} chapter", size=18), paragraph(f"{name} section", bold=True))
        for name in ("Fever", "Cough", "Burns")
    ]
    levels = found(pages)
    assert len(levels) == 6
    assert levels["Fever chapter"] == levels["Burns chapter"] < levels["Fever section"]


def test_numbers_order_headings_of_one_style() -> None:
    levels = found([page(paragraph("2 Fever", bold=True), paragraph("2.1 Malaria", bold=True))])
    assert levels["2 Fever"] < levels["2.1 Malaria"]


@pytest.mark.parametrize(
    "text", ["Give oxygen at once.", "Note:", "• Keep warm", "or", "12 34 56", "fever 12"]
)
def test_bold_text_that_is_no_title_is_no_heading(text: str) -> None:
    assert found([page(paragraph(text, bold=True), paragraph("Fever", bold=True))]) == {"Fever": 0}


def test_a_table_of_contents_has_no_headings() -> None:
    contents = [paragraph(f"Chapter {letter} .... 1{n}", bold=True) for n, letter in enumerate("ABCDEFG")]
    assert found([[*contents, paragraph("Thanks", bold=True)], [paragraph(BODY)] * 30]) == {}


def test_the_outline_decides_and_other_headings_are_below_it() -> None:
    pages = [
        page(paragraph("1. Malaria")),
        page(paragraph("Severe malaria")),
        page(paragraph("Rash", bold=True)),
    ]
    levels = found(pages, OutlineEntry(0, "Malaria", 0), OutlineEntry(1, "SEVERE MALARIA", 1))
    assert (levels["1. Malaria"], levels["Severe malaria"]) == (0, 1)
    assert levels["Rash"] > 1


def test_an_outline_that_is_not_on_its_pages_does_not_count() -> None:
    entries = [OutlineEntry(0, f"Slide {n}", 0) for n in range(5)] + [OutlineEntry(0, "Nowhere", 99)]
    pages = [page(paragraph("Malaria"), paragraph("Fever", bold=True))]
    assert found(pages, OutlineEntry(0, "Malaria", 0), *entries) == {"Fever": 0}


def test_style_is_that_of_the_longest_piece() -> None:
    mixed = [Line([fragment("1", 60, 100, size=20), fragment("FEVER", 80, 100, size=12.1, bold=True)])]
    assert lettering_of(mixed) == lettering_of(paragraph("COUGH", size=12, bold=True))
