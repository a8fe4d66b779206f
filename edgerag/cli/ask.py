"""`edgerag ask`: one question, one answer per handbook, and where they disagree."""

from __future__ import annotations

import sys
from threading import Event
from typing import TYPE_CHECKING

import click

from edgerag.cli.interrupt import cancel_on_interrupt
from edgerag.cli.output import note, note_migrations, only_form, say, say_json, say_lines, say_text
from edgerag.errors import QuestionError, StoreError

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
@click.option("--json", is_flag=True, help="Print the report as JSON, schema edgerag.report/1.")
@click.option("--markdown", is_flag=True, help="Print the report as Markdown.")
@click.option("--plain", is_flag=True, help="Print sentences, one a line, for screen readers.")
@click.option("--no-history", is_flag=True, help="Do not keep this question in the library.")
@click.pass_obj
def command(
    config_file: Path,
    /,
    *,
    question: str | None,
    handbooks: tuple[str, ...],
    extractive: bool,
    no_history: bool,
    **forms: bool,
) -> None:
    """Answer QUESTION once per handbook and show where the handbooks disagree.

    A misspelt word is searched as what was clearly meant, and a long case as what it asks: the report says so
    above the answers, as it says which medicine no handbook names, and that a question was not understood.

    Without QUESTION, or with "-", it is read from standard input; --plain asks for one after the other.
    """
    from edgerag import config
    from edgerag.engine.ask import Engine

    form = only_form(forms)

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
            answer(_typed() if question in (None, "-") else _checked(question or ""))


def _typed() -> str:
    """Read the question from standard input.

    Raises:
        QuestionError: it is not text.
    """
    try:
        return _checked(sys.stdin.read())
    except UnicodeDecodeError as error:
        raise _no_text() from error


def _checked(question: str) -> str:
    """Give back a question that is text; the command line hands on bytes that are not.

    Raises:
        QuestionError: it is not text.
    """
    try:
        question.encode()
    except UnicodeEncodeError as error:
        raise _no_text() from error
    return question


def _no_text() -> QuestionError:
    return QuestionError("the question is not UTF-8 text", hint="type it in a terminal set to UTF-8")


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

        say_json(report_json(report, indent=2))
    elif form == "markdown":
        from edgerag.present.markdown import report_markdown

        say_text(report_markdown(report))
    elif form == "plain":
        from edgerag.present.plain import sentences

        for sentence in sentences(report):
            say(sentence)
    else:
        from edgerag.present.text import report_lines

        say_lines(lambda width: report_lines(report, width), PIPED_WIDTH)
