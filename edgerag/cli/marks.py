"""`edgerag history mark`, `unmark` and `marks`: what a reader holds against a verdict."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgerag.cli.exports import export_lines
from edgerag.cli.numbers import NUMBER
from edgerag.cli.opening import user_library
from edgerag.cli.output import note, say, table
from edgerag.domain.reports import LONGEST_NOTE, RIGHT_LABELS, Label, Mark
from edgerag.errors import DamagedError, EdgeRagError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from edgerag.domain.reports import Judgement, Report
    from edgerag.store.library import Library
    from edgerag.store.reports import ReportId

MARK_EPILOG = """\b
Examples:
  edgerag history mark 12 --pair "Primary Care 101" msf-2024 --label CONSISTENT
  edgerag history mark 12 --pair pc101 msf-2024 --note "the second is a dose for children"
"""
MARKS_EPILOG = """\b
Examples:
  edgerag history marks
  edgerag history marks --export marks.jsonl

\b
Each line of FILE is a JSON object, schema edgerag.mark/1: question, label, right_label, note, topic,
reasoning, decided_by, versions, and a and b, each with handbook, title, edition, status, text and
quotations (page, section, quote). Fields are only ever added.
"""
_PAIR = click.option(
    "--pair", nargs=2, required=True, metavar="A B", help="The two handbooks: title, file name or id of each."
)


@click.command(epilog=MARK_EPILOG)
@click.argument("number", type=NUMBER)
@_PAIR
@click.option(
    "--label", type=click.Choice(RIGHT_LABELS, case_sensitive=False), help="How the two relate, if you know."
)
@click.option("--note", "remark", default="", metavar="TEXT", help="Why, in a sentence.")
def mark(number: int, pair: tuple[str, str], label: Label | None, remark: str) -> None:
    """Mark the verdict on two handbooks in report NUMBER as wrong.

    The report stays as it was found and shows the mark, also in its exports; with the report the mark goes.
    """
    # What the command line hands over when bytes are not UTF-8 cannot be stored.
    remark = " ".join(remark.encode("utf-8", "replace").decode().split())
    if len(remark) > LONGEST_NOTE:
        raise click.BadParameter(f"at most {LONGEST_NOTE} characters", param_hint="--note")
    with user_library() as library:
        report, found, _ = _judged(library, number, pair)
        if label is found.label:
            raise EdgeRagError(
                f"{label.value} is what report {number} says: it cannot be wrong and right",
                hint="name another label, or say what is wrong with --note",
            )
        library.mark_pair(report, Mark(found.a, found.b, label, remark))
    say(f"marked {found.label.value} as wrong in {number}")


@click.command()
@click.argument("number", type=NUMBER)
@_PAIR
def unmark(number: int, pair: tuple[str, str]) -> None:
    """Take a mark back."""
    with user_library() as library:
        report, found, is_marked = _judged(library, number, pair)
        if not is_marked:
            raise EdgeRagError(f"{found.label.value} in {number} is not marked", hint="edgerag history marks")
        library.unmark_pair(report, found.a, found.b)
    say(f"no longer marked: {found.label.value} in {number}")


@click.command(epilog=MARKS_EPILOG)
@click.option(
    "--export",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the marked pairs into this file, one JSON object a line; an older export is replaced.",
)
def marks(file: Path | None) -> None:
    """List what is marked as wrong, or write it into a file for whoever makes the next version.

    Nothing is sent. The file holds questions, which may tell of patients: read it before you give it away.
    """
    from edgerag.present.marks import COLUMNS, mark_lines, mark_rows

    with user_library() as library:
        reports = dict(_marked(library))
    if file is None:
        rows = [(str(number), *row) for number, report in reports.items() for row in mark_rows(report)]
        table(("number", *COLUMNS), rows)
        return
    lines = b"".join(map(mark_lines, reports.values()))
    export_lines(file, lines, "edgerag.mark")
    n_lines = lines.count(b"\n")
    say(f"wrote {n_lines} {'mark' if n_lines == 1 else 'marks'} to {file}")
    note("The file holds questions as they were typed: read it before you give it away.")


def _marked(library: Library) -> Iterator[tuple[ReportId, Report]]:
    """Open the reports with a mark; one that is damaged is named and left out."""
    from edgerag.engine.kept import kept_report

    for number in library.marked_reports():
        try:
            report = kept_report(library, number)
        except DamagedError as error:
            note(str(error))
        else:
            yield number, report


def _judged(library: Library, number: int, pair: tuple[str, str]) -> tuple[ReportId, Judgement, bool]:
    """Find the verdict on two handbooks in a report, and whether it is marked.

    Raises:
        StoreError: there is no such report or no such handbook.
        EdgeRagError: the report does not compare the two.
    """
    from edgerag.engine.kept import kept_report
    from edgerag.store.reports import ReportId

    report_number = ReportId(number)
    report = kept_report(library, report_number)
    one, other = (library.handbook(name) for name in pair)
    found = report.judgement(one.id, other.id)
    if found is None:
        raise EdgeRagError(
            f"report {number} does not compare {one.title} with {other.title}",
            hint=f"edgerag history show {number} names the pairs",
        )
    return report_number, found, report.mark(found) is not None
