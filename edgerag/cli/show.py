"""`edgerag show`: what the library holds of one handbook."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from edgerag.cli.output import only_form, say, say_text
from edgerag.errors import StoreError

if TYPE_CHECKING:
    from edgerag.domain.handbooks import Handbook
    from edgerag.store.library import Library

EPILOG = """\b
Examples:
  edgerag show "Primary Care 101"
  edgerag show sa-pc101-2013 --outline
  edgerag show sa-pc101-2013 --page 16
"""


@click.command(epilog=EPILOG)
@click.argument("handbook")
@click.option("--outline", is_flag=True, help="Print the tree of sections with their pages.")
@click.option("--page", type=int, help="Print the stored text of this page.")
def command(*, handbook: str, outline: bool, page: int | None) -> None:
    """Show a handbook's details, its outline, or one page.

    HANDBOOK is its title, file name or id, or the beginning of one.
    """
    from edgerag import paths
    from edgerag.store.library import Library

    only_form({"outline": outline, "page": page is not None})
    with Library.open(paths.library_file()) as library:
        book = library.handbook(handbook)
        if page is not None:
            _page(library, book, page)
        elif outline:
            _outline(library, book)
        else:
            _details(book)


def _details(book: Handbook) -> None:
    from edgerag.present.handbooks import NOT_RANKED, rank

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
    say(f"{'size':12} {book.n_pages} pages, {book.n_sections} sections, {book.n_chunks} chunks")
    for problem in book.problems:
        say(f"{'problem':12} {problem}")


def _outline(library: Library, book: Handbook) -> None:
    for section in library.sections(book.id):
        where = "" if section.first_page is None else f"  p. {section.first_page}"
        say(f"{'  ' * (section.level - 1)}{section.heading}{where}")


def _page(library: Library, book: Handbook, number: int) -> None:
    from edgerag.store.damage import refusal
    from edgerag.store.salvage import PAGE_DAMAGED, Salvage

    pages = Salvage.of(library).pages_to_show(book.id)
    found = [stored for stored in pages if (stored.number or stored.ordinal) == number]
    if any(stored.text == PAGE_DAMAGED for stored in found):
        raise refusal(book.file_name, [f"page {number}"])
    if not found:
        raise StoreError(f"{book.title} has no page {number}", hint=f"it has {book.n_pages} pages")
    for stored in found:
        say_text(stored.text + "\n")
