from __future__ import annotations

import zipfile
from pathlib import Path

import docx
import pytest

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
