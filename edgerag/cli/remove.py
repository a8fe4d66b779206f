"""`edgerag remove`: a handbook leaves with every trace of it."""

from __future__ import annotations

import click

from edgerag.cli.output import confirm, say

EPILOG = """\b
Examples:
  edgerag remove sa-pc101-2013
  edgerag remove --yes "Primary Care 101" sa-tb-2009
"""


@click.command(epilog=EPILOG)
@click.argument("handbooks", nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Do not ask.")
def command(*, handbooks: tuple[str, ...], yes: bool) -> None:
    """Remove handbooks: pages, chunks, vectors, cached answers and reports that quote them.

    Each of HANDBOOKS is a title, file name or id, or the beginning of one.
    """
    from edgerag import paths
    from edgerag.index.sync import Indexes
    from edgerag.store.library import Library

    with Library.open(paths.library_file()) as library:
        indexes = Indexes.open(library, paths.lexical_folder())
        books = [library.handbook(name) for name in handbooks]
        for n_removed, book in enumerate(books):
            if not yes:
                confirm(
                    f"Remove {book.title} ({book.n_pages} pages)?",
                    "nothing more was removed" if n_removed else "nothing was removed",
                )
            indexes.remove(book.id)
            say(f"removed {book.title}")
