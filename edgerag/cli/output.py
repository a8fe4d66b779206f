"""The door by which all goes to a terminal: rich where a person looks, plain text when piped.

Nothing that comes from outside, such as a handbook's text, a file's name or an error about either, is
obeyed by the terminal, is markup, or begins a line of its own. No other module of the command line prints.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from edgerag.errors import EdgeRagError
from edgerag.present.inert import escaped_json, in_line, inert

if TYPE_CHECKING:
    from collections.abc import Callable

    from edgerag.present.lines import Line
    from edgerag.store.library import Library

    Advance = Callable[[str, int, int], None]
    """Called with what is being done, how much of it is done, and how much there is."""


class Unanswered(click.Abort):
    """What is typed ended before there was an answer: nobody is there to be asked."""

    exit_code = click.UsageError.exit_code

    def __init__(self, message: str, *, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


def table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows: a table for a person, tab-separated lines for a program."""
    if not sys.stdout.isatty():
        for row in (headers, *rows):
            click.echo("\t".join(in_line(cell) for cell in row))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    drawn = Table(*headers, box=None, header_style="bold", pad_edge=False)
    for row in rows:
        drawn.add_row(*(Text(in_line(cell)) for cell in row))
    Console().print(drawn)


def say(line: object = "") -> None:
    """Print one line of a result."""
    click.echo(in_line(str(line)))


def say_text(text: str) -> None:
    """Print a text of several lines; it ends its own last line."""
    click.echo(inert(text), nl=False)


def say_json(json: bytes) -> None:
    """Print JSON: what a terminal could obey is escaped, so that it stays the same JSON."""
    click.echo(escaped_json(json.decode()))


def say_lines(lines: Callable[[int], Sequence[Line]], piped_width: int) -> None:
    """Print laid-out lines: coloured and as wide as the terminal for a person, plain when piped."""
    from edgerag.present.lines import plain

    if not sys.stdout.isatty():
        say_text(plain(lines(piped_width)))
        return
    from rich.console import Console

    from edgerag.cli.watch import coloured

    console = Console(highlight=False)
    for line in lines(console.width):
        console.print(coloured(line), soft_wrap=True)


def note(line: str) -> None:
    """Tell the person something that is not a result."""
    click.echo(in_line(line), err=True)


def confirm(question: str, if_not: str) -> None:
    """Ask whether to go on.

    Args:
        question: to be answered with yes or no; no answer is no.
        if_not: what a "no" means: "nothing was deleted".

    Raises:
        EdgeRagError: the answer is no.
        Unanswered: what is typed ends before there is an answer.
        click.Abort: Ctrl-C.
    """
    try:
        is_agreed = agreed(question)
    except click.Abort as abort:
        note("")  # the question has left the cursor in its own line
        if not isinstance(abort.__context__, EOFError):
            raise
        unanswered = f"{if_not}: the question was not answered"
        raise Unanswered(unanswered, hint=f"answer it{_or_consent()}") from abort
    if not is_agreed:
        raise EdgeRagError(if_not)


def _or_consent() -> str:
    """Say how the command that runs is told yes without a question; empty if it cannot be."""
    context = click.get_current_context(silent=True)
    options = context.command.params if context else ()
    return next((f", or give {option.opts[0]}" for option in options if option.name == "yes"), "")


def agreed(question: str) -> bool:
    """Ask something that is answered with yes or no; no answer is no.

    Raises:
        click.Abort: there is no answer: Ctrl-C, or the end of what is typed.
    """
    return click.confirm(in_line(question), default=False, err=True)


def only_form(forms: Mapping[str, bool]) -> str | None:
    """Give the one form that a result is asked for in, by the name of its option; None if in none.

    Raises:
        click.UsageError: it is asked for in several.
    """
    asked = [name for name, is_asked in forms.items() if is_asked]
    if len(asked) > 1:
        named = " and ".join(f"--{name}" for name in asked)
        raise click.UsageError(f"{named} do not go together: a result is printed in one form")
    return asked[0] if asked else None


def note_migrations(library: Library) -> None:
    """Tell the person that the library was brought up to date, and what that cannot know."""
    if library.migrated:
        note(f"the library was brought up to date: {', '.join(library.migrated)}")
    if "0004_seals" in library.migrated:
        note("its text was hashed as it was found: damage is noticed from now on, not what was there before")


@contextmanager
def progress() -> Iterator[Advance]:
    """Show how far a long step is, on stderr: a bar for a person, a line per step when piped."""
    if not sys.stderr.isatty():
        yield _lines()
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def advance(what: str, done: int, total: int) -> None:
            bar.update(task, description=in_line(what), completed=done, total=total or None)

        yield advance


def _lines() -> Advance:
    """Make a progress function that prints each step once."""
    seen: set[str] = set()

    def advance(what: str, done: int, total: int) -> None:  # noqa: ARG001  # a line has no bar
        if what not in seen:
            seen.add(what)
            note(what)

    return advance
