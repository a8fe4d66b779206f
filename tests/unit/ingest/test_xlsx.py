from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from edgerag.errors import IngestError
from edgerag.ingest.assemble import assemble
from edgerag.ingest.xlsx import read_xlsx
from tests.unit.ingest.conftest import outline
from tests.workbooks import rows_xml, write_xlsx

LIST = rows_xml([["Medicine", "Form", "Dose in mg"], ["zinc", "tablet", 20], ["iron", "tablet", 60]])
HEAD = rows_xml([["Medicine", "Dose", "Note"]])
STRUCK = '<fonts><font/><font><strike/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs>'


def texts(path: Path) -> list[str]:
    return [text for _, _, text in outline(read_xlsx(path))]


def test_each_sheet_is_a_section_and_each_row_names_its_columns(tmp_path: Path) -> None:
    path = write_xlsx(tmp_path / "a.xlsx", {"Shelf": LIST, "Fridge": LIST})
    assert texts(path)[:4] == [
        "Shelf",
        "Row 1 | Medicine | Form | Dose in mg",
        "Row 2 | Medicine: zinc | Form: tablet | Dose in mg: 20",
        "Row 3 | Medicine: iron | Form: tablet | Dose in mg: 60",
    ]
    parsed = assemble(path, chunk_words=160, overlap_words=32)
    assert [section.path[-1] for section in parsed.sections] == ["Shelf", "Fridge"]
    assert (parsed.handbook.media_type, parsed.handbook.problems) == ("xlsx", ())


def test_a_formula_gives_its_stored_result_and_one_without_is_told(tmp_path: Path) -> None:
    rows = HEAD + (
        '<row r="2"><c r="A2" t="inlineStr"><is><t>zinc</t></is></c><c r="B2"><f>10*2</f><v>20</v></c></row>'
        '<row r="3"><c r="A3" t="inlineStr"><is><t>iron</t></is></c><c r="B3"><f>B2*3</f></c></row>'
        '<row r="4"><c r="A4" t="inlineStr"><is><t>ORS</t></is></c><c r="B4" t="e"><v>#REF!</v></c></row>'
    )
    path = write_xlsx(tmp_path / "a.xlsx", {"S": rows})
    assert texts(path)[2:] == [
        "Row 2 | Medicine: zinc | Dose: 20",
        "Row 3 | Medicine: iron | Dose: =B2*3 (not computed)",
        "Row 4 | Medicine: ORS | Dose: #REF!",
    ]
    told = read_xlsx(path).problems
    assert told[-2].startswith('sheet "S": row 3 has a formula without its result')
    assert told[-1] == 'sheet "S": row 4 has an error in place of a value, such as #REF!'


@pytest.mark.parametrize(
    "cell",
    [
        '<c r="B3"><f>B2*C2</f><v></v></c>',
        '<c r="B3"><f>B2*C2</f><v/></c>',
        '<c r="B3" t="b"><f>B2*C2</f><v/></c>',
        '<c r="B3" t="str"><f>B2*C2</f></c>',
    ],
)
def test_a_formula_with_an_empty_result_is_not_computed(cell: str, tmp_path: Path) -> None:
    rows = HEAD + f'<row r="3"><c r="A3" t="inlineStr"><is><t>iron</t></is></c>{cell}</row>'
    path = write_xlsx(tmp_path / "a.xlsx", {"S": rows})
    assert texts(path)[-1] == "Row 3 | Medicine: iron | Dose: =B2*C2 (not computed)"
    assert any("row 3 has a formula without its result" in problem for problem in read_xlsx(path).problems)


@pytest.mark.parametrize("to_be_computed", [False, True])
def test_a_nought_is_no_result_where_the_workbook_asks_to_be_computed(
    to_be_computed: bool, tmp_path: Path
) -> None:
    rows = HEAD + '<row r="3"><c r="A3" t="inlineStr"><is><t>iron</t></is></c>'
    rows += '<c r="B3"><f>B2*C2</f><v>0</v></c><c r="C3"><v>0</v></c></row>'
    path = write_xlsx(tmp_path / "a.xlsx", {"S": rows}, to_be_computed=to_be_computed)
    dose = "=B2*C2 (not computed)" if to_be_computed else "0"
    assert f"Dose: {dose}" in texts(path)[-1]
    assert texts(path)[-1].endswith(": 0")


def test_a_formula_whose_result_is_an_empty_text_says_nothing(tmp_path: Path) -> None:
    rows = HEAD + '<row r="3"><c r="A3" t="inlineStr"><is><t>iron</t></is></c>'
    rows += '<c r="B3" t="str"><f>IF(1,"")</f><v></v></c><c r="C3" t="b"><v/></c></row>'
    path = write_xlsx(tmp_path / "a.xlsx", {"S": rows})
    assert texts(path)[-1] == "Row 3 | Medicine: iron"
    assert not any("formula" in problem for problem in read_xlsx(path).problems)


def test_a_number_format_that_cannot_be_followed_is_told_and_gives_no_unit(tmp_path: Path) -> None:
    styles = (
        '<numFmts><numFmt numFmtId="164" formatCode="[&lt;1]0&quot; g&quot;"/></numFmts>'
        '<cellXfs><xf/><xf numFmtId="164"/></cellXfs>'
    )
    rows = HEAD + '<row r="2"><c r="A2" t="inlineStr"><is><t>zinc</t></is></c><c r="B2" s="1"><v>0.5</v></c>'
    rows += (
        '</row><row r="3"><c r="A3" t="inlineStr"><is><t>iron</t></is></c><c r="B3" s="1"><v>5</v></c></row>'
    )
    path = write_xlsx(tmp_path / "a.xlsx", {"S": rows}, styles=styles)
    assert texts(path)[-2:] == [
        "Row 2 | Medicine: zinc | Dose: 0.5 g",
        "Row 3 | Medicine: iron | Dose: 5",
    ]
    (told,) = (problem for problem in read_xlsx(path).problems if "number format" in problem)
    assert told.startswith('sheet "S": the number format [<1]0" g" cannot be followed')


def test_what_is_struck_out_or_hidden_is_no_dose(tmp_path: Path) -> None:
    rows = HEAD + (
        '<row r="2"><c r="A2" t="inlineStr"><is><t>zinc</t></is></c><c r="B2" s="1"><v>999</v></c></row>'
        '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3"><v>60</v></c></row>'
        '<row r="4" hidden="1"><c r="A4" t="inlineStr"><is><t>quinine</t></is></c></row>'
        '<row r="5"><c r="A5" t="inlineStr"><is><t>ORS</t></is></c>'
        '<c r="C5" t="inlineStr"><is><t>secret</t></is></c></row>'
    )
    path = write_xlsx(
        tmp_path / "a.xlsx",
        {"Shelf": rows, "Old": LIST},
        before='<cols><col min="3" max="3" hidden="1"/></cols>',
        styles=STRUCK,
        shared=["<r><t>iron</t></r><r><rPr><strike/></rPr><t> 500 mg</t></r>"],
        states={"Old": "veryHidden"},
    )
    assert texts(path)[2:] == [
        "Row 2 | Medicine: zinc",
        "Row 3 | Medicine: iron | Dose: 60",
        "Row 5 | Medicine: ORS",
    ]
    assert read_xlsx(path).problems == (
        'text that is struck out is left out: under "Shelf"',
        'text that is hidden is left out: under "Shelf", under "Old"',
    )


def test_merged_cells_hold_for_all_their_rows_and_columns(tmp_path: Path) -> None:
    rows = rows_xml(
        [
            ["Medicine", "Dose", "", "Note"],
            ["", "Adult", "Child", ""],
            ["amoxicillin", "500 mg", "250 mg", "x"],
            ["", "1 g", "", "severe"],
            ["ANTIMALARIALS"],
            ["quinine", "600 mg", "", ""],
        ]
    )
    merged = '<mergeCells count="5"><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/><mergeCell ref="D1:D2"/>'
    merged += '<mergeCell ref="A3:A4"/><mergeCell ref="A5:D5"/><mergeCell ref="B6:C6"/></mergeCells>'
    path = write_xlsx(tmp_path / "a.xlsx", {"S": rows}, after=merged)
    assert texts(path)[-6:] == [
        "amoxicillin",
        "Row 3 | Medicine: amoxicillin | Dose Adult: 500 mg | Dose Child: 250 mg | Note: x",
        "Row 4 | Medicine: amoxicillin | Dose Adult: 1 g | Note: severe",
        "ANTIMALARIALS",
        "quinine",
        "Row 6 | Medicine: quinine | Dose Adult: 600 mg | Dose Child: 600 mg",
    ]


def test_units_and_dates_of_formats_are_said(tmp_path: Path) -> None:
    styles = (
        '<numFmts><numFmt numFmtId="164" formatCode="0.0&quot; mg&quot;"/></numFmts>'
        '<cellXfs><xf/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="9"/></cellXfs>'
    )
    rows = (
        HEAD + '<row r="2"><c r="A2" s="2"><v>45019</v></c><c r="B2" s="1"><v>0.5</v></c>'
        '<c r="C2" s="3"><v>0.05</v></c></row>'
    )
    path = write_xlsx(tmp_path / "a.xlsx", {"S": rows}, styles=styles)
    assert texts(path)[-1] == "Row 2 | Medicine: 2023-04-03 | Dose: 0.5 mg | Note: 5%"


def test_a_title_above_the_head_names_the_handbook(tmp_path: Path) -> None:
    rows = rows_xml(
        [
            ["Medicines list of Kestrel Bay, May 2023"],
            [],
            ["Medicine", "Form", "Dose"],
            ["zinc", "tablet", "20 mg"],
        ]
    )
    parsed = assemble(write_xlsx(tmp_path / "a.xlsx", {"S": rows}), chunk_words=160, overlap_words=32)
    assert parsed.handbook.title.startswith("Medicines list of Kestrel Bay")
    assert parsed.handbook.edition == "2023-05"


def test_a_zip_bomb_is_refused_by_its_directory(tmp_path: Path) -> None:
    path = write_xlsx(tmp_path / "a.xlsx", {"S": LIST})
    with (
        zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive,
        archive.open("xl/media/a.bin", "w") as bomb,
    ):
        for _ in range(310):
            bomb.write(bytes(1_000_000))
    with pytest.raises(IngestError, match="unpacks to 310 MB"):
        read_xlsx(path)


def test_entities_are_refused_in_every_part(tmp_path: Path) -> None:
    whole = write_xlsx(tmp_path / "whole.xlsx", {"S": LIST}, shared=["<t>x</t>"])
    for part in ("xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/workbook.xml"):
        trap = tmp_path / "trap.xlsx"
        with zipfile.ZipFile(whole) as source, zipfile.ZipFile(trap, "w") as target:
            for name in source.namelist():
                head = b'<!DOCTYPE a [<!ENTITY dose "10 mg">]>' if name == part else b""
                target.writestr(name, head + source.read(name))
        with pytest.raises(IngestError, match="entities of its own"):
            read_xlsx(trap)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512), "encrypted, or an old .xls"),
        (b"PK\x03\x04 and then nothing", "damaged or incomplete"),
        (b"Medicine,Dose", "damaged or incomplete"),
    ],
)
def test_other_files_are_told_from_workbooks(content: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(content)
    with pytest.raises(IngestError, match=words):
        read_xlsx(path)


def test_an_archive_without_a_workbook_is_another_kind_of_file(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", "<a/>")
    with pytest.raises(IngestError, match="another kind of file"):
        read_xlsx(path)


def test_a_raised_run_of_a_cell_is_no_figure_of_its_number(tmp_path: Path) -> None:
    def runs(before: str, raised: str, after: str) -> str:
        return (
            f'<is><r><t>{before}</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>{raised}</t></r>'
            f'<r><t xml:space="preserve">{after}</t></r></is>'
        )

    rows = HEAD + f'<row r="3"><c r="A3" t="inlineStr">{runs("phenytoin", "", "")}</c>'
    rows += f'<c r="B3" t="inlineStr">{runs("18", "2", " mg/kg")}</c></row>'
    assert texts(write_xlsx(tmp_path / "a.xlsx", {"S": rows}))[-1].endswith("Dose: 18 (²) mg/kg")
