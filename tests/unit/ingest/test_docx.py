from __future__ import annotations

import zipfile
from pathlib import Path

import docx
import docx.document
import pytest
from docx.oxml import OxmlElement
from docx.table import Table

from edgerag.errors import IngestError
from edgerag.ingest.docx import read_docx
from tests.unit.ingest.conftest import outline


def test_docx_gives_headings_lists_and_tables_in_order(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_heading("Clinic Handbook", 0)
    document.add_heading("Fever", 1)
    document.add_paragraph("Give paracetamol.")
    document.add_paragraph("Keep cool", style="List Bullet")
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip(
        [*table.rows[0].cells, *table.rows[1].cells], ["Age", "Dose", "5", "250 mg"], strict=True
    ):
        cell.text = text
    document.add_paragraph("After the table.")
    path = tmp_path / "book.docx"
    document.save(str(path))
    assert outline(read_docx(path)) == [
        ("heading", 1, "Clinic Handbook"),
        ("heading", 2, "Fever"),
        ("paragraph", 0, "Give paracetamol."),
        ("paragraph", 0, "- Keep cool"),
        ("row", 0, "Age | Dose"),
        ("row", 0, "5 | 250 mg"),
        ("paragraph", 0, "After the table."),
    ]


def test_merged_cell_is_said_once(tmp_path: Path) -> None:
    document = docx.Document()
    table = document.add_table(rows=2, cols=3)
    table.cell(0, 0).merge(table.cell(0, 2)).text = "Paracetamol"
    for cell, text in zip(table.rows[1].cells, ("adult", "1 g", "every 6 hours"), strict=True):
        cell.text = text
    path = tmp_path / "book.docx"
    document.save(str(path))
    assert [text for _, _, text in outline(read_docx(path))] == ["Paracetamol", "adult | 1 g | every 6 hours"]


def test_properties_are_those_of_the_file(tmp_path: Path) -> None:
    document = docx.Document()
    document.core_properties.title = "Clinic Handbook"
    document.core_properties.author = "Ministry of Health"
    document.core_properties.language = "fr-FR"
    document.add_heading("Fever", 1)
    path = tmp_path / "book.docx"
    document.save(str(path))
    said = read_docx(path).properties
    assert (said.title, said.author, said.language) == ("Clinic Handbook", "Ministry of Health", "fr")
    assert said.large_text == ("Fever",)


def test_old_word_and_encrypted_files_are_told_from_damaged_ones(tmp_path: Path) -> None:
    path = tmp_path / "book.docx"
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512))
    with pytest.raises(IngestError, match="encrypted, or an old"):
        read_docx(path)
    path.write_bytes(b"PK\x03\x04 and then nothing")
    with pytest.raises(IngestError, match="damaged or incomplete"):
        read_docx(path)


def test_an_archive_without_a_document_is_another_kind_of_file(tmp_path: Path) -> None:
    path = tmp_path / "book.docx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("sheet.xml", "<a/>")
    with pytest.raises(IngestError, match="another kind of file"):
        read_docx(path)


def test_a_document_that_defines_entities_is_refused(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("Give DOSE now.")
    whole, trap = tmp_path / "whole.docx", tmp_path / "trap.docx"
    document.save(str(whole))
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(trap, "w") as target:
        for member in source.infolist():
            content = source.read(member)
            if member.filename == "word/document.xml":
                head, mark, rest = content.partition(b"?>")
                content = (
                    head + mark + b'<!DOCTYPE w [<!ENTITY dose "10 mg">]>' + rest.replace(b"DOSE", b"&dose;")
                )
            target.writestr(member, content)
    with pytest.raises(IngestError, match="entities of its own"):
        read_docx(trap)


def filled(document: docx.document.Document, *rows: tuple[str, ...]) -> Table:
    table = document.add_table(rows=len(rows), cols=len(rows[0]))
    for row, texts in zip(table.rows, rows, strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    return table


def texts_of(document: docx.document.Document, path: Path) -> list[str]:
    document.save(str(path))
    return [text for _, _, text in outline(read_docx(path))]


def test_an_empty_cell_keeps_its_column(tmp_path: Path) -> None:
    document = docx.Document()
    filled(
        document,
        ("Medicine", "Adult dose", "Child dose"),
        ("zinc", "", "20 mg"),
        ("quinine", "600 mg", ""),
        ("", "", ""),
    )
    assert texts_of(document, tmp_path / "book.docx") == [
        "Medicine | Adult dose | Child dose",
        "zinc | – | 20 mg",
        "quinine | 600 mg | –",
    ]


def test_merged_cells_are_filled(tmp_path: Path) -> None:
    document = docx.Document()
    table = filled(document, ("Medicine", "Dose", ""), ("", "Adult", "Child"), ("zinc", "20 mg", "10 mg"))
    table.cell(0, 0).merge(table.cell(1, 0))
    table.cell(0, 1).merge(table.cell(0, 2))
    assert texts_of(document, tmp_path / "book.docx") == [
        "Medicine | Dose | Dose",
        "Medicine | Adult | Child",
        "zinc | 20 mg | 10 mg",
    ]


def test_a_span_out_of_all_measure_does_no_harm(tmp_path: Path) -> None:
    document = docx.Document()
    table = filled(document, ("Age", "Dose"), ("5", "250 mg"))
    table.cell(0, 1)._tc.grid_span = 2_000_000_000
    assert texts_of(document, tmp_path / "book.docx") == ["Age | Dose", "5 | 250 mg"]


def test_a_table_in_a_cell_stays_in_its_row(tmp_path: Path) -> None:
    document = docx.Document()
    table = filled(document, ("Case", "Fluid"), ("Shock", "Give at once:"), ("Fever", "none"))
    inner = table.cell(1, 1).add_table(rows=2, cols=2)
    for cell, text in zip(inner._cells, ("adult", "1 L", "child", "20 mL/kg"), strict=True):
        cell.text = text
    innermost = inner.cell(1, 1).add_table(rows=1, cols=1)
    innermost.cell(0, 0).text = "at most 1 L"
    assert texts_of(document, tmp_path / "book.docx") == [
        "Case | Fluid",
        "Shock | Give at once: adult 1 L; child 20 mL/kg at most 1 L",
        "Fever | none",
    ]


def test_a_table_in_a_cell_that_is_all_of_its_row_is_a_table_of_its_own(tmp_path: Path) -> None:
    document = docx.Document()
    outer = document.add_table(rows=1, cols=1)
    outer.cell(0, 0).text = "Doses"
    inner = outer.cell(0, 0).add_table(rows=2, cols=2)
    for cell, text in zip(inner._cells, ("Age", "Dose", "5", "250 mg"), strict=True):
        cell.text = text
    assert texts_of(document, tmp_path / "book.docx") == ["Doses", "Age | Dose", "5 | 250 mg"]
    (page,) = read_docx(tmp_path / "book.docx").pages
    assert [block.table for block in page.blocks] == [1, 2, 2]


def test_a_table_in_a_cell_is_told_with_the_names_that_are_repeated_on_every_page(tmp_path: Path) -> None:
    document = docx.Document()
    table = filled(document, ("Case", "Vaccine"), ("Tetanus", ""))
    inner = table.cell(1, 1).add_table(rows=2, cols=2)
    for cell, text in zip(inner._cells, ("Who", "Where", "adult", "arm"), strict=True):
        cell.text = text
    inner.rows[0]._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
    assert texts_of(document, tmp_path / "book.docx") == [
        "Case | Vaccine",
        "Tetanus | Who: adult, Where: arm",
    ]


def test_a_table_beside_a_cell_from_above_stays_in_its_row(tmp_path: Path) -> None:
    document = docx.Document()
    table = filled(document, ("Shock", "now"), ("", ""))
    table.cell(0, 0).merge(table.cell(1, 0))
    inner = table.cell(1, 1).add_table(rows=2, cols=2)
    for cell, text in zip(inner._cells, ("adult", "1 L", "child", "20 mL/kg"), strict=True):
        cell.text = text
    assert texts_of(document, tmp_path / "book.docx") == ["Shock | now", "Shock | adult 1 L; child 20 mL/kg"]


@pytest.mark.parametrize(
    ("before", "raised", "after", "written"),
    [
        ("Give 1", "2", " g", "Give 1 (²) g"),
        ("50 x 10", "9", "/L", "50 x 10⁹/L"),
        ("paracetamol", "3", " 1 g", "paracetamol3 1 g"),
    ],
)
def test_a_raised_run_joins_no_number(
    tmp_path: Path, before: str, raised: str, after: str, written: str
) -> None:
    document = docx.Document()
    marked = document.add_paragraph(before)
    marked.add_run(raised).font.superscript = True
    marked.add_run(after)
    assert texts_of(document, tmp_path / "book.docx") == [written]
