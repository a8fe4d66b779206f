"""`edgerag confirm`: a person says which handbook was right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from edgerag.cli.numbers import NUMBER
from edgerag.cli.opening import user_library
from edgerag.cli.output import say
from edgerag.errors import EdgeRagError
from edgerag.present.amounts import count

if TYPE_CHECKING:
    from collections.abc import Iterable

    from edgerag.domain.facts import Fact

EPILOG = """\b
Examples:
  edgerag confirm 12 "Primary Care 101"
  edgerag confirm 12 msf-2024 --topic "adrenaline dose"
  edgerag confirm 12 pc101 --wrong
  edgerag confirm 12 pc101 --undo

\b
`edgerag history list` has the numbers, `edgerag credibility` what comes of it. Who was found to say the
same is right with it; who cannot be followed with it is wrong. A pair that is marked as judged
wrongly (`edgerag history mark`) counts as it was marked.
"""


@click.command(epilog=EPILOG)
@click.argument("number", type=NUMBER)
@click.argument("handbook")
@click.option("--topic", default="", metavar="TEXT", help="What they differ on; else the whole answer.")
@click.option("--wrong", is_flag=True, help="It was found wrong.")
@click.option("--undo", is_flag=True, help="Take back what was said of it.")
def command(*, number: int, handbook: str, topic: str, wrong: bool, undo: bool) -> None:
    """Say that what HANDBOOK answers in report NUMBER was found right.

    Summaries then say whose record on the subject is better. Nothing is hidden or left out for it.
    """
    from edgerag.confirm.facts import confirmed
    from edgerag.engine.kept import kept_report
    from edgerag.store.reports import ReportId

    with user_library() as library:
        report, book = kept_report(library, ReportId(number)), library.handbook(handbook)
        facts = confirmed(report, book.id, is_right=not wrong, topic=topic)
        if undo:
            facts = _said(facts, library.facts())
            if book.id not in {fact.handbook for fact in facts}:
                raise EdgeRagError(
                    f"nothing was said of {book.title} in report {number}{f' on {topic!r}' if topic else ''}",
                    hint="edgerag credibility shows what was found of each handbook",
                )
            library.forget_facts(facts)
        else:
            library.keep_facts(facts)
    n_others = len(facts) - 1
    others = f", and of {count(n_others, 'other handbook')} that it bears on" if n_others else ""
    say(f"{'taken back' if undo else 'wrong' if wrong else 'right'}: {book.title}{others}")


def _said(facts: Iterable[Fact], kept: Iterable[Fact]) -> list[Fact]:
    """Give those of the facts that a person stated: what only sources bear out nobody takes back."""
    stated = {(fact.handbook, fact.area, fact.statement) for fact in kept if fact.by_person}
    return [fact for fact in facts if (fact.handbook, fact.area, fact.statement) in stated]
