"""Reads Markdown into pages of blocks of plain text; comments such as `<!-- page 9 -->` number the pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from edgerag.ingest.blocks import Block, BlockKind, Draft, DraftPage, ListMarkers, Properties
from edgerag.ingest.encodings import decode
from edgerag.ingest.grid import Grid, GridCell
from edgerag.ingest.html_tags import OpenTags, Piece, pieces_of
from edgerag.ingest.paging import split_pages, unwrap
from edgerag.ingest.raised import Level, Placed, RaisedTags, in_line
from edgerag.ingest.source import read_source
from edgerag.ingest.withdrawn import Withdrawn

_PAGE = re.compile(r"<!--\s*page:?\s*(\d{1,5})\s*-->", re.IGNORECASE)
_FRONT_MATTER = re.compile(r"---\r?\n(.*?)\r?\n(?:---|\.\.\.)\r?\n", re.DOTALL)
_PROPERTY = re.compile(
    r"^(title|author|date|lang|language|institution):[ \t]*(.+)$", re.MULTILINE | re.IGNORECASE
)
_PARTS_LINES = re.compile(r"</?(?:br|p|div|li|tr|table|caption|d[dlt]|h[1-6]|hr|[ou]l|pre)\b", re.IGNORECASE)
_PARTS_CELLS = re.compile(r"</?t[dh]\b", re.IGNORECASE)
"""Tags that part the words on both sides of them, though no blank stands there."""


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
    """Walks the flat list of tokens once."""

    def __init__(self) -> None:
        self.pages = [DraftPage(None)]
        self.withdrawn = Withdrawn()
        self._tags = OpenTags()
        self._n_tables = 0
        self._heading = 0
        self._marker = ""
        self._left_out = False
        self._lists = ListMarkers()
        self._raised = RaisedTags()
        self._grid = Grid()
        self._rows: list[Block] = []
        self._row: list[GridCell] | None = None

    def read(self, tokens: Sequence[Token]) -> None:
        for token in tokens:
            match token.type:
                case "heading_open":
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
                case "table_open":
                    self._n_tables += 1
                    self._grid, self._rows = Grid(), []
                case "tr_open":
                    self._row = []
                case "tr_close":
                    self._close_row()
                case "table_close":
                    self._close_table()
                case "inline":
                    self._inline(token)
                case "fence" | "code_block":
                    self._add_lines(self._shown(token.content).splitlines())
                case "html_block":
                    self._html(token.content)
                case _:
                    pass

    def _close_row(self) -> None:
        self._grid.add(self._row or [])
        self._rows.append(Block(BlockKind.ROW, "", table=self._n_tables))
        self._row = None

    def _close_table(self) -> None:
        for block, line in zip(self._rows, self._grid.lines(), strict=True):
            block.text = line
        self.pages[-1].blocks += [block for block in self._rows if block.text]

    def _inline(self, token: Token) -> None:
        with self._tags.paragraph():
            text = self._plain(token.children or [])
            self._raised.end()
        if self._row is not None:
            self._row.append(GridCell(" ".join(text.split())))
        elif self._heading:
            self._turn_pages(token.content)
            self.withdrawn.enter(text)
            self.pages[-1].blocks.append(
                Block(BlockKind.HEADING, " ".join(text.split()), level=self._heading)
            )
            self._marker = ""
        else:
            self._turn_pages(token.content)
            self._add_lines(unwrap(text.split("\n")))

    def _add_lines(self, lines: Sequence[str]) -> None:
        for line in lines:
            if line.strip():
                self.pages[-1].blocks.append(Block(BlockKind.PARAGRAPH, self._marker + line))
                self._marker = ""

    def _html(self, content: str) -> None:
        self._turn_pages(content)
        self._add_lines(in_line(self._shown_html(content)).splitlines())
        self._raised.end()

    def _shown_html(self, content: str) -> Iterator[Placed]:
        """Give the text between tags, as far as it is shown."""
        for kind, piece in pieces_of(content):
            if kind is Piece.TAG:
                self._take(piece)
                yield "\n" if _PARTS_LINES.match(piece) else " " * bool(_PARTS_CELLS.match(piece)), Level.LINE
            elif kind is Piece.STYLE:
                self._tags.learn(piece)
            elif kind is Piece.TEXT:
                yield self._shown(piece), self._raised.level

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

    def _plain(self, children: Sequence[Token]) -> str:
        """Give the text of inline tokens without their markup, as far as it is shown."""
        pieces: list[Placed] = []
        for child in children:
            match child.type:
                case "text" | "code_inline" | "image":
                    pieces.append((self._shown(child.content), self._raised.level))
                case "softbreak" | "hardbreak":
                    pieces.append(("\n", Level.LINE))
                case "s_open" | "s_close":
                    self._tags.take("<s>" if child.type == "s_open" else "</s>")
                case "html_inline":
                    self._take(child.content)
                    pieces.append(("\n" if child.content.lower().startswith("<br") else "", Level.LINE))
                case _:
                    pass
        return in_line(pieces)

    def _take(self, tag: str) -> None:
        self._tags.take(tag)
        self._raised.take(tag)
