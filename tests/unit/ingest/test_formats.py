from __future__ import annotations

from pathlib import Path

import docx
import pytest

from edgerag.domain.handbooks import Origin
from edgerag.errors import IngestError
from edgerag.ingest.assemble import assemble
from edgerag.ingest.blocks import Draft
from edgerag.ingest.discover import discover
from edgerag.ingest.docx import read_docx
from edgerag.ingest.encodings import decode
from edgerag.ingest.html import read_html
from edgerag.ingest.markdown import read_markdown
from edgerag.ingest.text import read_text


def outline(draft: Draft) -> list[tuple[str, int, str]]:
    return [(block.kind.value, block.level, block.text) for page in draft.pages for block in page.blocks]


def test_markdown_loses_its_markup_and_takes_pages_from_comments(tmp_path: Path) -> None:
    path = tmp_path / "book.md"
    path.write_text(
        "# Book\n\n<!-- page 9 -->\n\n## Fever\n\nGive **1 g** of _paracetamol_.\n\n- one\n- two\n\n"
        "| Age | Dose |\n|---|---|\n| 5 | 250 mg |\n"
    )
    draft = read_markdown(path)
    assert [page.number for page in draft.pages] == [None, 9]
    assert outline(draft) == [
        ("heading", 1, "Book"),
        ("heading", 2, "Fever"),
        ("paragraph", 0, "Give 1 g of paracetamol."),
        ("paragraph", 0, "- one"),
        ("paragraph", 0, "- two"),
        ("row", 0, "Age | Dose"),
        ("row", 0, "5 | 250 mg"),
    ]


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


def test_html_drops_scripts_and_resolves_no_entities(tmp_path: Path) -> None:
    path = tmp_path / "book.html"
    path.write_text(
        '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">]>'
        "<html><head><title>Clinic book</title></head>"
        "<body><h1>Fever</h1><script>alert(1)</script><p>Give <b>1 g</b> &b; now.</p>"
        "<ul><li>one</li></ul>"
        "<table><tr><th>Age</th><th>Dose</th></tr>"
        "<tr><td>5</td><td>250 mg</td></tr></table>"
    )
    found = outline(read_html(path))
    assert ("heading", 1, "Fever") in found
    assert ("row", 0, "5 | 250 mg") in found
    assert not any("alert" in text or "lollol" in text for _, _, text in found)


def test_deeply_nested_html_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "deep.html"
    path.write_text("<html><body>" + "<div>" * 20_000 + "deep text" + "</div>" * 20_000)
    try:
        draft = read_html(path)
    except IngestError:
        return
    assert len(outline(draft)) <= 1


def test_text_headings_by_capitals_numbers_and_underlines(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text(
        "Clinic book\n===========\n\nFEVER AND COUGH\n\nGive fluids.\n\n2.1 Danger signs\n\nRefer at once.\n"
    )
    assert outline(read_text(path)) == [
        ("heading", 1, "Clinic book"),
        ("heading", 2, "FEVER AND COUGH"),
        ("paragraph", 0, "Give fluids."),
        ("heading", 4, "2.1 Danger signs"),
        ("paragraph", 0, "Refer at once."),
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "gb18030"])
def test_chinese_is_decoded_whatever_its_encoding(encoding: str) -> None:
    text = (
        "Adult dose: 成人过敏性休克应立即肌肉注射肾上腺素。The rest is plain English text of the same page.\n"
        * 3
    )
    assert decode(text.encode(encoding)) == text


def test_western_text_in_one_byte_is_decoded() -> None:
    assert (
        decode("Température ≥ 38 °C: fièvre".replace("≥", ">").encode("cp1252"))
        == "Température > 38 °C: fièvre"
    )


def test_metadata_comes_from_the_document_before_the_file_name(tmp_path: Path) -> None:
    path = tmp_path / "clinic-book-1999.md"
    path.write_text(
        "# Primary Care Handbook for Clinics\n\nMinistry of Health, Malawi\n\n"
        "Third edition, November 2019\n\n"
        "The dose of the drug is in the table and it is to be given with food.\n"
    )
    metadata = assemble(path, chunk_words=160, overlap_words=32).handbook.metadata
    assert metadata.title.value == "Primary Care Handbook for Clinics"
    assert metadata.institution.value == "Ministry of Health, Malawi"
    assert (metadata.edition.value, metadata.edition.origin) == ("2019-11", Origin.DOCUMENT)
    assert metadata.language.value == "en"


def test_folders_are_searched_and_other_files_named(tmp_path: Path) -> None:
    for name in ("b.pdf", "a.md", "photo.jpg", ".hidden.md"):
        (tmp_path / name).touch()
    found = discover([tmp_path, tmp_path / "*.md"])
    assert [path.name for path in found.files] == ["a.md", "b.pdf"]
    assert [path.name for path in found.unsupported] == ["photo.jpg"]
    with pytest.raises(IngestError, match="no such file"):
        discover([tmp_path / "missing.pdf"])
