"""Reads HTML into blocks, without running, resolving or fetching anything."""

from __future__ import annotations

import re
from pathlib import Path

from lxml import etree
from lxml import html as lxml_html

from edgerag.errors import IngestError
from edgerag.ingest.blocks import Block, BlockKind, Draft, ListMarkers, Properties
from edgerag.ingest.encodings import decode
from edgerag.ingest.grid import Grid, GridCell
from edgerag.ingest.html_look import Look, Looks
from edgerag.ingest.html_tags import attribute_work
from edgerag.ingest.paging import split_pages
from edgerag.ingest.raised import Level, Placed, in_line, level_of
from edgerag.ingest.source import read_source
from edgerag.ingest.withdrawn import Withdrawn

_DROPPED = frozenset(
    [
        "script",
        "style",
        "svg",
        "math",
        "iframe",
        "object",
        "embed",
        "head",
        "select",
        "nav",
    ]
)
MOST_ATTRIBUTE_WORK = 100_000_000
"""Comparisons of attributes, some seconds: ten thousand of one tag, or millions of tags with a few."""
_ALL_ROWS = 1_000_000
"""A cell of which 0 rows are stated reaches down to the last row of its section."""
_ENTITY = re.compile(r"<!ENTITY", re.IGNORECASE)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_INLINE = frozenset(
    [
        "a",
        "abbr",
        "acronym",
        "b",
        "bdi",
        "bdo",
        "big",
        "cite",
        "code",
        "data",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "img",
        "ins",
        "kbd",
        "label",
        "mark",
        "noscript",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "template",
        "time",
        "tt",
        "u",
        "var",
        "wbr",
    ]
)


def read_html(path: Path) -> Draft:
    """Read an HTML file.

    Raises:
        IngestError: it is not text, or has none.
    """
    text = decode(read_source(path))
    _refuse_traps(text)
    parser = lxml_html.HTMLParser(no_network=True, remove_comments=True, remove_pis=True, encoding="utf-8")
    try:
        root = lxml_html.document_fromstring(text.encode(), parser=parser)
    except etree.ParserError as error:
        raise IngestError("the HTML file has no content", hint="open it in a browser to check") from error
    reader = _Reader()
    reader.read(root)
    headings = [block.text for block in reader.blocks if block.kind is BlockKind.HEADING]
    properties = Properties(
        title=(root.findtext(".//title") or "").strip(),
        author=_meta(root, "author"),
        date=_meta(root, "date"),
        language=str(root.get("lang") or "")[:2].lower(),
        large_text=tuple(headings[:1]),
    )
    pages = [page for page in split_pages(reader.blocks) if page.blocks]
    return Draft("html", pages, properties, reader.withdrawn.problems())


def _refuse_traps(text: str) -> None:
    """Refuse what would take minutes to parse, or make text vanish.

    Raises:
        IngestError: it is so.
    """
    if _ENTITY.search(text):
        raise IngestError(
            "the HTML file defines entities of its own, behind which text can vanish",
            hint="open it in a browser and save it as plain HTML",
        )
    if attribute_work(text) > MOST_ATTRIBUTE_WORK:
        raise IngestError(
            "the HTML file has tags with thousands of attributes", hint="do not trust this file"
        )


def _meta(root: lxml_html.HtmlElement, name: str) -> str:
    for element in root.iterfind(".//meta"):
        if str(element.get("name", "")).lower() == name:
            return str(element.get("content", "")).strip()
    return ""


def _count(element: etree._Element, name: str) -> int:
    """Read an attribute that counts; 1 where it does not, and a million where it counts more."""
    said = str(element.get(name, "1")).strip()
    return min(int(said[:9]), _ALL_ROWS) if said.isdecimal() else 1


class _Reader:
    """Walks the tree without recursion, so that deep nesting costs nothing."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.withdrawn = Withdrawn()
        self._looks = Looks()
        self._open_looks: list[Look] = []
        self._levels = [Level.LINE]
        self._text: list[Placed] = []
        self._dropping = 0
        self._heading = 0
        self._marker = ""
        self._lists = ListMarkers()
        self._rows: list[list[GridCell]] = []
        self._grid = Grid()
        self._written: list[Block] = []
        self._n_tables = 0
        self._table_depth = 0
        self._preformatted = 0

    def read(self, root: lxml_html.HtmlElement) -> None:
        for style in root.iter("style"):
            self._looks.learn("".join(style.itertext()))
        if any("stylesheet" in str(link.get("rel", "")).lower() for link in root.iter("link")):
            self._looks.is_known = False
        self._open_looks.append(self._looks.root())
        for event, element in etree.iterwalk(root, events=("start", "end")):
            tag = element.tag if isinstance(element.tag, str) else ""
            if event == "start":
                self._open_looks.append(self._looks.of(tag, element.attrib, self._open_looks[-1]))
                self._levels.append(level_of(tag, element.get("style", "")) or self._levels[-1])
                self._open(tag, element)
                self._say(element.text)
            else:
                self._close(tag)
                self._open_looks.pop()
                self._levels.pop()
                self._say(element.tail if element is not root else None)
        self._flush()
        self.blocks = [block for block in self.blocks if block.text]

    def _say(self, text: str | None) -> None:
        """Take in text, unless it is of a kind that is never read, or is withdrawn."""
        if self._dropping or not text:
            return
        why = self._open_looks[-1].why
        if why is None:
            self._text.append((text, self._levels[-1]))
        else:
            self.withdrawn.leave_out(why, text)

    def _open(self, tag: str, element: etree._Element) -> None:
        if tag in _DROPPED:
            self._dropping += 1
        if self._dropping or tag in _INLINE:
            return
        self._flush()
        if tag in _HEADINGS:
            self._heading = _HEADINGS[tag]
        elif tag in ("ul", "menu"):
            self._lists.open(None)
        elif tag == "ol":
            self._lists.open(_count(element, "start"))
        elif tag == "li" and self._open_looks[-1].why is None:
            self._marker = self._lists.next()
        elif tag == "pre":
            self._preformatted += 1
        elif tag == "table":
            self._table_depth += 1
            if self._table_depth == 1:
                self._n_tables += 1
                self._grid, self._written = Grid(), []
        elif tag in ("thead", "tbody", "tfoot") and self._table_depth == 1:
            self._grid.end_section()
        elif tag == "tr" and self._table_depth == 1:
            self._rows.append([])
        elif tag in ("td", "th") and self._table_depth == 1 and self._rows:
            n_down = _count(element, "rowspan") or _ALL_ROWS
            self._rows[-1].append(GridCell("", n_down, _count(element, "colspan")))

    def _close(self, tag: str) -> None:
        if tag in _DROPPED:
            self._dropping -= 1
            return
        if self._dropping or tag in _INLINE:
            return
        self._flush()
        if tag in _HEADINGS:
            self._heading = 0
        elif tag in ("ul", "menu", "ol"):
            self._lists.close()
        elif tag == "pre":
            self._preformatted -= 1
        elif tag == "table":
            self._table_depth -= 1
            if not self._table_depth:
                self._close_table()
        elif tag == "tr" and self._table_depth == 1 and self._rows:
            self._grid.add(self._rows.pop())
            self._written.append(Block(BlockKind.ROW, "", table=self._n_tables))
            self.blocks.append(self._written[-1])

    def _close_table(self) -> None:
        """Write the rows, once it is known which columns there are."""
        for block, line in zip(self._written, self._grid.lines(), strict=True):
            block.text = line

    def _flush(self) -> None:
        """Make a block of the text collected, or add it to the open cell."""
        raw = in_line(self._text)
        self._text = []
        for line in raw.split("\n") if self._preformatted else [raw]:
            text = " ".join(line.split())
            if not text:
                continue
            if self._rows and self._rows[-1]:
                cell = self._rows[-1][-1]
                cell.text = f"{cell.text} {text}".strip()
            elif self._heading:
                self.withdrawn.enter(text)
                self.blocks.append(Block(BlockKind.HEADING, text, level=self._heading))
            else:
                self.blocks.append(Block(BlockKind.PARAGRAPH, self._marker + text))
                self._marker = ""
