"""Makes XLSX files, part by part, so that a test can put anything into one."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'


def rows_xml(rows: Sequence[Sequence[str | float]]) -> str:
    """Write plain rows: texts inline, numbers as numbers, an empty text as no cell."""
    return "".join(
        f'<row r="{n}">{"".join(_cell(at, n, value) for at, value in enumerate(row))}</row>'
        for n, row in enumerate(rows, start=1)
    )


def write_xlsx(
    path: Path,
    sheets: Mapping[str, str],
    *,
    after: str = "",
    before: str = "",
    styles: str = "",
    shared: Sequence[str] = (),
    states: Mapping[str, str] | None = None,
    date1904: bool = False,
    to_be_computed: bool = False,
) -> Path:
    """Write a workbook.

    Args:
        path: where to.
        sheets: the rows of each sheet, as XML.
        after: XML after the rows of every sheet, such as merged cells.
        before: XML before them, such as columns.
        styles: XML inside the style sheet.
        shared: XML inside each shared string.
        states: "hidden", by the sheet's name.
        date1904: whether days are counted from 1904.
        to_be_computed: whether it asks to be computed when it is opened.
    """
    state = dict.fromkeys(sheets, "visible") | dict(states or {})
    names = "".join(
        f'<sheet name="{escape(name)}" sheetId="{n}" state="{state[name]}" r:id="r{n}"/>'
        for n, name in enumerate(sheets, start=1)
    )
    relations = "".join(
        f'<Relationship Id="r{n}" Type="{OFFICE}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in range(1, len(sheets) + 1)
    )
    parts = {
        "_rels/.rels": f'<Relationships {PACKAGE}><Relationship Id="a" Type="{OFFICE}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook {MAIN} xmlns:r="{OFFICE}"><workbookPr date1904="{int(date1904)}"/>'
        f'<sheets>{names}</sheets><calcPr fullCalcOnLoad="{int(to_be_computed)}"/></workbook>',
        "xl/_rels/workbook.xml.rels": f"<Relationships {PACKAGE}>{relations}</Relationships>",
        "xl/styles.xml": f"<styleSheet {MAIN}>{styles}</styleSheet>",
        "xl/sharedStrings.xml": f"<sst {MAIN}>{''.join(f'<si>{one}</si>' for one in shared)}</sst>",
    }
    for n, rows in enumerate(sheets.values(), start=1):
        parts[f"xl/worksheets/sheet{n}.xml"] = (
            f"<worksheet {MAIN}>{before}<sheetData>{rows}</sheetData>{after}</worksheet>"
        )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return path


def _cell(at: int, number: int, value: str | float) -> str:
    place = f"{chr(ord('A') + at)}{number}"
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{escape(value)}</t></is></c>' if value else ""
    return f'<c r="{place}"><v>{value}</v></c>'
