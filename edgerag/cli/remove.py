"""`edgerag remove`: a handbook leaves; what was quoted from it stays in the history and in audits."""

from __future__ import annotations

import click

from edgerag.cli.opening import user_library
from edgerag.cli.output import confirm, note, say

EPILOG = """\b
Examples:
  edgerag remove sa-pc101-2013
  edgerag remove --yes "Primary Care 101" sa-tb-2009
"""


@click.command(epilog=EPILOG)
@click.argument("handbooks", nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Do not ask.")
def command(*, handbooks: tuple[str, ...], yes: bool) -> None:
    """Remove handbooks: pages, chunks, vectors and cached answers.

    Reports of the history and audits that quote them keep those words; `edgerag history delete` and
    `edgerag audit remove` remove them.
    Each of HANDBOOKS is a title, file name or id, or the beginning of one.
    """
    from edgerag import paths
    from edgerag.index.sync import Indexes
    from edgerag.present.handbooks import extent

    with user_library() as library:
        indexes = Indexes(library, paths.lexical_folder())
        books = [library.handbook(name) for name in handbooks]
        page_counts = library.page_counts()
        for book in books:
            library.rules.refuse_removal(book.id, book.title)
        for n_removed, book in enumerate(books):
            for audit in library.audits_of(book.id):
                note(f"the audit {audit} asked {book.title}; it stays, but asks no more")
            if not yes:
                confirm(
                    f"Remove {book.title} ({extent(book, page_counts)})?",
                    "nothing more was removed" if n_removed else "nothing was removed",
                )
            indexes.remove(book.id)
            say(f"removed {book.title}")
