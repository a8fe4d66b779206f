"""`edgerag fuse`: several tables about the same things, one value each, and what speaks for it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgerag.cli.output import note, only_form, say_json, say_text, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from edgerag.confirm.claims import Claim, Fused
    from edgerag.engine.tables import Tables

EPILOG = """\b
Examples:
  edgerag fuse clinic-a.csv clinic-b.csv hospital.tsv
  edgerag fuse clinic-*.csv --key "generic name" --multi strengths --csv > formulary.csv
  edgerag fuse books-*.jsonl --key isbn --names authors --multi authors --json

\b
A row is a thing, and the first row names the columns (CSV, TSV, a workbook of one sheet); in JSON lines
(.jsonl) each line is an object.
Columns are joined by their names. Confidence is the share of the sources' weight that is behind a value:
it orders, and is no probability of being true. "-" stands where no value has a clear majority.
Tables that copy one another count as one voice.
"""

_HEAD = ("thing", "attribute", "value", "confidence", "agreement", "for", "against", "unread")


@click.command(epilog=EPILOG)
@click.argument(
    "tables",
    nargs=-1,
    required=True,
    metavar="TABLE...",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@click.option(
    "--key", default="", metavar="COLUMN", help="What a row is about; the first column if left out."
)
@click.option(
    "--multi", multiple=True, metavar="COLUMN", help="Several values to a cell, with ; or | between."
)
@click.option("--names", multiple=True, metavar="COLUMN", help="The values are people's names.")
@click.option("--family", multiple=True, metavar="TABLE,TABLE", help="Tables of one origin: one voice.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON array with every claim.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
def command(
    *,
    tables: tuple[Path, ...],
    key: str,
    multi: tuple[str, ...],
    names: tuple[str, ...],
    family: tuple[str, ...],
    as_json: bool,
    as_csv: bool,
) -> None:
    """Give one value for each thing and attribute of several tables, with what speaks for and against it."""
    import msgspec

    from edgerag.confirm.fuse import fuse
    from edgerag.engine.tables import join_tables, read_table

    form = only_form({"json": as_json, "csv": as_csv})
    joined = join_tables([read_table(path) for path in tables], key=key, multi=multi, names=names)
    fused = fuse(
        joined.claims,
        joined.kinds,
        single=joined.single,
        told_families=_told(family, [p.name for p in tables]),
    )
    if form == "json":
        say_json(msgspec.json.format(msgspec.json.encode(fused)))
    elif form == "csv":
        say_text(_csv(fused))
    else:
        table(_HEAD, [_row(one) for one in fused])
    _tell(joined, fused, len(tables))


def _told(families: Sequence[str], tables: Sequence[str]) -> dict[str, str]:
    """Give each table's family.

    Raises:
        click.UsageError: a family names a table that is not given.
    """
    told: dict[str, str] = {}
    for family in families:
        members = [Path(name.strip()).name for name in family.split(",")]
        if unknown := [name for name in members if name not in tables]:
            raise click.UsageError(f"--family names {unknown[0]}, which is none of the tables")
        told |= dict.fromkeys(members, members[0])
    return told


def _row(fused: Fused) -> tuple[str, ...]:
    trusted = fused.trusted
    others = [value for value in fused.values if not value.trusted]
    return (
        fused.entity,
        fused.attribute,
        "; ".join(value.text for value in trusted) or "-",
        "; ".join(f"{value.confidence:.2f}" for value in trusted) or "-",
        "-" if fused.agreement is None else f"{fused.agreement:.2f}",
        _places(dict.fromkeys(claim for value in trusted for claim in value.claims_for)),
        "; ".join(f"{value.text}: {_places(value.claims_for)}" for value in others),
        "; ".join(f"{claim.value}: {_places([claim])}" for claim in fused.unread),
    )


def _places(claims: Sequence[Claim] | dict[Claim, None]) -> str:
    return ", ".join(dict.fromkeys(f"{claim.source} {claim.place}" for claim in claims))


def _csv(fused: Sequence[Fused]) -> str:
    """Write CSV whose cells no spreadsheet takes for formulas."""
    import csv
    import io

    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(_HEAD)
    writer.writerows([_plain(cell) for cell in _row(one)] for one in fused)
    return written.getvalue()


def _plain(cell: str) -> str:
    flat = " ".join(cell.split())
    return (
        f"'{flat}"
        if flat[:1] in ("=", "+", "@") or (flat[:1] == "-" and not flat[1:2].isdigit() and flat != "-")
        else flat
    )


def _tell(joined: Tables, fused: Sequence[Fused], n_tables: int) -> None:
    """Say how much there is, in which columns the tables differ, and where one contradicts itself."""
    from edgerag.confirm.columns import consistency

    checked = [column for column in consistency(fused) if column.attribute in joined.single]
    things = {one.entity for one in fused}
    note(f"tables: {n_tables}; things, by {joined.key!r}: {len(things)}; attributes of them: {len(fused)}")
    note(f"on which the tables differ: {sum(len(column.differing) for column in checked)}")
    for column in checked:
        if n := len(column.differing):
            note(f"  {column.attribute}: {n} of {column.n_shared} that several tables state")
    for column in checked:
        for source, one in column.contradicting:
            note(f"{source} contradicts itself on {one.attribute} of {one.entity}")
