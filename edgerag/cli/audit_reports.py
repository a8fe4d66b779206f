"""What `edgerag audit` shows of what it found: a summary, tables, a page, and what changed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from edgerag.cli.exports import export_parts, refuse_other
from edgerag.cli.opening import opened_audits
from edgerag.cli.output import say, say_text, table
from edgerag.domain.audits import NAME_RULE, is_name
from edgerag.errors import AuditError

if TYPE_CHECKING:
    from edgerag.domain.audited import Changes, Findings
    from edgerag.store.audits import Audits

REPORT_EPILOG = """\b
Examples:
  edgerag audit report malaria-2026
  edgerag audit report malaria-2026 --html malaria.html --tables malaria/

\b
The page fetches nothing and needs no script. The tables are answers and pairs, each as CSV and as JSON lines.
The same audit gives the same files, byte for byte.
"""
SAMPLE_EPILOG = """\b
Examples:
  edgerag audit sample malaria-2026 --pairs 200 --to packet.csv
  edgerag audit agreement malaria-2026 anna.csv ben.csv
  edgerag audit agreement malaria-2026 anna.csv ben.csv --label-only

\b
Each reader fills in a copy of the packet alone; beside it lies the rubric. The packet holds questions and
answers as they stand, and is not encrypted.
"""
COMPARE_EPILOG = """\b
Examples:
  edgerag audit compare malaria-2025 malaria-2026
  edgerag audit compare small-model large-model --csv changed.csv

\b
Handbooks are the same by their content, or else by title and institution: another edition of one work.
"""
_NEW_FILE: Final = click.Path(path_type=Path, dir_okay=False)
_COLUMNS: Final = ("question", "a", "b", "before", "after")


def named(_context: click.Context, _parameter: click.Parameter, name: str) -> str:
    """Take a name that can also be a file's."""
    if not is_name(name):
        raise click.BadParameter(NAME_RULE)
    return name


def named_if_any(context: click.Context, parameter: click.Parameter, name: str | None) -> str | None:
    """Take a name, or none."""
    return None if name is None else named(context, parameter, name)


NAME: Final = click.argument("name", callback=named)


@click.command(epilog=REPORT_EPILOG)
@NAME
@click.option("--html", "html_file", type=_NEW_FILE, help="Write a page with every question.")
@click.option(
    "--tables",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write every answer and pair into this folder; only older tables are replaced.",
)
def report(name: str, html_file: Path | None, folder: Path | None) -> None:
    """Say what the audit NAME found: who is silent, who disagrees, and on what."""
    from edgerag.audit.findings import find_in
    from edgerag.present.audit_text import summary_sentences, summary_tables

    with opened_audits() as audits:
        found = find_in(audits, name)
        for sentence in summary_sentences(found):
            say(sentence)
        for headers, rows in summary_tables(found):
            say()
            table(headers, rows)
        if html_file is not None:
            _write_page(audits, found, html_file)
        if folder is not None:
            _write_tables(audits, found, folder)


@click.command(epilog=COMPARE_EPILOG)
@click.argument("first", callback=named)
@click.argument("second", callback=named)
@click.option("--csv", "csv_file", type=_NEW_FILE, help="Write every pair whose label changed.")
def compare(first: str, second: str, csv_file: Path | None) -> None:
    """Say which labels changed from the audit FIRST to the audit SECOND."""
    from edgerag.audit.compare import compare as compare_audits
    from edgerag.audit.findings import read_audited
    from edgerag.present.audit_tables import as_csv, csv_opening

    with opened_audits() as audits:
        changes = compare_audits(
            read_audited(audits, first),
            read_audited(audits, second),
            audits.terms(first).handbooks,
            audits.terms(second).handbooks,
        )
    if not changes.n_questions:
        raise AuditError(f"{first} and {second} have no answered question in common")
    _tell_changes(changes)
    if csv_file is not None:
        rows = ((one.question, one.a, one.b, one.before.value, one.after.value) for one in changes.changed)
        export_parts(csv_file, as_csv(_COLUMNS, rows), csv_opening(_COLUMNS))
        say(f"written: {csv_file}")


@click.command(epilog=SAMPLE_EPILOG)
@NAME
@click.option("--pairs", "n", default=200, show_default=True, type=click.IntRange(min=1), help="How many.")
@click.option("--to", "file", default="packet.csv", show_default=True, type=_NEW_FILE, help="The packet.")
def sample(name: str, n: int, file: Path) -> None:
    """Write pairs of the audit NAME for human readers, of each label equally many, without the labels."""
    from edgerag.audit.agreement import write_sample
    from edgerag.audit.findings import read_audited

    with opened_audits() as audits:
        n_written = write_sample(file, read_audited(audits, name), n)
    say(f"{n_written} pairs: {file}")


@click.command(epilog=SAMPLE_EPILOG)
@NAME
@click.argument(
    "packets", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option(
    "--label-only",
    is_flag=True,
    help="Also judge these pairs by the models alone, without doses and the like.",
)
@click.pass_obj
def agreement(config_file: Path, *, name: str, packets: tuple[Path, ...], label_only: bool) -> None:
    """Measure the judge against PACKETS that readers have filled in, and the readers against each other."""
    from edgerag.audit.agreement import agreement as agreement_with
    from edgerag.audit.agreement import judge_of_labels
    from edgerag.audit.findings import read_audited
    from edgerag.evaluate.models import open_similarity
    from edgerag.evaluate.results import Result, confusion_rows, measure_rows
    from edgerag.governed import load_config

    judge = judge_of_labels(open_similarity(load_config(config_file))[0]) if label_only else None
    with opened_audits() as audits:
        measured = agreement_with(packets, read_audited(audits, name), judge)
    result = Result(name, "", measured.n, measured.measures, {})
    table(("measure", "value", "95 % interval"), measure_rows(result))
    if measured.confusion is not None:
        headers, *rows = confusion_rows(measured.confusion, corner="readers \\ judge")
        say()
        table(headers, rows)


@click.command()
@NAME
def datasheet(name: str) -> None:
    """Print the data sheet of the audit NAME as Markdown, with gaps for what only a person knows."""
    from edgerag.audit.findings import find_in
    from edgerag.present.audit_datasheet import datasheet as sheet

    with opened_audits() as audits:
        say_text(sheet(find_in(audits, name), audits.state(name)))


def _write_page(audits: Audits, found: Findings, file: Path) -> None:
    from edgerag.audit.findings import read_audited
    from edgerag.disk import save_page
    from edgerag.present.audit_html import audit_html

    save_page(file, audit_html(found, read_audited(audits, found.name)))
    say(f"written: {file}")


def _write_tables(audits: Audits, found: Findings, folder: Path) -> None:
    from edgerag.audit.findings import read_audited
    from edgerag.present import audit_tables as tables

    books = found.terms.handbooks
    kinds = (("answers", tables.CELLS, tables.cell_rows), ("pairs", tables.PAIRS, tables.pair_rows))
    forms = (
        ("csv", tables.as_csv, tables.csv_opening),
        ("jsonl", tables.as_json_lines, tables.lines_opening),
    )
    planned = [
        (folder / f"{name}.{suffix}", opening(columns), write, columns, rows_of)
        for name, columns, rows_of in kinds
        for suffix, write, opening in forms
    ]
    for file, opening, _, _, _ in planned:
        refuse_other(file, opening)
    for file, opening, write, columns, rows_of in planned:
        export_parts(file, write(columns, rows_of(read_audited(audits, found.name), books)), opening)
        say(f"written: {file}")


def _tell_changes(changes: Changes) -> None:
    from edgerag.audit.compare import transitions
    from edgerag.domain.answers import Status
    from edgerag.present.wording import PAIR_ORDER

    say(f"{changes.n_questions} questions and {len(changes.handbooks)} handbooks are in both")
    for name, is_newer in changes.handbooks:
        if is_newer:
            say(f"another edition: {name}")
    n_pairs = sum(changes.labels.values())
    say(f"{len(changes.changed)} of {n_pairs} pairs have another label")
    say()
    rows = [(a.value, b.value, str(n)) for a, b, n in transitions(changes.labels, PAIR_ORDER)]
    table(("pair was", "is", "pairs"), rows)
    say()
    told = [(a.value, b.value, str(n)) for a, b, n in transitions(changes.statuses, list(Status))]
    table(("answer was", "is", "answers"), told)
