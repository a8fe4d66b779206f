"""Pages of a handbook as one HTML file to be printed: the stored text as it is, and its tables as tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from edgerag.domain.handbooks import Handbook, Page
from edgerag.domain.notes import Note
from edgerag.present.html import document
from edgerag.present.inert import inert
from edgerag.present.notes import on_page
from edgerag.present.page import page_name
from edgerag.present.tables import Shown, stretches
from edgerag.present.tables_html import table_html
from edgerag.present.wording import name


def pages_html(book: Handbook, pages: Sequence[Page], notes: Sequence[Note] = ()) -> str:
    """Write pages as one file, and under the name of each what readers noted on it.

    Nothing in them becomes markup, and every line break of theirs is kept.
    """
    return document(f"{name(book)}: {_named(pages)}", _sections(book, pages, notes))


def _named(pages: Sequence[Page]) -> str:
    first, last = page_name(pages[0]), page_name(pages[-1])
    return first if len(pages) == 1 else f"{first} to {last}"


def _sections(book: Handbook, pages: Sequence[Page], notes: Sequence[Note]) -> Iterator[str]:
    if institution := book.metadata.institution.value:
        yield f'<p class="where">{escape(inert(institution))}</p>'
    for page in pages:
        yield f"<h2>{escape(page_name(page))}</h2>"
        yield from (f'<p class="reader">{escape(said)}</p>' for said in on_page(notes, book, page.ordinal))
        yield from _parts(page.text)
    yield "<footer><p>The text of the pages, without figures: the original is what counts.</p></footer>"


def _parts(text: str) -> Iterator[str]:
    for (start, end), table in stretches(text):
        if table is not None:
            yield from table_html(Shown(text, table))
        else:
            yield f'<pre class="page">{escape(inert(text[start:end]))}</pre>'
