"""`edgerag ask`: one question, one answer per handbook, and where they disagree."""

from __future__ import annotations

import sys
from threading import Event
from typing import TYPE_CHECKING

import click

from edgerag.cli.interrupt import cancel_on_interrupt
from edgerag.cli.output import note, note_migrations
from edgerag.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path

    from edgerag.domain.reports import Report
    from edgerag.engine.ask import Engine
    from edgerag.engine.events import AskEvent
    from edgerag.errors import EdgeRagError

PIPED_WIDTH = 100
"""Columns of a report that goes into a pipe or a file."""

EPILOG = """\b
Examples:
  edgerag ask "What dose of adrenaline should an adult with anaphylaxis receive?"
  edgerag ask --plain
  edgerag ask --extractive --markdown "When is a tourniquet used?" > tourniquet.md
  echo "How long is tuberculosis treated?" | edgerag ask --json | jq .verdict

\b
Ctrl-C stops the model; what is answered by then is compared and printed. Twice leaves at once.
Exit codes: 0 answered (whatever the verdict), 3 library, 4 models, 6 no question, 130 stopped.
"""


@click.command(epilog=EPILOG)
@click.argument("question", required=False)
@click.option("--handbook", "handbooks", multiple=True, help="Ask only this one; may be repeated.")
@click.option("--extractive", is_flag=True, help="Quote sentences only; do not generate text.")
@click.option("--json", "form", flag_value="json", help="Print the report as JSON, schema edgerag.report/1.")
@click.option("--markdown", "form", flag_value="markdown", help="Print the report as Markdown.")
@click.option("--plain", "form", flag_value="plain", help="Print sentences, one a line, for screen readers.")
@click.option("--no-history", is_flag=True, help="Do not keep this question in the library.")
@click.pass_obj
def command(
    config_file: Path,
    *,
    question: str | None,
    handbooks: tuple[str, ...],
    extractive: bool,
    form: str | None,
    no_history: bool,
) -> None:
    """Answer QUESTION once per handbook and show where the handbooks disagree.

    A misspelt word is searched as what was clearly meant, and a long case as what it asks: the report says so
    above the answers, as it says which medicine no handbook names, and that a question was not understood.

    Without QUESTION, or with "-", it is read from standard input; --plain asks for one after the other.
    """
    from edgerag import config
    from edgerag.engine.ask import Engine

    def answer(question: str) -> None:
        with cancel_on_interrupt() as cancel:
            report = _follow(
                engine, question, handbooks, cancel, keep=not no_history, is_shown=form != "plain"
            )
        write(report, form)
        if cancel.is_set():
            raise click.Abort

    with Engine.open(config.load(config_file), extractive=extractive) as engine:
        note_migrations(engine.library)
        if form == "plain" and question is None and sys.stdin.isatty():
            from edgerag.cli.plain import converse

            converse(len(engine.library.handbooks()), answer)
        else:
            answer(sys.stdin.read() if question in (None, "-") else question or "")


def _follow(
    engine: Engine, question: str, handbooks: tuple[str, ...], cancel: Event, *, keep: bool, is_shown: bool
) -> Report:
    """Ask, showing on stderr what happens if `is_shown`, and return the report."""
    from edgerag.cli.watch import unwatched, watch
    from edgerag.engine.events import Impaired, Unkept

    lacking: list[EdgeRagError] = []

    def tell(event: AskEvent) -> None:
        if isinstance(event, Impaired):
            lacking.append(event.error)
        elif isinstance(event, Unkept):
            lacking.append(StoreError(f"not kept in the history: {event.error}", hint=event.error.hint))
        show(event)

    with watch() if is_shown else unwatched() as show:
        report = engine.report(question, handbooks=handbooks, cancel=cancel, keep=keep, tell=tell)
    for error in lacking:
        note(f"{error} ({error.hint})" if error.hint else str(error))
    return report


def write(report: Report, form: str | None) -> None:
    """Print a report on stdout: "json", "markdown", "plain", or text for a person."""
    if form == "json":
        from edgerag.present.json import report_json

        sys.stdout.buffer.write(report_json(report, indent=2) + b"\n")
    elif form == "markdown":
        from edgerag.present.markdown import report_markdown

        click.echo(report_markdown(report), nl=False)
    elif form == "plain":
        from edgerag.present.plain import sentences

        for sentence in sentences(report):
            click.echo(sentence)
    else:
        _print(report)


def _print(report: Report) -> None:
    """Print the report as text: coloured for a person, plain when piped."""
    from edgerag.present.lines import plain
    from edgerag.present.text import report_lines

    if not sys.stdout.isatty():
        click.echo(plain(report_lines(report, PIPED_WIDTH)), nl=False)
        return
    from rich.console import Console

    from edgerag.cli.watch import coloured

    console = Console(highlight=False)
    for line in report_lines(report, console.width):
        console.print(coloured(line), soft_wrap=True)
