"""Tables about the same things, as claims: a row is a thing, a column an attribute, a file a source.

CSV, TSV, XLSX and JSON lines, by the ending of the file's name; rows are cut as those of handbooks are.
Nothing is skipped or guessed at in silence: a row that does not fit its header, a header that is missing or
has a name twice, a thing without a name, whatever the reader of handbooks finds doubtful, are errors that say
where.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import SEEK_END
from pathlib import Path
from typing import Any, Final

from edgerag.confirm.claims import Claim, Kind
from edgerag.confirm.folding import key_of
from edgerag.confirm.values import kind_of
from edgerag.errors import IngestError
from edgerag.ingest.delimited import delimited_rows
from edgerag.ingest.doubts import Doubts
from edgerag.ingest.encodings import decode
from edgerag.ingest.heads import Row as SheetRow
from edgerag.ingest.source import open_source, read_source
from edgerag.ingest.xlsx import sheet_rows

MOST_BYTES: Final = 64 * 1024 * 1024
"""Of one table; its claims are held in memory."""
MOST_VALUES: Final = 500
"""Of one attribute of one thing in one table: more are no such thing, but another column is the key. What is
compared grows with their square."""
_BETWEEN_VALUES: Final = (";", "|", "\n")
"""What separates the values of one cell, where a column has several."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: several values where the file has a list."""

    place: str
    cells: Mapping[str, tuple[str, ...]]
    """By the column's name, as the header writes it."""


Read = tuple[tuple[str, ...], tuple[Row, ...]]
"""Columns and rows of a table."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table in a file."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Tables:
    """The claims of several tables, joined by their columns' folded names."""

    key: str
    """The column that says which thing a row is about."""
    claims: tuple[Claim, ...]
    kinds: Mapping[str, Kind]
    """By attribute, the key left out."""
    single: frozenset[str]
    """Attributes that have one value."""


def read_table(path: Path) -> Table:
    """Read a table.

    Raises:
        IngestError: it cannot be read, or does not say without doubt which cell belongs where.
    """
    read = _READERS.get(path.suffix.lower())
    if read is None:
        raise IngestError(
            f"{path.name}: not a table that can be read",
            hint=f"save it as one of: {', '.join(sorted(_READERS))}",
        )
    try:
        _demand_size(path)
        columns, rows = read(path)
    except IngestError as error:
        if str(error).startswith(path.name):
            raise
        raise IngestError(f"{path.name}: {error}", hint=error.hint) from error
    return Table(path.name, columns, rows)


def join_tables(
    tables: Sequence[Table], *, key: str = "", multi: Sequence[str] = (), names: Sequence[str] = ()
) -> Tables:
    """Make one set of claims of several tables.

    Args:
        tables: each a source.
        key: the column that says which thing a row is about; the first table's first if it is not said.
        multi: columns that have several values to a cell.
        names: columns whose values are people.

    Raises:
        IngestError: a column is not there, two tables have one name, a row does not say what it is about,
            or too many are about one thing.
    """
    _demand_different_names(tables)
    key = key or tables[0].columns[0]
    for table in tables:
        _demand_column(table, key)
    written: dict[str, str] = {}
    for table in tables:
        for column in table.columns:
            written.setdefault(key_of(column), column)
    several, people = (_columns(wanted, written) for wanted in (multi, names))
    claims = tuple(
        claim for table in tables for claim in _claims(table, key_of(key), written, several, people)
    )
    _demand_things(claims, written[key_of(key)])
    attributes = [column for folded, column in written.items() if folded != key_of(key)]
    texts: dict[str, list[str]] = {attribute: [] for attribute in attributes}
    for claim in claims:
        texts[claim.attribute].append(claim.value)
    kinds = {
        attribute: Kind.NAMES if attribute in people else kind_of(texts[attribute])
        for attribute in attributes
    }
    return Tables(written[key_of(key)], claims, kinds, frozenset(attributes) - several)


def _claims(
    table: Table, key: str, written: Mapping[str, str], multi: frozenset[str], people: frozenset[str]
) -> Iterator[Claim]:
    for row in table.rows:
        cells = {written[key_of(column)]: values for column, values in row.cells.items()}
        things = [thing.strip() for thing in cells.pop(written[key], ()) if thing.strip()]
        if len(things) != 1:
            raise IngestError(
                f"{table.name}, {row.place}: {'a list' if things else 'nothing'} in {written[key]!r}",
                hint="say in each row which one thing it is about, or choose another column with --key",
            )
        for attribute, values in cells.items():
            is_cut = attribute in multi and attribute not in people
            for value in values:
                for one in _cut(value) if is_cut else (value,):
                    if one.strip():
                        yield Claim(table.name, things[0], attribute, one.strip(), row.place)


def _demand_size(path: Path) -> None:
    with open_source(path) as file:
        if file.seek(0, SEEK_END) > MOST_BYTES:
            raise IngestError(f"larger than {MOST_BYTES // 1024**2} MB", hint="split it into several tables")


def _demand_things(claims: Sequence[Claim], key: str) -> None:
    counts = Counter((claim.source, key_of(claim.entity), claim.attribute) for claim in claims)
    for (source, thing, attribute), n in counts.most_common(1):
        if n > MOST_VALUES:
            raise IngestError(
                f"{source}: {n} values of {attribute!r} for one thing, {thing!r} in {key!r}",
                hint="name the column that says which thing a row is about with --key",
            )


def _cut(value: str) -> list[str]:
    for separator in _BETWEEN_VALUES[1:]:
        value = value.replace(separator, _BETWEEN_VALUES[0])
    return value.split(_BETWEEN_VALUES[0])


def _columns(wanted: Sequence[str], written: Mapping[str, str]) -> frozenset[str]:
    for column in wanted:
        if key_of(column) not in written:
            raise _no_column(f"no table has a column {column!r}", [*written.values()])
    return frozenset(written[key_of(column)] for column in wanted)


def _demand_column(table: Table, column: str) -> None:
    if key_of(column) not in {key_of(each) for each in table.columns}:
        raise _no_column(f"{table.name}: no column {column!r} to join it by", table.columns)


def _no_column(message: str, columns: Sequence[str]) -> IngestError:
    return IngestError(message, hint=f"with --key, --multi and --names, name one of: {', '.join(columns)}")


def _demand_different_names(tables: Sequence[Table]) -> None:
    names = [table.name for table in tables]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise IngestError(
            f"{twice}: two tables have this name", hint="rename one: a table is a source, and is named so"
        )


def _read_rows(path: Path, rows_of: Callable[[Path, Doubts], Iterable[SheetRow]]) -> Read:
    """Read a file of rows as the handbooks' reader cuts it, and refuse what that finds doubtful."""
    name, doubts = path.name, Doubts()
    lines = list(rows_of(path, doubts))
    for problem in doubts.problems():
        raise IngestError(f"{name}: {problem}", hint="mend it in a spreadsheet program")
    if not lines:
        raise IngestError(f"{name}: the table is empty", hint="its first row names the columns")
    columns = lines[0].cells
    _demand_header(name, columns)
    rows = []
    for line in lines[1:]:
        place = f"row {line.number}"
        if len(line.cells) != len(columns):
            raise IngestError(
                f"{name}, {place}: {len(line.cells)} cells under {len(columns)} columns",
                hint="quote cells that hold the delimiter, and fill up short rows",
            )
        if line.cells == columns:
            raise IngestError(f"{name}, {place}: the header a second time", hint="keep the first row only")
        rows.append(Row(place, {column: (cell,) for column, cell in zip(columns, line.cells, strict=True)}))
    return columns, tuple(rows)


def _demand_header(name: str, columns: Sequence[str]) -> None:
    if empty := [at for at, column in enumerate(columns, start=1) if not key_of(column)]:
        raise IngestError(
            f"{name}: column {empty[0]} has no name in the first row", hint="name every column there"
        )
    if all(kind_of([column]) is not Kind.TEXT for column in columns):
        raise IngestError(
            f"{name}: the first row holds values and no names of columns", hint="put a header above it"
        )
    folded = [key_of(column) for column in columns]
    if twice := next((column for column in columns if folded.count(key_of(column)) > 1), None):
        raise IngestError(f"{name}: two columns are called {twice!r}", hint="rename one of them")


def _read_lines(path: Path) -> Read:
    name = path.name
    columns: dict[str, None] = {}
    rows = []
    for number, line in enumerate(decode(read_source(path)).split("\n"), start=1):
        if line.strip():
            place = f"row {number}"
            cells = _object(f"{name}, {place}", line)
            columns.update(dict.fromkeys(cells))
            rows.append(Row(place, cells))
    if not columns:
        raise IngestError(f"{name}: the table is empty", hint="each line is a JSON object")
    _demand_header(name, [*columns])
    return tuple(columns), tuple(rows)


def _object(where: str, line: str) -> dict[str, tuple[str, ...]]:
    def without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise IngestError(f"{where}: a name stands twice in it", hint="keep one of the two values")
        return found

    try:
        # Numbers stay as they are written: 1.50 is no 1.5 to a reader.
        row = json.loads(
            line, object_pairs_hook=without_repeats, parse_float=str, parse_int=str, parse_constant=str
        )
    except (ValueError, RecursionError) as error:
        raise IngestError(f"{where}: not JSON", hint="each line is a JSON object") from error
    if not isinstance(row, dict):
        raise IngestError(f"{where}: no JSON object", hint='write it as {"column": "value"}')
    return {column: _cells(where, column, value) for column, value in row.items()}


def _cells(where: str, column: str, value: object) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [value]
    for one in values:
        if isinstance(one, dict | list):
            raise IngestError(f"{where}: {column!r} is nested", hint="make a column of each value inside it")
    return tuple(_WORDS.get(one, str(one)) for one in values)


_WORDS: Final[Mapping[object, str]] = {None: "", True: "yes", False: "no"}

_READERS: Final[Mapping[str, Callable[[Path], Read]]] = {
    ".csv": lambda path: _read_rows(path, delimited_rows),
    ".tsv": lambda path: _read_rows(path, delimited_rows),
    ".xlsx": lambda path: _read_rows(path, sheet_rows),
    ".jsonl": _read_lines,
    ".ndjson": _read_lines,
}
