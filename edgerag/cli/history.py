"""`edgerag history`: earlier questions, which may hold patient data, and how to delete them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from edgerag.cli.marks import mark, marks, unmark
from edgerag.cli.numbers import NUMBER
from edgerag.cli.opening import user_library
from edgerag.cli.output import confirm, note, only_form, say, say_json, table
from edgerag.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path

    from edgerag.store.library import Library

EPILOG = """\b
Examples:
  edgerag history list
  edgerag history show 12
  edgerag history show 12 --html > report.html
  edgerag history mark 12 --pair "Primary Care 101" msf-2024 --label CONSISTENT
  edgerag history summary
  edgerag history clear
"""


@click.group(epilog=EPILOG)
def command() -> None:
    """Look at, or delete, earlier questions."""


@command.command(name="list")
def list_() -> None:
    """List the questions that are kept, newest first, each with the one that it goes on from."""
    with user_library() as library:
        kept = library.reports()
    rows = [(str(one.id), one.asked_at, str(one.before or ""), one.question) for one in kept]
    table(("number", "asked", "after", "question"), rows)


@command.command()
@click.argument("number", type=NUMBER)
@click.option("--json", is_flag=True, help="Print the report as JSON.")
@click.option("--markdown", is_flag=True, help="Print the report as Markdown.")
@click.option("--html", is_flag=True, help="Print the report as HTML, which prints on a sheet or two.")
def show(number: int, **forms: bool) -> None:
    """Print report NUMBER as it was when it was asked, with what is marked as wrong since."""
    from edgerag.cli.ask import write
    from edgerag.engine.kept import kept_report
    from edgerag.store.reports import ReportId

    form = only_form(forms)
    with user_library() as library:
        report = kept_report(library, ReportId(number))
    write(report, form)


@command.command()
@click.option("--json", "is_json", is_flag=True, help="Print the rates and themes as JSON.")
@click.pass_obj
def summary(config_file: Path, *, is_json: bool) -> None:
    """Say over all kept questions who is silent, who disagrees, and on what."""
    from edgerag import paths
    from edgerag.compare.rates import rates
    from edgerag.compare.themes import themes
    from edgerag.governed import load_config
    from edgerag.inference.installed import InstalledModels
    from edgerag.inference.opening import open_embedder
    from edgerag.present.json.report import report_from_json
    from edgerag.present.rates import rates_rows, summary_as_json, theme_rows

    with user_library() as library:
        encoded = [library.report(kept.id) for kept in library.reports()]
    reports = [report_from_json(one) for one in encoded if one is not None]
    books = {answer.handbook.id: answer.handbook for report in reports for answer in report.answers}
    counted = [(None, rates(reports)), *((book, rates(reports, book.id)) for book in books.values())]
    chosen = load_config(config_file).models
    embedder = open_embedder(InstalledModels(paths.models_folder()), chosen.embedder, chosen.threads)
    found = themes(reports, embedder)
    if is_json:
        say_json(summary_as_json(counted, found).encode())
        return
    table(*rates_rows(counted))
    say()
    table(*theme_rows(found))


@command.command()
@click.argument("numbers", type=NUMBER, nargs=-1, required=True)
def delete(numbers: tuple[int, ...]) -> None:
    """Delete reports NUMBERS, and what is left of them in the file.

    A question that goes on from one of them was read with its words, and is deleted too. If there is no
    report of one of the numbers, none is deleted.
    """
    from edgerag.store.reports import ReportId

    with user_library() as library:
        library.rules.refuse_forgetting()
        unknown = [number for number in numbers if not library.has_report(ReportId(number))]
        if unknown:
            named = ", ".join(map(str, unknown))
            raise StoreError(f"there is no report {named}; nothing was deleted", hint="edgerag history list")
        gone = {one: None for number in numbers for one in library.going_on_from(ReportId(number))}
        is_swept = [library.delete_report(ReportId(number)) for number in numbers][-1]
        for number in gone:
            say(f"deleted {number}" + ("" if number in numbers else ", which went on from it"))
        _say_what_is_left(library, is_swept=is_swept)


@command.command()
@click.option("--yes", is_flag=True, help="Do not ask.")
def clear(*, yes: bool) -> None:
    """Delete every question and report."""
    with user_library() as library:
        library.rules.refuse_forgetting()
        if not yes:
            confirm("Delete every kept question?", "nothing was deleted")
        is_swept = library.clear_reports()
        say("deleted all")
        _say_what_is_left(library, is_swept=is_swept)


for _marking in (mark, unmark, marks):
    command.add_command(_marking)


def _say_what_is_left(library: Library, *, is_swept: bool) -> None:
    """Delete what older versions of the program left of the history, and say what another program holds."""
    for copy in library.remove_older_copies():
        note(f"deleted {copy}, too: a copy from before an update, with the same questions in it")
    if not is_swept:
        note("Another edgerag is using the library: what was deleted leaves the file when that one is done.")
