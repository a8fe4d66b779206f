from __future__ import annotations

import zipfile
from pathlib import Path

from lxml import etree

from edgerag.ingest.xlsx_book import Sheet, Text, is_on, read_book, text_of
from tests.workbooks import write_xlsx


def test_a_book_lists_its_sheets_and_shared_texts(tmp_path: Path) -> None:
    path = write_xlsx(
        tmp_path / "a.xlsx",
        {"Shelf": "", "Old": ""},
        shared=["<t>zinc</t>"],
        states={"Old": "hidden"},
        date1904=True,
    )
    with zipfile.ZipFile(path) as archive:
        book = read_book(archive)
    assert book.sheets == (
        Sheet("Shelf", "xl/worksheets/sheet1.xml", is_hidden=False),
        Sheet("Old", "xl/worksheets/sheet2.xml", is_hidden=True),
    )
    assert book.texts == (Text("zinc"),)
    assert book.since_1904


def test_a_text_in_runs_loses_what_is_struck_out_and_how_it_is_read_aloud() -> None:
    item = etree.fromstring(
        "<si><r><t>5 mg</t></r><r><rPr><strike/></rPr><t>50 mg</t></r>"
        '<r><rPr><strike val="0"/></rPr><t> daily</t></r><rPh><t>aloud</t></rPh></si>'
    )
    assert text_of(item) == Text("5 mg daily", "50 mg")


def test_an_attribute_says_yes_in_several_ways() -> None:
    assert [is_on(value) for value in ("1", "true", "0", "false", None)] == [True, True, False, False, False]
