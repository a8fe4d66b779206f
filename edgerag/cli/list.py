"""`edgerag list`: the handbooks in the library."""

from __future__ import annotations

import click

from edgerag.cli.opening import user_library
from edgerag.cli.output import note, say_json, table

EPILOG = """\b
Examples:
  edgerag list
  edgerag list --json | jq '.[].title'
"""


@click.command(epilog=EPILOG)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON array with every detail.")
def command(*, as_json: bool) -> None:
    """List the handbooks in the library."""
    import msgspec

    from edgerag.present.handbooks import NOT_RANKED, extent_cell, rank

    with user_library() as library:
        handbooks, unreadable = library.handbooks(), library.unreadable()
        page_counts = library.page_counts()
    for name in unreadable:
        note(f"the handbook {name} is damaged, and not listed: edgerag doctor")
    if as_json:
        say_json(msgspec.json.format(msgspec.json.encode(handbooks)))
        return
    table(
        ("id", "title", "edition", "institution", "language", "collection", "authority", "pages", "chunks"),
        [
            (
                book.id,
                book.title,
                book.edition,
                book.metadata.institution.value,
                book.metadata.language.value,
                book.metadata.collection.value,
                rank(book) or NOT_RANKED,
                extent_cell(book, page_counts),
                str(book.n_chunks),
            )
            for book in handbooks
        ],
    )
    for book in handbooks:
        for problem in book.problems:
            note(f"{book.file_name}: {problem}")
    if not handbooks:
        note("The library is empty; add handbooks with `edgerag add FILE...`")
