"""Reads Markdown into pages of blocks of plain text; comments such as `<!-- page 9 -->` number the pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from edgerag.ingest.blocks import Block, BlockKind, Draft, DraftPage, ListMarkers, Properties
from edgerag.ingest.cell_tables import CellTable
from edgerag.ingest.encodings import decode
from edgerag.ingest.html_tags import OpenTags, Piece, attributes_of, name_of, pieces_of
from edgerag.ingest.paging import split_pages, unwrap
from edgerag.ingest.raised import Level, Placed, RaisedTags, in_line
from edgerag.ingest.source import read_source
from edgerag.ingest.table_tags import TABLE_TAGS, TableTags
from edgerag.ingest.withdrawn import Withdrawn

_PAGE = re.compile(r"<!--\s*page:?\s*(\d{1,5})\s*-->", re.IGNORECASE)
_FRONT_MATTER = re.compile(r"---\r?\n(.*?)\r?\n(?:---|\.\.\.)\r?\n", re.DOTALL)
_PROPERTY = re.compile(
    r"^(title|author|date|lang|language|institution):[ \t]*(.+)$", re.MULTILINE | re.IGNORECASE
)
_PARTS_LINES = re.compile(r"</?(?:br|p|div|li|tr|table|caption|d[dlt]|h[1-6]|hr|[ou]l|pre)\b", re.IGNORECASE)
_PARTS_CELLS = re.compile(r"</?t[dh]\b", re.IGNORECASE)
"""Tags that part the words on both sides of them, though no blank stands there."""
_NONE: Mapping[str, str] = {}


def read_markdown(path: Path) -> Draft:
    """Read a Markdown file.

    Raises:
        IngestError: it is not text.
    """
    text = decode(read_source(path))
    properties = Properties()
    if front := _FRONT_MATTER.match(text):
        properties = _front_matter(front.group(1))
        text = text[front.end() :]
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    reader = _Reader()
    reader.read(tokens)
    headings = [
        block.text for page in reader.pages for block in page.blocks if block.kind is BlockKind.HEADING
    ]
    properties.large_text = tuple(headings[:1])
    pages = [part for page in reader.pages for part in split_pages(page.blocks, page.number)]
    shown = [page for page in pages if page.blocks]
    return Draft("markdown", shown, properties, reader.withdrawn.problems())


def _front_matter(text: str) -> Properties:
    said = {name.lower(): value.strip(" \"'") for name, value in _PROPERTY.findall(text)}
    return Properties(
        title=said.get("title", ""),
        author=said.get("institution", "") or said.get("author", ""),
        date=said.get("date", ""),
        language=said.get("lang", "") or said.get("language", ""),
    )


class _Reader:
    """Walks the flat list of tokens once.

    A table ends at the next heading at the latest: of one that is never closed the rest of the file would be
    a single cell.
    """

    def __init__(self) -> None:
        self.pages = [DraftPage(None)]
        self.withdrawn = Withdrawn()
        self._tags = OpenTags()
        self._heading = 0
        self._marker = ""
        self._left_out = False
        self._lists = ListMarkers()
        self._raised = RaisedTags()
        self._text: list[Placed] = []
        self._lines: Callable[[str], list[str]] = str.splitlines
        self._tables = TableTags()
        self._table_numbers = count(1)
        self._table_pages: list[tuple[int, DraftPage]] = []

    def read(self, tokens: Sequence[Token]) -> None:
        for token in tokens:
            match token.type:
                case "heading_open":
                    self._end_tables()
                    self._heading = int(token.tag[1])
                case "heading_close":
                    self._heading = 0
                case "ordered_list_open":
                    self._lists.open(int(token.attrGet("start") or 1))
                case "bullet_list_open":
                    self._lists.open(None)
                case "ordered_list_close" | "bullet_list_close":
                    self._lists.close()
                case "list_item_open":
                    self._marker = self._lists.next()
                    self._left_out = False
                case "list_item_close" if self._left_out:
                    self._marker = ""
                case "inline":
                    self._inline(token)
                case "fence" | "code_block":
                    self._text.append((self._shown(token.content), Level.LINE))
                    self._flush()
                case "html_block":
                    self._html(token.content)
                case _ if token.tag in TABLE_TAGS:
                    self._table_tag(token.tag, is_end=token.nesting < 0)
                case _:
                    pass
        self._end_tables()

    def _inline(self, token: Token) -> None:
        self._turn_pages(token.content)
        self._lines = _unwrapped
        with self._tags.paragraph():
            for child in token.children or []:
                self._child(child)
            self._flush()
        self._lines = str.splitlines

    def _child(self, child: Token) -> None:
        """Take in a piece of a paragraph without its markup, as far as it is shown."""
        match child.type:
            case "text" | "code_inline" | "image":
                self._text.append((self._shown(child.content), self._raised.level))
            case "softbreak" | "hardbreak":
                self._text.append(("\n", Level.LINE))
            case "s_open" | "s_close":
                self._tags.take("<s>" if child.type == "s_open" else "</s>")
            case "html_inline":
                self._tag(child.content, "\n" if name_of(child.content) == "br" else "")
            case _:
                pass

    def _html(self, content: str) -> None:
        """Take in the text between tags, as far as it is shown."""
        for kind, piece in pieces_of(content):
            if kind is Piece.TAG:
                self._tag(piece, "\n" if _PARTS_LINES.match(piece) else " " * bool(_PARTS_CELLS.match(piece)))
            elif kind is Piece.STYLE:
                self._tags.learn(piece)
            elif kind is Piece.TEXT:
                self._text.append((self._shown(piece), self._raised.level))
            elif kind is Piece.COMMENT and _PAGE.search(piece):
                self._flush()
                self._turn_pages(piece)
        self._flush()

    def _tag(self, tag: str, apart: str) -> None:
        """Open or close what a tag opens or closes; `apart` parts the text on both sides of any other tag."""
        name = name_of(tag)
        is_of_table = name in TABLE_TAGS and (name == "table" or self._tables.is_in_table)
        if is_of_table:
            self._flush()
        else:
            self._text.append((apart, Level.LINE))
        self._tags.take(tag)
        self._raised.take(tag)
        if is_of_table:
            self._table_tag(name, attributes_of(tag), is_end=tag.startswith("</"))

    def _table_tag(self, name: str, attributes: Mapping[str, str] = _NONE, *, is_end: bool) -> None:
        if is_end:
            table = self._tables.close(name)
            if table is not None:
                self._write(table)
            return
        if not self._tables.is_in_table:
            self._table_pages = [(0, self.pages[-1])]
        self._tables.open(name, attributes)

    def _write(self, table: CellTable) -> None:
        """Write each row on the page on which it begins."""
        for at, blocks in enumerate(table.rows(self._table_numbers)):
            page = next(page for first, page in reversed(self._table_pages) if first <= at)
            page.blocks += blocks

    def _end_tables(self) -> None:
        for table in self._tables.end():
            self._write(table)

    def _flush(self) -> None:
        """Make blocks of the text collected, or add it to the open cell."""
        text = in_line(self._text)
        self._text = []
        self._raised.end()
        if not text.strip():
            return
        if self._tables.is_in_cell:
            self._tables.say(" ".join(text.split()))
            self._marker = ""
        elif self._heading:
            self.withdrawn.enter(text)
            self.pages[-1].blocks.append(
                Block(BlockKind.HEADING, " ".join(text.split()), level=self._heading)
            )
            self._marker = ""
        else:
            self._add_lines(self._lines(text))

    def _add_lines(self, lines: Sequence[str]) -> None:
        for line in lines:
            if line.strip():
                self.pages[-1].blocks.append(Block(BlockKind.PARAGRAPH, self._marker + line))
                self._marker = ""

    def _shown(self, text: str) -> str:
        """Give text back, or nothing if it is withdrawn where it stands."""
        why = self._tags.why
        if why is None:
            return text
        self.withdrawn.leave_out(why, text)
        self._left_out = True
        return ""

    def _turn_pages(self, content: str) -> None:
        if "<!--" in content:
            for number in _PAGE.findall(content):
                self.pages.append(DraftPage(int(number)))
                self._table_pages.append((self._tables.n_rows, self.pages[-1]))


def _unwrapped(text: str) -> list[str]:
    return unwrap(text.split("\n"))
