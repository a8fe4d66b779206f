"""A page's table as markup: its head, its rows, and the row that is for the patient framed and named."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from edgerag.language.tables import Row
from edgerag.present.inert import inert
from edgerag.present.tables import MARK, Shown

_FITS: Final = ' class="fits"'


def table_html(shown: Shown) -> Iterator[str]:
    """Write a table in lines of markup; nothing in its cells becomes markup."""
    table = shown.table
    yield '<table class="page">'
    if table.names and not table.head:
        yield f"<tr>{''.join(f'<th>{_text(name)}</th>' for name in table.names)}</tr>"
    for at, row in enumerate(table.rows):
        yield _row(shown, row, "th" if at in table.head else "td")
    yield "</table>"
    if shown.remark:
        yield f'<p class="word">{MARK}{_text(shown.remark)}</p>'


def _row(shown: Shown, row: Row, tag: str) -> str:
    table, is_marked = shown.table, shown.is_marked(row)
    across = "" if table.is_aligned(row) else f' colspan="{table.n_columns}"'
    texts = [cell.of(shown.text) for cell in row.cells]
    before = MARK if is_marked else ""
    cells = (f"<{tag}{across}>{before * (not at)}{_text(text)}</{tag}>" for at, text in enumerate(texts))
    return f"<tr{_FITS if is_marked else ''}>{''.join(cells)}</tr>"


def _text(text: str) -> str:
    return escape(inert(text))
