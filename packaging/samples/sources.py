"""Read a sample handbook's source: TOML front matter, then Markdown with two page directives.

`<!-- columns 2 -->` starts a new page with that many columns. The rest is plain Markdown: headings,
paragraphs, lists, tables, and quotations, which become boxed notes.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

FRONT_MATTER = re.compile(r"\A\+\+\+\n(.*?)\n\+\+\+\n+(.*)\Z", re.DOTALL)
DIRECTIVE = re.compile(r"<!-- columns (\d) -->\n*")


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one style."""

    text: str
    bold: bool = False
    italic: bool = False


Inline = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    content: Inline


@dataclass(frozen=True, slots=True)
class Note:
    """A boxed remark."""

    content: Inline


@dataclass(frozen=True, slots=True)
class Items:
    """A list of one level."""

    items: tuple[Inline, ...]
    numbered: bool


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells; the first row is the header."""

    rows: tuple[tuple[Inline, ...], ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """From here on, on a new page, the text runs in `n` columns."""

    n: int


Block = Heading | Paragraph | Note | Items | Table | Columns


@dataclass(frozen=True, slots=True)
class Source:
    """One handbook before layout; `stem` names its files."""

    stem: str
    title: str
    subtitle: str
    institution: str
    edition: str
    date: str
    imprint: str
    notice: str
    layout: str
    markdown: str
    """The body without directives."""
    blocks: tuple[Block, ...]


def plain(content: Inline) -> str:
    """Give the text without its styles."""
    return "".join(run.text for run in content)


def text_of(block: Block) -> str:
    """Give the block's text, a list's items and a row's cells joined by blanks, rows by newlines."""
    match block:
        case Heading(_, text):
            return text
        case Paragraph(content) | Note(content):
            return plain(content)
        case Items(items):
            return " ".join(plain(item) for item in items)
        case Table(rows):
            return "\n".join(" ".join(plain(cell) for cell in row) for row in rows)
        case Columns():
            return ""


def read_source(path: Path) -> Source:
    """Read and parse one source file.

    Raises:
        ValueError: the front matter is missing, or the Markdown uses something the samples do not.
    """
    match = FRONT_MATTER.match(path.read_text(encoding="utf-8"))
    if match is None:
        raise ValueError(f"{path} has no front matter between +++ lines")
    facts: dict[str, str] = tomllib.loads(match[1])
    body = match[2]
    tokens = MarkdownIt("commonmark").enable("table").parse(body)
    return Source(stem=path.stem, markdown=DIRECTIVE.sub("", body), blocks=tuple(_blocks(tokens)), **facts)


def _blocks(tokens: Sequence[Token]) -> Iterator[Block]:
    position = 0
    while position < len(tokens):
        token = tokens[position]
        end = _end(tokens, position)
        inside = tokens[position : end + 1]
        match token.type:
            case "heading_open":
                yield Heading(int(token.tag[1]), plain(_inlines(inside)[0]))
            case "paragraph_open":
                yield Paragraph(_inlines(inside)[0])
            case "blockquote_open":
                yield Note(_inlines(inside)[0])
            case "bullet_list_open" | "ordered_list_open":
                yield Items(tuple(_inlines(inside)), numbered=token.tag == "ol")
            case "table_open":
                yield Table(tuple(_rows(inside)))
            case "html_block" if found := DIRECTIVE.match(token.content):
                yield Columns(int(found[1]))
            case other:
                raise ValueError(f"the samples do not use {other}: {token.content!r}")
        position = end + 1


def _end(tokens: Sequence[Token], start: int) -> int:
    """Find the token that closes the one at `start`."""
    depth = 0
    for position in range(start, len(tokens)):
        depth += tokens[position].nesting
        if depth == 0:
            return position
    raise ValueError("a Markdown block is not closed")


def _inlines(tokens: Sequence[Token]) -> list[Inline]:
    return [_runs(token) for token in tokens if token.type == "inline"]


def _rows(tokens: Sequence[Token]) -> Iterator[tuple[Inline, ...]]:
    starts = [position for position, token in enumerate(tokens) if token.type == "tr_open"]
    for start in starts:
        yield tuple(_inlines(tokens[start : _end(tokens, start)]))


def _runs(inline: Token) -> Inline:
    runs: list[Run] = []
    bold = italic = False
    for token in inline.children or ():
        match token.type:
            case "strong_open" | "strong_close":
                bold = token.nesting > 0
            case "em_open" | "em_close":
                italic = token.nesting > 0
            case "text" | "text_special":
                runs.append(Run(token.content, bold, italic))
            case "softbreak":
                runs.append(Run(" ", bold, italic))
            case other:
                raise ValueError(f"the samples do not use {other}: {inline.content!r}")
    return tuple(runs)
