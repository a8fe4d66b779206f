"""`edgerag show`: what the library holds of one handbook."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from edgerag.cli.opening import user_library
from edgerag.cli.output import note, only_form, say, say_text
from edgerag.errors import StoreError

if TYPE_CHECKING:
    from edgerag.domain.handbooks import Handbook
    from edgerag.store.library import Library

EPILOG = """\b
Examples:
  edgerag show "Primary Care 101"
  edgerag show sa-pc101-2013 --outline
  edgerag show sa-pc101-2013 --page 16
  edgerag show sa-pc101-2013 --pages 16-18 --html > pages.html
"""


class PagesType(click.ParamType["tuple[int, int]"]):
    """The first and the last of some pages: "16-18", or "16"."""

    name = "pages"

    def convert(
        self, value: str | tuple[int, int], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Read what was typed."""
        if isinstance(value, tuple):
            return value
        typed = re.fullmatch(r"([0-9]{1,9})(?:-([0-9]{1,9}))?", value)
        if typed is None:
            self.fail(f"{value!r} is no first and last page, such as 16-18", param, ctx)
        first, last = int(typed[1]), int(typed[2] or typed[1])
        if last < first:
            self.fail(f"{value!r} ends before it begins", param, ctx)
        return first, last


@click.command(epilog=EPILOG)
@click.argument("handbook")
@click.option("--outline", is_flag=True, help="Print the tree of sections with their pages.")
@click.option("--page", type=int, help="Print the stored text of this page.")
@click.option("--pages", type=PagesType(), metavar="FIRST-LAST", help="Print the stored text of these pages.")
@click.option("--html", "is_html", is_flag=True, help="Print the page or pages as HTML, to be printed.")
def command(
    *, handbook: str, outline: bool, page: int | None, pages: tuple[int, int] | None, is_html: bool
) -> None:
    """Show a handbook's details, its outline, or some of its pages.

    HANDBOOK is its title, file name or id, or the beginning of one. Pages count as the file counts them.
    """
    only_form({"outline": outline, "page": page is not None, "pages": pages is not None})
    wanted = (page, page) if page is not None else pages
    if is_html and wanted is None:
        raise click.UsageError("--html needs --page or --pages")
    with user_library() as library:
        book = library.handbook(handbook)
        if wanted is not None:
            _pages(library, book, *wanted, is_html=is_html)
        elif outline:
            _outline(library, book)
        else:
            _details(library, book)
            _record(library, book)


def _details(library: Library, book: Handbook) -> None:
    from edgerag.domain.doubts import doubts
    from edgerag.present.handbooks import NOT_RANKED, extent, rank

    for name in type(book.metadata).__dataclass_fields__:
        stated = getattr(book.metadata, name)
        if name == "authority" and not rank(book):
            say(f"{name:12} {NOT_RANKED}; `edgerag edit --authority` ranks it")
            continue
        say(f"{name:12} {stated.value}  ({stated.origin})")
    say(f"{'id':12} {book.id}")
    say(f"{'file':12} {book.source_path}")
    if book.signed_by:
        say(f"{'imported':12} signed by {book.signed_by}")
    size = extent(book, library.page_counts())
    say(f"{'size':12} {size}, {book.n_sections} sections, {book.n_chunks} chunks")
    for problem in book.problems:
        say(f"{'problem':12} {problem}")
    for doubt in doubts(book):
        say(f"{'to check':12} {doubt}")


def _record(library: Library, book: Handbook) -> None:
    """Say what was found right of it before, if anything was found."""
    from edgerag.confirm.credibility import Credibility
    from edgerag.present.handbooks import record_sentence

    if told := record_sentence(Credibility(library.facts()).record(book.id)):
        say(f"{'record':12} {told}; `edgerag credibility` has it by subject")


def _outline(library: Library, book: Handbook) -> None:
    for section in library.sections(book.id):
        where = "" if section.first_page is None else f"  p. {section.first_page}"
        say(f"{'  ' * (section.level - 1)}{section.heading}{where}")


def _pages(library: Library, book: Handbook, first: int, last: int, *, is_html: bool) -> None:
    from edgerag.present.handbooks import extent, no_text_sentence
    from edgerag.present.notes import on_page
    from edgerag.present.pages_html import pages_html
    from edgerag.store.damage import refusal
    from edgerag.store.salvage import PAGE_DAMAGED, Salvage

    stored_pages = Salvage.of(library).pages_to_show(book.id)
    found = [stored for stored in stored_pages if first <= (stored.number or stored.ordinal) <= last]
    damaged = [stored for stored in found if stored.text == PAGE_DAMAGED]
    if damaged:
        raise refusal(book.file_name, [f"page {stored.number or stored.ordinal}" for stored in damaged])
    missing = {first, last} - {stored.number or stored.ordinal for stored in found}
    if missing:
        size = extent(book, library.page_counts())
        raise StoreError(f"{book.title} has no page {min(missing)}", hint=f"it has {size}")
    notes = library.reader_notes()
    for stored in found:
        if not stored.text.strip():
            note(no_text_sentence(book, stored))
    if is_html:
        say_text(pages_html(book, found, notes))
        return
    for stored in found:
        for said in on_page(notes, book, stored.ordinal):
            say(said)
        if stored.text.strip():
            say_text(stored.text + "\n")
