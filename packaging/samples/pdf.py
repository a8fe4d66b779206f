"""Lay a sample handbook out as a PDF, in one of four house styles.

The styles differ on purpose, as real handbooks do: page size, typeface (embedded or not), columns, running
headers and footers, a contents page, bookmarks, roman page labels, and document properties.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from xml.sax.saxutils import escape

import reportlab
from reportlab.lib import pagesizes
from reportlab.lib.colors import Color, HexColor, black, white
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    HRFlowable,
    KeepTogether,
    ListFlowable,
    ListItem,
    LongTable,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Spacer,
    TableStyle,
)
from reportlab.platypus import Paragraph as Text
from reportlab.platypus.tableofcontents import TableOfContents
from sources import Block, Columns, Heading, Inline, Items, Note, Paragraph, Source, Table

SYLLABLES = {
    "adrenaline": "adren-aline",
    "anaphylaxis": "anaphyl-axis",
    "antibiotics": "anti-biotics",
    "antiretroviral": "anti-retro-viral",
    "artemether": "arte-mether",
    "breastfeeding": "breast-feeding",
    "breathlessness": "breath-less-ness",
    "convulsions": "convul-sions",
    "dehydration": "de-hydra-tion",
    "diarrhoea": "diar-rhoea",
    "hydrochlorothiazide": "hydro-chloro-thia-zide",
    "hydrocortisone": "hydro-corti-sone",
    "hypertension": "hyper-ten-sion",
    "lumefantrine": "lume-fan-trine",
    "magnesium": "mag-ne-sium",
    "paracetamol": "para-cetamol",
    "pregnancy": "preg-nancy",
    "recommendation": "recommen-da-tion",
    "swelling": "swell-ing",
    "treatment": "treat-ment",
    "tuberculosis": "tuber-culo-sis",
}
"""Where a justified layout may divide these words."""

GUTTER = 8 * mm
CELL_PADDING = 4.0
LONG_TABLE_ROWS = 12
"""A table with more rows than this may run on over the page, repeating its header."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A house style; sizes in points."""

    page: tuple[float, float]
    margin: float
    regular: str
    bold: str
    size: float
    leading: float
    accent: Color
    band: bool = False
    """Chapter headings are white on a coloured band."""
    justified: bool = False
    """Both margins are straight, and words are divided at line ends."""
    chapter_pages: bool = False
    """Each chapter begins a new page."""
    contents: bool = False
    bookmarks: bool = False
    properties: bool = False
    """Title, author and subject are in the file's properties."""
    front_pages: int = 0
    """Pages labelled i, ii, ... before page 1; at most three."""

    def printed_number(self, position: int) -> str:
        """Say what is printed on the page at this position, 1 for the first."""
        return "i" * position if position <= self.front_pages else str(position - self.front_pages)


LAYOUTS = {
    "pocket": Layout(
        pagesizes.A5, 17 * mm, "Times-Roman", "Times-Bold", 10.5, 13.8, HexColor(0x7A1F1F), justified=True
    ),
    "columns": Layout(
        pagesizes.A4, 20 * mm, "Helvetica", "Helvetica-Bold", 11, 15.5, HexColor(0x0B5563),
        contents=True, bookmarks=True, properties=True,
    ),
    "protocols": Layout(
        pagesizes.A4, 22 * mm, "Vera", "VeraBd", 9.5, 14.0, HexColor(0x1F4E2C),
        chapter_pages=True, contents=True, bookmarks=True, properties=True, front_pages=2,
    ),
    "orders": Layout(
        pagesizes.A4, 24 * mm, "Helvetica", "Helvetica-Bold", 11.5, 16.5, HexColor(0x1B3A6B), band=True
    ),
}  # fmt: skip


def write_pdf(source: Source, path: Path) -> None:
    """Write the handbook; the same source and library versions give the same bytes."""
    _register_vera()
    layout = LAYOUTS[source.layout]
    document = _Document(source, layout, path)
    story = [*_title_page(source, layout), *_contents(layout), *_body(source.blocks, layout)]
    document.multiBuild(story, canvasmaker=Canvas)


def _register_vera() -> None:
    folder = Path(reportlab.__file__).parent / "fonts"
    for name in ("Vera", "VeraBd", "VeraIt", "VeraBI"):
        pdfmetrics.registerFont(TTFont(name, str(folder / f"{name}.ttf")))
    pdfmetrics.registerFontFamily("Vera", normal="Vera", bold="VeraBd", italic="VeraIt", boldItalic="VeraBI")


class _Document(BaseDocTemplate):
    """The page furniture, and what happens when a heading has found its page."""

    def __init__(self, source: Source, layout: Layout, path: Path) -> None:
        properties = (
            {
                "title": f"{source.institution}: {source.title}",
                "author": source.institution,
                "subject": source.date,
            }
            if layout.properties
            else {"title": "", "author": "", "subject": ""}
        )
        super().__init__(
            str(path),
            pagesize=layout.page,
            invariant=1,
            pageCompression=1,
            creator="",
            producer="",
            **properties,
        )
        self._source = source
        self._layout = layout
        self._chapter = ""
        self.addPageTemplates(
            [
                PageTemplate("title", [self._column(0, 1)], onPage=self._label),
                PageTemplate("1", [self._column(0, 1)], onPage=self._label, onPageEnd=self._furniture),
                PageTemplate(
                    "2",
                    [self._column(0, 2), self._column(1, 2)],
                    onPage=self._label,
                    onPageEnd=self._furniture,
                ),
            ]
        )

    def _column(self, index: int, n: int) -> Frame:
        width, height = self._layout.page
        margin = self._layout.margin
        column = (width - 2 * margin - (n - 1) * GUTTER) / n
        left = margin + index * (column + GUTTER)
        return Frame(left, margin, column, height - 2 * margin - 4 * mm, 0, 0, 0, 0, id=f"{index + 1}of{n}")

    def beforeDocument(self) -> None:  # noqa: N802 (reportlab's name)
        self._chapter = ""
        self._n_headings = 0

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802 (reportlab's name)
        level = getattr(flowable, "heading_level", 0)
        if not level:
            return
        heading = flowable.getPlainText()
        if level == 1:
            self._chapter = heading
        self._n_headings += 1
        key = f"heading-{self._n_headings}"
        self.canv.bookmarkPage(key)
        if self._layout.bookmarks:
            self.canv.addOutlineEntry(heading, key, level - 1, closed=0)
        self.notify("TOCEntry", (level - 1, heading, self.canv.getPageNumber(), key))

    def _label(self, canvas: Canvas, _document: BaseDocTemplate) -> None:
        front, number = self._layout.front_pages, canvas.getPageNumber()
        if front and number == 1:
            canvas.addPageLabel(0, style="ROMAN_LOWER", start=1)
        elif front and number == front + 1:
            canvas.addPageLabel(front, style="ARABIC", start=1)

    def _furniture(self, canvas: Canvas, _document: BaseDocTemplate) -> None:
        """Draw the running header and footer."""
        layout, source = self._layout, self._source
        width, height = layout.page
        left, right = layout.margin, width - layout.margin
        top, bottom = height - layout.margin + 2 * mm, layout.margin - 9 * mm
        canvas.saveState()
        canvas.setFont(layout.regular, 8)
        canvas.setFillColor(HexColor(0x555555))
        canvas.setStrokeColor(layout.accent)
        number = layout.printed_number(canvas.getPageNumber())
        match source.layout:
            case "pocket":
                canvas.drawCentredString(width / 2, top, f"{source.institution} – {source.title} 2010")
                canvas.drawCentredString(width / 2, bottom, f"– {number} –")
            case "columns":
                canvas.drawString(left, top, source.title)
                canvas.drawRightString(right, top, source.institution)
                canvas.line(left, top - 3, right, top - 3)
                canvas.drawString(left, bottom, f"{source.edition} · {source.date}")
                canvas.drawRightString(right, bottom, f"Page {number}")
            case "protocols":
                canvas.drawString(left, top, f"{source.title} · {source.edition}")
                canvas.drawRightString(right, top, self._chapter)
                canvas.line(left, bottom + 11, right, bottom + 11)
                canvas.drawString(left, bottom, source.institution)
                canvas.drawRightString(right, bottom, number)
            case _:
                canvas.drawString(left, bottom, f"{source.institution} · {source.title}, {source.edition}")
                canvas.drawRightString(right, bottom, f"{source.date} · page {number}")
        canvas.restoreState()


def _style(layout: Layout, name: str = "body", /, **changes: object) -> ParagraphStyle:
    facts: dict[str, object] = {
        "fontName": layout.regular,
        "fontSize": layout.size,
        "leading": layout.leading,
        "spaceAfter": layout.leading * 0.45,
        "embeddedHyphenation": 1,
        "allowWidows": 0,
        "allowOrphans": 0,
    }
    if layout.justified and name == "body":
        facts["alignment"] = TA_JUSTIFY
    return ParagraphStyle(name, **(facts | changes))


def _heading_style(layout: Layout, level: int) -> ParagraphStyle:
    size = layout.size + (0, 6.5, 2.5, 0.5)[level]
    common: dict[str, object] = {
        "fontName": layout.bold,
        "fontSize": size,
        "leading": size * 1.25,
        "textColor": layout.accent,
        "keepWithNext": 1,
        "spaceBefore": (0, 16, 11, 8)[level],
        "spaceAfter": (0, 8, 4, 3)[level],
    }
    if layout.band and level == 1:
        common |= {
            "textColor": white,
            "backColor": layout.accent,
            "borderPadding": (4, 6, 5, 6),
            "spaceAfter": 14,
        }
    return _style(layout, f"heading{level}", **common)


def _divided(text: str) -> str:
    """Put soft hyphens into the words that may be divided."""
    return re.sub(r"\w+", lambda word: SYLLABLES.get(word[0], word[0]).replace("-", "\N{SOFT HYPHEN}"), text)


def _markup(content: Inline, layout: Layout) -> str:
    """Write runs as reportlab's paragraph markup."""
    parts = []
    for run in content:
        text = escape(_divided(run.text) if layout.justified else run.text)
        text = f"<b>{text}</b>" if run.bold else text
        parts.append(f"<i>{text}</i>" if run.italic else text)
    return "".join(parts)


def _title_page(source: Source, layout: Layout) -> Iterator[Flowable]:
    large = layout.size * 2.6
    centred = source.layout in {"pocket", "protocols"}
    placed: dict[str, object] = {"alignment": TA_CENTER} if centred else {}
    yield Spacer(1, layout.page[1] * 0.14)
    if source.layout != "columns":
        yield Text(
            escape(source.institution), _style(layout, fontSize=layout.size + 3, spaceAfter=18, **placed)
        )
    yield Text(
        escape(source.title),
        _style(
            layout,
            fontName=layout.bold,
            fontSize=large,
            leading=large * 1.15,
            textColor=layout.accent,
            spaceAfter=10,
            **placed,
        ),
    )
    yield Text(
        escape(source.subtitle),
        _style(layout, fontSize=layout.size + 2, leading=layout.leading + 3, **placed),
    )
    yield HRFlowable(width="100%", color=layout.accent, thickness=1.2, spaceBefore=14, spaceAfter=14)
    if source.layout == "columns":
        yield Text(
            escape(source.institution),
            _style(layout, fontName=layout.bold, fontSize=layout.size + 3, **placed),
        )
    yield Text(f"{escape(source.edition)}, {escape(source.date)}", _style(layout, **placed))
    yield Text(escape(source.imprint), _style(layout, **placed))
    yield Spacer(1, layout.page[1] * 0.2)
    yield _box(f"<b>Sample only.</b> {escape(source.notice)}", layout)
    yield NextPageTemplate("1")
    yield PageBreak()


def _contents(layout: Layout) -> Iterator[Flowable]:
    if not layout.contents:
        return
    contents = TableOfContents(
        dotsMinLevel=0,
        formatter=layout.printed_number,
        levelStyles=[
            _style(layout, "contents1", fontName=layout.bold, spaceBefore=5, spaceAfter=2),
            _style(layout, "contents2", leftIndent=14, spaceAfter=1),
        ],
    )
    size = layout.size + 6.5
    title_style = _style(
        layout,
        fontName=layout.bold,
        fontSize=size,
        leading=size * 1.25,
        textColor=layout.accent,
        spaceAfter=8,
    )
    yield Text("Contents", title_style)
    yield contents
    yield PageBreak()


def _body(blocks: Sequence[Block], layout: Layout) -> Iterator[Flowable]:
    n_columns = 1
    fresh = True  # the page is still empty: a chapter needs no other
    for block, following in pairwise((*blocks, Columns(1))):
        match block:
            case Columns(n):
                n_columns = n
                yield NextPageTemplate(str(n))
                yield PageBreak()
            case Heading(level, text):
                if level == 1 and layout.chapter_pages and not fresh:
                    yield PageBreak()
                elif level == 1:
                    yield CondPageBreak(layout.page[1] * 0.33)
                elif isinstance(following, Table):
                    yield CondPageBreak(layout.leading * 8)
                heading = Text(escape(text), _heading_style(layout, level))
                heading.heading_level = level
                yield heading
            case Paragraph(content):
                yield Text(_markup(content, layout), _style(layout))
            case Note(content):
                yield _box(_markup(content, layout), layout)
                yield Spacer(1, layout.leading * 0.6)
            case Items(items, numbered):
                yield _items(items, layout, numbered=numbered)
            case Table(rows):
                table = _table(rows, layout, n_columns)
                yield table if len(rows) > LONG_TABLE_ROWS else KeepTogether([table])
                yield Spacer(1, layout.leading * 0.6)
        fresh = isinstance(block, Columns)


def _items(items: Sequence[Inline], layout: Layout, *, numbered: bool) -> Flowable:
    style = _style(layout, spaceAfter=layout.leading * 0.2)
    return ListFlowable(
        [ListItem(Text(_markup(item, layout), style)) for item in items],
        bulletType="1" if numbered else "bullet",
        bulletFontName=layout.regular,
        bulletFontSize=layout.size,
        bulletFormat="%s." if numbered else None,
        start=None if numbered else "•",
        leftIndent=20 if numbered else 14,
        spaceAfter=layout.leading * 0.45,
    )


def _box(markup: str, layout: Layout) -> Flowable:
    style = _style(
        layout,
        borderColor=layout.accent,
        borderWidth=0.8,
        borderPadding=7,
        backColor=HexColor(0xF4F4EE),
        leftIndent=8,
        rightIndent=8,
        spaceBefore=16,
        spaceAfter=12,
    )
    return Text(markup, style)


def _table(rows: Sequence[Sequence[Inline]], layout: Layout, n_columns: int) -> Flowable:
    total = (layout.page[0] - 2 * layout.margin - (n_columns - 1) * GUTTER) / n_columns
    size = layout.size - 1
    body = _style(layout, "cell", fontSize=size, leading=size * 1.25, spaceAfter=0)
    header = _style(layout, "header", fontName=layout.bold, fontSize=size, leading=size * 1.25, spaceAfter=0)
    cells = [
        [Text(_markup(cell, layout), header if index == 0 else body) for cell in row]
        for index, row in enumerate(rows)
    ]
    look = TableStyle(
        [
            ("BACKGROUND", (0, 0), (-1, 0), HexColor(0xE4E9E6)),
            ("GRID", (0, 0), (-1, -1), 0.4, HexColor(0x999999)),
            ("LINEBELOW", (0, 0), (-1, 0), 1, black),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), CELL_PADDING),
            ("RIGHTPADDING", (0, 0), (-1, -1), CELL_PADDING),
            ("TOPPADDING", (0, 0), (-1, -1), 3),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
        ]
    )
    return LongTable(cells, colWidths=_column_widths(cells, total), repeatRows=1, style=look, spaceBefore=4)


def _column_widths(cells: Sequence[Sequence[Text]], total: float) -> list[float]:
    """Share `total` by what each column's longest cell asks for, never less than its longest word."""
    wanted, least = [], []
    for column in zip(*cells, strict=True):
        texts = [(cell.getPlainText(), cell.style.fontName, cell.style.fontSize) for cell in column]
        words = [(word, font, size) for text, font, size in texts for word in text.split()]
        wanted.append(max(pdfmetrics.stringWidth(*text) for text in texts) + 2 * CELL_PADDING + 1)
        least.append(max(pdfmetrics.stringWidth(*word) for word in words) + 2 * CELL_PADDING + 1)
    spare = total - sum(least)
    asked = [want - low for want, low in zip(wanted, least, strict=True)]
    if spare <= 0 or not sum(asked):
        return [low * total / sum(least) for low in least]
    return [low + spare * ask / sum(asked) for low, ask in zip(least, asked, strict=True)]
