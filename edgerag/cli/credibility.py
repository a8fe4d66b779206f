"""`edgerag credibility`: what was found right and wrong of each handbook, by subject."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from edgerag.cli.opening import user_library
from edgerag.cli.output import note, say, table
from edgerag.present.amounts import count

if TYPE_CHECKING:
    from edgerag.domain.facts import Record

EPILOG = """\b
Examples:
  edgerag credibility
  edgerag credibility --reset "Primary Care 101"
  edgerag credibility --reset-all

\b
"confirmed" is what people said with `edgerag confirm`; "borne out" what at least four independent
handbooks, and four of five, agreed on in a kept report. "credibility" goes from 0 to 1 and is 0.50
where nothing is known. It is no probability of being right, and no answer is hidden for it.
"""


@click.command(epilog=EPILOG)
@click.option("--reset", "handbook", metavar="HANDBOOK", help="Forget all that was found of one handbook.")
@click.option("--reset-all", is_flag=True, help="Forget all that was found of every handbook.")
def command(*, handbook: str | None, reset_all: bool) -> None:
    """Show what was found right and wrong of each handbook, by subject, or forget it."""
    from edgerag.confirm.credibility import Credibility

    if handbook and reset_all:
        raise click.UsageError("--reset and --reset-all are two things: use one")
    with user_library() as library:
        if handbook or reset_all:
            n_facts = library.reset_facts(library.handbook(handbook).id if handbook else None)
            say(f"forgot {count(n_facts, 'statement')}")
            return
        known, books = Credibility(library.facts()), library.handbooks()
    rows = [
        (book.title, book.edition, area or "-", *_counts(record), f"{known.of(book.id, area):.2f}")
        for book in books
        for area, record in known.areas(book.id).items()
    ]
    table(("handbook", "edition", "subject", "confirmed", "borne out", "credibility"), rows)
    if not rows:
        note("Nothing was found right or wrong yet: `edgerag confirm NUMBER HANDBOOK` says so.")


def _counts(record: Record) -> tuple[str, str]:
    n_confirmed = record.n_right + record.n_wrong
    n_weighed = record.n_borne_out + record.n_contradicted
    return f"{record.n_right} of {n_confirmed}", f"{record.n_borne_out} of {n_weighed}"
