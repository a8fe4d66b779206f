"""Reads HTML into blocks, without running, resolving or fetching anything."""

from __future__ import annotations

import re
from itertools import chain, count
from pathlib import Path

from lxml import etree
from lxml import html as lxml_html

from edgerag.errors import IngestError
from edgerag.ingest.blocks import Block, BlockKind, Draft, ListMarkers, Properties
from edgerag.ingest.encodings import decode
from edgerag.ingest.html_look import Look, Looks
from edgerag.ingest.html_tags import attribute_work
from edgerag.ingest.paging import split_pages
from edgerag.ingest.raised import Level, Placed, in_line, level_of
from edgerag.ingest.source import read_source
from edgerag.ingest.table_tags import TABLE_TAGS, TableTags, counted
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
        self._tables = TableTags()
        self._table_numbers = count(1)
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
            self._lists.open(counted(element.attrib, "start"))
        elif tag == "li" and self._open_looks[-1].why is None:
            self._marker = self._lists.next()
        elif tag == "pre":
            self._preformatted += 1
        elif tag in TABLE_TAGS:
            self._tables.open(tag, element.attrib)

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
        elif tag in TABLE_TAGS and (table := self._tables.close(tag)) is not None:
            self.blocks += chain.from_iterable(table.rows(self._table_numbers))

    def _flush(self) -> None:
        """Make a block of the text collected, or add it to the open cell."""
        raw = in_line(self._text)
        self._text = []
        for line in raw.split("\n") if self._preformatted else [raw]:
            text = " ".join(line.split())
            if not text:
                continue
            if self._tables.is_in_cell:
                self._tables.say(text)
                self._marker = ""
            elif self._heading:
                self.withdrawn.enter(text)
                self.blocks.append(Block(BlockKind.HEADING, text, level=self._heading))
            else:
                self.blocks.append(Block(BlockKind.PARAGRAPH, self._marker + text))
                self._marker = ""
