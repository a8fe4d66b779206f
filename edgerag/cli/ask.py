"""`edgerag ask`: one question, one answer per handbook, and where they disagree."""

from __future__ import annotations

import sys
from threading import Event
from typing import TYPE_CHECKING

import click

from edgerag.cli.interrupt import cancel_on_interrupt

if TYPE_CHECKING:
    from pathlib import Path

    from edgerag.domain.reports import Report
    from edgerag.engine import Engine

PIPED_WIDTH = 100
"""Columns of a report that goes into a pipe or a file."""

EPILOG = """\b
Examples:
  edgerag ask "What dose of adrenaline should an adult with anaphylaxis receive?"
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
@click.option("--no-history", is_flag=True, help="Do not keep this question in the library.")
@click.pass_obj
def command(
    config_file: Path,
    question: str | None,
    handbooks: tuple[str, ...],
    extractive: bool,
    form: str | None,
    no_history: bool,
) -> None:
    """Answer QUESTION once per handbook and show where the handbooks disagree.

    Without QUESTION, or with "-", it is read from standard input.
    """
    from edgerag import config
    from edgerag.engine import Engine

    asked = sys.stdin.read() if question in (None, "-") else question
    settings = config.load(config_file)
    with Engine.open(settings, extractive=extractive) as engine, cancel_on_interrupt() as cancel:
        report = _follow(engine, asked or "", handbooks, cancel, keep=not no_history)
    write(report, form)
    if cancel.is_set():
        raise click.Abort


def _follow(
    engine: Engine, question: str, handbooks: tuple[str, ...], cancel: Event, *, keep: bool
) -> Report:
    """Ask, showing on stderr what happens, and return the report."""
    from edgerag.cli.watch import watch
    from edgerag.engine import Finished

    with watch() as show:
        for event in engine.ask(question, handbooks=handbooks, cancel=cancel, keep=keep):
            show(event)
            if isinstance(event, Finished):
                return event.report
    raise AssertionError("the engine always finishes or raises")


def write(report: Report, form: str | None) -> None:
    """Print a report on stdout: "json", "markdown", or text for a person."""
    if form == "json":
        from edgerag.present.json import report_json

        sys.stdout.buffer.write(report_json(report, indent=2) + b"\n")
    elif form == "markdown":
        from edgerag.present.markdown import report_markdown

        click.echo(report_markdown(report), nl=False)
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
