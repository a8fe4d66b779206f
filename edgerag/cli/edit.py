"""`edgerag edit`: what the library keeper knows better than the file."""

from __future__ import annotations

from typing import Final

import click

from edgerag.cli.opening import user_library
from edgerag.cli.output import say
from edgerag.errors import EdgeRagError

EPILOG = """\b
Examples:
  edgerag edit sa-pc101-2013 --title "Primary Care 101" --edition 2013
  edgerag edit sa-pc101-2013 --authority high --collection guideline

\b
Where handbooks differ, "best supported" counts the authority that you gave them; if you gave none of
them one, the collection: guideline, formulary and local protocol before textbook and training, these
before patient education. A name of your own has no place in that order.
"""
_SHOWN: Final = 60
"""Columns of a refused value that are repeated."""


@click.command(epilog=EPILOG)
@click.argument("handbook")
@click.option("--title", help="The title to show.")
@click.option("--institution", help="Who publishes it.")
@click.option("--edition", help="A date: 2013, 2019-11 or 2020-04-28.")
@click.option("--language", help="Two letters: en, fr, zh.")
@click.option(
    "--collection",
    help="What sort of book: guideline, formulary, patient education, textbook, training, local protocol, "
    "or a name of your own.",
)
@click.option(
    "--authority", type=click.Choice(["high", "medium", "low"]), help="How far it is to be trusted."
)
def command(handbook: str, **fields: str | None) -> None:
    """Correct a handbook's details; what a person states is never overwritten.

    HANDBOOK is its title, file name or id, or the beginning of one.
    """
    from edgerag.domain.handbooks import why_not
    from edgerag.present.lines import shorten

    changes = {name: value for name, value in fields.items() if value is not None}
    if not changes:
        raise EdgeRagError(
            "nothing to change", hint="name a detail, such as --title; see `edgerag edit --help`"
        )
    for name, value in changes.items():
        if reason := why_not(name, value):
            raise click.BadParameter(f"{shorten(value, _SHOWN)!r}: {reason}", param_hint=f"--{name}")
    with user_library() as library:
        book = library.handbook(handbook)
        for name, value in changes.items():
            library.edit(book.id, name, value)
    for name, value in changes.items():
        say(f"{name}: {value}")
