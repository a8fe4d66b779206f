"""Write a sample list as a workbook of one sheet, every cell as text, the same bytes each time."""

from __future__ import annotations

import csv
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

SHEET = "Medicines"
_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_SHEETS = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_SHEETS}.sheet.main+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_SHEETS}.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
    f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
    f'<sheet name="{SHEET}" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
    f'Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}


def write_xlsx(source: Path, path: Path) -> None:
    """Write the rows of a CSV file as a workbook."""
    with source.open(encoding="utf-8", newline="") as file:
        rows = "".join(_row(number, cells) for number, cells in enumerate(csv.reader(file), start=1))
    sheet = f'<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (_PARTS | {"xl/worksheets/sheet1.xml": sheet}).items():
            archive.writestr(zipfile.ZipInfo(name), _DECLARATION + content, zipfile.ZIP_DEFLATED)


def _row(number: int, cells: list[str]) -> str:
    written = (
        f'<c r="{chr(ord("A") + at)}{number}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>'
        for at, cell in enumerate(cells)
        if cell
    )
    return f'<row r="{number}">{"".join(written)}</row>'
