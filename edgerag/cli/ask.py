"""`edgerag ask`: one question, one answer per handbook, and where they disagree."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

import click

from edgerag.cli.follow_up import LAST, AfterType, question_before
from edgerag.cli.interrupt import cancel_on_interrupt
from edgerag.cli.opening import note_opening, typed_name
from edgerag.cli.output import note, only_form, say, say_json, say_lines, say_text
from edgerag.errors import QuestionError, StoreError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from edgerag.domain.follow_ups import Before
    from edgerag.domain.reports import Report
    from edgerag.engine.events import AskEvent, Finished
    from edgerag.errors import EdgeRagError

PIPED_WIDTH = 100
"""Columns of a report that goes into a pipe or a file."""

EPILOG = """\b
Examples:
  edgerag ask "What dose of adrenaline should an adult with anaphylaxis receive?"
  edgerag ask --after last "And if she is pregnant?"
  edgerag ask --plain
  edgerag ask --together "What do guideline and formulary say about fever in a child?"
  edgerag ask --explain "What is given for a snake bite?"
  edgerag ask --extractive --markdown "When is a tourniquet used?" > tourniquet.md
  edgerag ask --html "How is cholera treated?" > cholera.html
  edgerag ask --questions round.txt --extractive --json > round.jsonl
  echo "How long is tuberculosis treated?" | edgerag ask --json | jq .verdict

\b
Ctrl-C stops the model; what is answered by then is compared and printed. Twice leaves at once.
Exit codes: 0 answered (whatever the verdict), 3 library, 4 models, 6 no question, 7 some of a file's
questions could not be asked, 130 stopped.
"""


@click.command(epilog=EPILOG)
@click.argument("question", required=False)
@click.option(
    "--questions",
    "questions_file",
    metavar="FILE",
    help="Ask every line of this text file, - for standard input.",
)
@click.option("--handbook", "handbooks", multiple=True, help="Ask only this one; may be repeated.")
@click.option(
    "--after",
    type=AfterType(),
    metavar=f"NUMBER|{LAST}",
    help="Read it with this question of the history, which it goes on from.",
)
@click.option("--extractive", is_flag=True, help="Quote sentences only; do not generate text.")
@click.option("--as-typed", is_flag=True, help="Correct no spelling, and cut no long question down.")
@click.option("--together", is_flag=True, help="Also quote what the handbooks say together, each once.")
@click.option("--explain", is_flag=True, help="Also say how each handbook was searched, and what decided.")
@click.option("--json", is_flag=True, help="Print the report as JSON, schema edgerag.report/2.")
@click.option("--markdown", is_flag=True, help="Print the report as Markdown.")
@click.option("--html", is_flag=True, help="Print the report as HTML, which prints on a sheet or two.")
@click.option("--plain", is_flag=True, help="Print sentences, one a line, for screen readers.")
@click.option("--no-history", is_flag=True, help="Do not keep this question in the library.")
@click.pass_obj
def command(
    config_file: Path,
    /,
    *,
    question: str | None,
    questions_file: str | None,
    handbooks: tuple[str, ...],
    after: str | int | None,
    extractive: bool,
    as_typed: bool,
    together: bool,
    explain: bool,
    no_history: bool,
    **forms: bool,
) -> None:
    """Answer QUESTION once per handbook and show where the handbooks disagree.

    A misspelt word is searched as what was clearly meant, and a long case as what it asks: the report says so
    above the answers, as it says which medicine no handbook names, and that a question was not understood.
    --as-typed searches the question as it stands.

    --after reads a question such as "and if she is pregnant?" with one that was asked before, and says what
    it has from that one; both stand in one thread of the history.

    --together quotes, above the answers, the best statement of each handbook, of the collections that the
    question names first, and says which of them cannot both be followed. A model writes none of it.

    Without QUESTION, or with "-", it is read from standard input; --plain asks for one after the other, and
    reads one that cannot stand alone with the one before.
    With --questions FILE each line of it is a question, unless it is empty or begins with #; --json then
    prints one report a line. What is answered is kept in the history as if it had been typed.
    """
    from edgerag.cli.questions import ask_each, read_questions
    from edgerag.domain.corrections import Correction
    from edgerag.domain.follow_ups import before_of
    from edgerag.engine.ask import Engine
    from edgerag.governed import load_config
    from edgerag.present.explain import explained_lines

    correction = Correction(is_as_typed=as_typed)
    form = only_form(forms)
    if questions_file is not None and question is not None:
        raise click.UsageError("QUESTION and --questions do not go together")
    if questions_file is not None and after is not None:
        raise click.UsageError("--after and --questions do not go together")
    if questions_file is not None and form == "html":
        raise click.UsageError("--questions does not go with --html, which is one page for one question")
    questions = None if questions_file is None else read_questions(questions_file)
    if explain and form:
        raise click.UsageError(f"--explain does not go with --{form}; --json holds the same")

    def answer(question: str, before: Before | None = None) -> Before:
        with cancel_on_interrupt() as cancel:
            ask = partial(
                engine.report,
                question,
                handbooks=handbooks,
                cancel=cancel,
                keep=not no_history,
                correction=correction,
                before=before,
                is_together=together,
            )
            finished = _follow(ask, is_shown=form != "plain")
        report = finished.report
        if questions is None:
            write(report, form)
        else:
            write_one_of_several(report, form)
        if explain:
            say_lines(lambda width: explained_lines(report, width), PIPED_WIDTH)
        if cancel.is_set():
            raise click.Abort
        return before_of(report, finished.number)

    with Engine.open(load_config(config_file), extractive=extractive, name=typed_name()) as engine:
        note_opening(engine.library)
        before = None if after is None else question_before(engine.library, after)
        if questions is not None:
            ask_each(questions, answer)
        elif form == "plain" and question is None and sys.stdin.isatty():
            from edgerag.cli.plain import converse

            converse(len(engine.library.handbooks()), answer, before)
        else:
            answer(_typed() if question in (None, "-") else _checked(question or ""), before)


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


def _follow(ask: Callable[..., Report], *, is_shown: bool) -> Finished:
    """Ask, showing on stderr what happens if `is_shown`, and return what it ended with."""
    from edgerag.cli.watch import unwatched, watch
    from edgerag.engine.events import Finished, Impaired, Unkept

    lacking: list[EdgeRagError] = []
    ended: list[Finished] = []

    def tell(event: AskEvent) -> None:
        if isinstance(event, Impaired):
            lacking.append(event.error)
        elif isinstance(event, Unkept):
            lacking.append(StoreError(f"not kept in the history: {event.error}", hint=event.error.hint))
        elif isinstance(event, Finished):
            ended.append(event)
        show(event)

    with watch() if is_shown else unwatched() as show:
        ask(tell=tell)
    for error in lacking:
        note(f"{error} ({error.hint})" if error.hint else str(error))
    return ended[0]


def write_one_of_several(report: Report, form: str | None) -> None:
    """Print one report of a batch, as `write` does: JSON in one line, others under their question."""
    if form == "json":
        from edgerag.present.json.report import report_json

        say_json(report_json(report))
        return
    if form != "markdown":
        say(f"Question: {report.question}")
    write(report, form)
    say()


def write(report: Report, form: str | None) -> None:
    """Print a report on stdout: "json", "markdown", "html", "plain", or text for a person."""
    if form == "json":
        from edgerag.present.json.report import report_json

        say_json(report_json(report, indent=2))
    elif form == "markdown":
        from edgerag.present.markdown import report_markdown

        say_text(report_markdown(report))
    elif form == "html":
        from edgerag.present.html import report_html

        say_text(report_html(report))
    elif form == "plain":
        from edgerag.present.plain import sentences

        for sentence in sentences(report):
            say(sentence)
    else:
        from edgerag.present.text import report_lines

        say_lines(lambda width: report_lines(report, width), PIPED_WIDTH)
