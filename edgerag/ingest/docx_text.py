"""Gives the text of a DOCX paragraph as it is shown: with what was inserted, without what was withdrawn.

What is tracked as deleted or moved away, struck through, hidden, white on no shading or too small to be
seen is left out, whether a run says so itself, its character style, its paragraph's or its table's. What is
raised or lowered never becomes part of a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from docx.document import Document
from docx.oxml.ns import qn
from lxml import etree

from edgerag.ingest.raised import Level, Placed, in_line
from edgerag.ingest.withdrawn import Withdrawal, Withdrawn

SMALLEST_HALF_POINTS = 3
"""Type of this size, one and a half points, or smaller cannot be read."""
LIGHTEST_SEEN = 0xF0
"""A colour of which every channel reaches this is white."""
_AROUND_RUNS = frozenset(
    qn(f"w:{name}")
    for name in ("hyperlink", "ins", "moveTo", "smartTag", "fldSimple", "customXml", "sdt", "sdtContent")
)
"""What may stand between a paragraph and its runs and changes nothing."""
_DELETED = frozenset([qn("w:del"), qn("w:moveFrom")])
_WRITTEN = (qn("w:t"), qn("w:delText"))
OFF = frozenset(["0", "false", "off"])
"""Values of a property that say that it does not hold."""
_LEVELS = {"superscript": Level.RAISED, "subscript": Level.LOWERED}
_MOST_BASES = 20
"""Styles that a style is based on, one on the other; more is a circle."""

Layers = Sequence[Sequence[etree._Element]]  # noqa: SLF001 - lxml has no public name for it
"""Run properties: a run's own, then those of its character, paragraph and table style, nearest first."""


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What the runs of one paragraph have in common."""

    paragraph_style: str
    table_style: str
    why: Withdrawal | None
    """Why nothing of it counts: its row or cell is deleted or hidden."""
    is_shaded: bool


class ShownText:
    """Reads the paragraphs of one document, and notes what it leaves out."""

    def __init__(self, document: Document, withdrawn: Withdrawn) -> None:
        self._withdrawn = withdrawn
        styles = document.styles.element
        self._styles = {str(style.get(qn("w:styleId"))): style for style in styles.iterfind(qn("w:style"))}
        self._usual = next((name for name, style in self._styles.items() if _is_usual(style)), "")
        self._defaults = styles.find(f"{qn('w:docDefaults')}/{qn('w:rPrDefault')}/{qn('w:rPr')}")
        self._is_coloured = document.element.find(qn("w:background")) is not None

    def of(self, paragraph: etree._Element) -> str:
        """Give a paragraph's text; tabs and line breaks are in it."""
        around = self._around(paragraph)
        pieces: list[Placed] = []
        for run, is_deleted in _runs(paragraph):
            layers = self._layers(run, around)
            why = Withdrawal.DELETED if is_deleted else around.why or self._why(layers, around)
            if why is None:
                pieces.append((run.text, _LEVELS.get(_nearest(layers, "w:vertAlign"), Level.LINE)))
            else:
                self._withdrawn.leave_out(why, "".join(piece.text or "" for piece in run.iter(*_WRITTEN)))
        return in_line(pieces)

    def _around(self, paragraph: etree._Element) -> _Surroundings:
        cell = next(paragraph.iterancestors(qn("w:tc")), None)
        row = next(paragraph.iterancestors(qn("w:tr")), None)
        table = next(paragraph.iterancestors(qn("w:tbl")), None)
        table_style = _stated(table, "w:tblPr", "w:tblStyle")
        shaded = _is_shaded(paragraph.find(qn("w:pPr"))) or self._is_coloured
        if table is not None:
            shaded = shaded or _is_shaded(table.find(qn("w:tblPr")))
            shaded = shaded or (cell is not None and _is_shaded(cell.find(qn("w:tcPr"))))
            shaded = shaded or any(_is_shaded(inner) for s in self._bases(table_style) for inner in s.iter())
        style = _stated(paragraph, "w:pPr", "w:pStyle") or self._usual
        shaded = shaded or any(_is_shaded(s.find(qn("w:pPr"))) for s in self._bases(style))
        return _Surroundings(style, table_style, _why_no_cell(row, cell), shaded)

    def _layers(self, run: etree._Element, around: _Surroundings) -> Layers:
        own = run.find(qn("w:rPr"))
        styles = (_stated(run, "w:rPr", "w:rStyle"), around.paragraph_style, around.table_style)
        return ([own] if own is not None else [], *map(self._properties, styles))

    def _why(self, layers: Layers, around: _Surroundings) -> Withdrawal | None:
        """Say why a run does not count, if it does not."""
        if self._is_on(layers, "w:vanish"):
            return Withdrawal.HIDDEN
        if self._is_on(layers, "w:strike") or self._is_on(layers, "w:dstrike"):
            return Withdrawal.STRUCK
        size = _nearest(layers, "w:sz")
        if size.isdecimal() and int(size) <= SMALLEST_HALF_POINTS:
            return Withdrawal.HIDDEN
        if _is_white(_nearest(layers, "w:color")) and not around.is_shaded and not _has_ground(layers):
            return Withdrawal.HIDDEN
        return None

    def _is_on(self, layers: Layers, name: str) -> bool:
        """Tell whether a property that is on or off is on; two styles that turn it on turn it off again."""
        own, *styles = (_switched(layer, name) for layer in layers)
        if own is not None:
            return own
        by_default = _switched([self._defaults], name) if self._defaults is not None else None
        return bool(by_default) or sum(bool(on) for on in styles) % 2 == 1

    def _properties(self, style: str) -> list[etree._Element]:
        found = (element.find(qn("w:rPr")) for element in self._bases(style))
        return [properties for properties in found if properties is not None]

    def _bases(self, style: str) -> list[etree._Element]:
        """Give a style and those that it is based on, nearest first."""
        chain: list[etree._Element] = []
        while style in self._styles and len(chain) < _MOST_BASES:
            chain.append(self._styles[style])
            based_on = chain[-1].find(qn("w:basedOn"))
            style = str(based_on.get(qn("w:val"))) if based_on is not None else ""
        return chain


def _runs(element: etree._Element, *, is_deleted: bool = False) -> Iterator[tuple[etree._Element, bool]]:
    """Give the runs of a paragraph in order, each with whether it was deleted or moved away."""
    for child in element:
        if child.tag == qn("w:r"):
            yield child, is_deleted
        elif child.tag in _AROUND_RUNS:
            yield from _runs(child, is_deleted=is_deleted)
        elif child.tag in _DELETED:
            yield from _runs(child, is_deleted=True)


def _why_no_cell(row: etree._Element | None, cell: etree._Element | None) -> Withdrawal | None:
    properties = row.find(qn("w:trPr")) if row is not None else None
    own = cell.find(qn("w:tcPr")) if cell is not None else None
    if properties is not None and properties.find(qn("w:del")) is not None:
        return Withdrawal.DELETED
    if own is not None and own.find(qn("w:cellDel")) is not None:
        return Withdrawal.DELETED
    return Withdrawal.HIDDEN if properties is not None and _switched([properties], "w:hidden") else None


def _is_usual(style: etree._Element) -> bool:
    """Tell whether paragraphs that name no style have this one."""
    is_default = str(style.get(qn("w:default"), "0")) not in OFF
    return is_default and style.get(qn("w:type")) == "paragraph"


def _stated(element: etree._Element | None, properties: str, name: str) -> str:
    """Give what an element's properties state, or nothing."""
    found = element.find(f"{qn(properties)}/{qn(name)}") if element is not None else None
    return str(found.get(qn("w:val"), "")) if found is not None else ""


def _switched(layer: Sequence[etree._Element], name: str) -> bool | None:
    """Tell whether the nearest properties that name a switch turn it on; None where none does."""
    found = next((item for each in layer if (item := each.find(qn(name))) is not None), None)
    return None if found is None else str(found.get(qn("w:val"), "1")).lower() not in OFF


def _nearest(layers: Layers, name: str) -> str:
    """Give the value that the nearest properties state, or nothing."""
    found = (item for layer in layers for each in layer if (item := each.find(qn(name))) is not None)
    return str(next((item.get(qn("w:val"), "") for item in found), ""))


def _is_white(colour: str) -> bool:
    try:
        return len(colour) == 6 and min(bytes.fromhex(colour)) >= LIGHTEST_SEEN
    except ValueError:
        return False


def _has_ground(layers: Layers) -> bool:
    """Tell whether a run is shaded or highlighted, so that white type is seen on it."""
    return _nearest(layers, "w:highlight") not in ("", "none", "white") or any(
        _is_shaded(each) for layer in layers for each in layer
    )


def _is_shaded(properties: etree._Element | None) -> bool:
    shading = properties.find(qn("w:shd")) if properties is not None else None
    if shading is None:
        return False
    fill = str(shading.get(qn("w:fill"), "auto"))
    is_plain = str(shading.get(qn("w:val"), "clear")) in ("clear", "nil")
    return not is_plain or not (fill == "auto" or _is_white(fill))
