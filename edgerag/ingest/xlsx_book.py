"""The parts of a workbook beside its sheets: which sheets there are, the shared texts, the looks of cells.

ECMA-376, part 1: 18.2 (workbook), 18.4 (shared strings), 18.8 (styles).
"""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from lxml import etree

from edgerag.errors import IngestError
from edgerag.ingest.raised import Level, Placed, in_line, level_of
from edgerag.ingest.xlsx_formats import PLAIN, Format, built_in, format_of

_OFFICE = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_STRICT = "{http://purl.oclc.org/ooxml/officeDocument/relationships}"
_FALSE = frozenset({"0", "false", "off"})


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet and where its rows are."""

    name: str
    member: str
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class Look:
    """How a cell looks, as far as it matters."""

    format: Format = PLAIN
    is_struck: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """A text of a cell, without what is struck out in it."""

    kept: str
    struck: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """What the sheets refer to."""

    sheets: tuple[Sheet, ...]
    texts: tuple[Text, ...]
    looks: tuple[Look, ...]
    since_1904: bool
    is_to_be_computed: bool
    """Whether it asks to be computed when it is opened: who wrote it may have stored no result but 0."""


def read_book(archive: zipfile.ZipFile) -> Book:
    """Read all but the sheets.

    Raises:
        IngestError: it defines entities.
        KeyError: a part that must be there is not.
    """
    workbook = _part(archive, _main_part(archive))
    folder = posixpath.dirname(_main_part(archive))
    targets = _relations(archive, _main_part(archive))
    properties, computing = workbook.find("{*}workbookPr"), workbook.find("{*}calcPr")
    return Book(
        tuple(_sheets(workbook, targets)),
        tuple(_texts(archive, _named(archive, f"{folder}/sharedStrings.xml"))),
        tuple(_looks(archive, _named(archive, f"{folder}/styles.xml"))),
        since_1904=properties is not None and is_on(properties.get("date1904")),
        is_to_be_computed=computing is not None and is_on(computing.get("fullCalcOnLoad")),
    )


def is_on(value: str | None) -> bool:
    """Whether an attribute says yes."""
    return value is not None and value.lower() not in _FALSE


def is_struck(properties: etree._Element | None) -> bool:
    """Whether the properties of a font or of a run strike the text out."""
    strike = properties.find("{*}strike") if properties is not None else None
    return strike is not None and str(strike.get("val", "1")).lower() not in _FALSE


def text_of(item: etree._Element) -> Text:
    """Give the text of a shared or an inline string; readings of characters beside it are left out."""
    kept: list[Placed] = []
    struck: list[str] = []
    for child in item:
        name = child.tag.rpartition("}")[2] if isinstance(child.tag, str) else ""
        if name == "t":
            kept.append((child.text or "", Level.LINE))
        elif name == "r":
            words, look = "".join(part.text or "" for part in child.iterfind("{*}t")), child.find("{*}rPr")
            if is_struck(look):
                struck.append(words)
            else:
                kept.append((words, _level(look)))
    return Text(in_line(kept), "".join(struck))


def _level(properties: etree._Element | None) -> Level:
    """Say where the properties of a run put its text."""
    aligned = properties.find("{*}vertAlign") if properties is not None else None
    return (level_of(str(aligned.get("val"))) if aligned is not None else None) or Level.LINE


def elements(member: IO[bytes], *names: str) -> Iterator[etree._Element]:
    """Give the elements of some names in a long part one by one, forgetting each before the next.

    Raises:
        IngestError: the part defines entities.
    """
    tags = tuple(f"{{*}}{name}" for name in names)
    is_first = True
    for _, element in etree.iterparse(
        member, tag=tags, resolve_entities=False, no_network=True, load_dtd=False
    ):
        if is_first:
            refuse_entities(element, "XLSX")
            is_first = False
        yield element
        element.clear()
        while (parent := element.getparent()) is not None and element.getprevious() is not None:
            del parent[0]


def refuse_entities(root: etree._Element, kind: str) -> None:
    """Refuse a part whose text is behind names that it defines itself.

    Raises:
        IngestError: it is so.
    """
    if root.getroottree().docinfo.internalDTD is not None:
        raise IngestError(
            f"the {kind} defines entities of its own, behind which text can vanish",
            hint="do not trust this file",
        )


def _part(archive: zipfile.ZipFile, name: str) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    with archive.open(name) as member:
        root = etree.parse(member, parser).getroot()
    refuse_entities(root, "XLSX")
    return root


def _named(archive: zipfile.ZipFile, name: str) -> str:
    """Give a member's name as the archive spells it; empty if it is not there."""
    return next((one for one in archive.namelist() if one.lower() == name.lower()), "")


def _main_part(archive: zipfile.ZipFile) -> str:
    """Give the name of the workbook's part, by the relations of the package."""
    for relation in _part(archive, "_rels/.rels"):
        if str(relation.get("Type")).endswith("/officeDocument"):
            return str(relation.get("Target")).lstrip("/")
    return "xl/workbook.xml"


def _relations(archive: zipfile.ZipFile, part: str) -> dict[str, str]:
    """Give the members that a part refers to, by their ids."""
    folder, name = posixpath.split(part)
    found: dict[str, str] = {}
    for relation in _part(archive, f"{folder}/_rels/{name}.rels"):
        target = str(relation.get("Target"))
        path = target.lstrip("/") if target.startswith("/") else posixpath.normpath(f"{folder}/{target}")
        if str(relation.get("Type")).endswith("/worksheet"):
            found[str(relation.get("Id"))] = path
    return found


def _sheets(workbook: etree._Element, targets: dict[str, str]) -> Iterator[Sheet]:
    for sheet in workbook.iterfind("{*}sheets/{*}sheet"):
        member = targets.get(str(sheet.get(f"{_OFFICE}id") or sheet.get(f"{_STRICT}id")), "")
        if member:
            yield Sheet(str(sheet.get("name", "")), member, sheet.get("state", "visible") != "visible")


def _texts(archive: zipfile.ZipFile, member: str) -> Iterator[Text]:
    if not member:
        return
    with archive.open(member) as file:
        for item in elements(file, "si"):
            yield text_of(item)


def _looks(archive: zipfile.ZipFile, member: str) -> Iterator[Look]:
    if not member:
        return
    styles = _part(archive, member)
    formats = {
        int(str(one.get("numFmtId"))): format_of(str(one.get("formatCode")))
        for one in styles.iterfind("{*}numFmts/{*}numFmt")
    }
    struck = [is_struck(font) for font in styles.iterfind("{*}fonts/{*}font")]
    for look in styles.iterfind("{*}cellXfs/{*}xf"):
        number, font = int(look.get("numFmtId", "0")), int(look.get("fontId", "0"))
        yield Look(formats.get(number) or built_in(number), font < len(struck) and struck[font])
