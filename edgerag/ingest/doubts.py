"""What a table leaves in doubt: told as problems of the handbook, a sentence each, never mended silently.

Every row is stored as it is written. A table contradicts itself where two rows are alike in all columns but
one; a column in which many rows differ so ("Strength") lists variants and contradicts nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from enum import StrEnum

from edgerag.ingest.records import Pair
from edgerag.ingest.withdrawn import ranges

MOST_NAMED = 8
"""Rows or spans of rows that a problem names; the others are counted."""
MOST_TOLD = 10
"""Pairs of rows that are told to differ in one column."""
MOST_PROBLEMS = 40
"""Problems of one table that are told; the others are counted."""
LONGEST_QUOTED = 60
"""Characters of a value that a problem quotes."""
MOST_COMPARED = 400_000
"""Cells that are kept to compare rows: some 50 MB."""
VARIANTS = 0.1
"""Share of the rows above which rows that differ in one column only are no contradiction."""
FEWEST_ALIKE = 2
"""Columns with text in which two such rows agree, at least."""
_COMMA = re.compile(r"(?<![\d.,])\d+,(?:\d{1,2}|\d{4,})(?![\d.,])|(?<![\d.,])0,\d+(?![\d.,])")
"""0,5 or 12,75: the comma can only part decimals."""
_UNCLEAR_COMMA = re.compile(r"(?<![\d.,])[1-9]\d{0,2},\d{3}(?![\d.,])")
_DATE = re.compile(r"(?<!\d)(\d{1,2})([/.-])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)")


class Doubt(StrEnum):
    """What can be wrong with a row; each value is the sentence after the rows' numbers."""

    FEWER = "fewer values than columns: check that none has slipped under another name"
    MORE = "more values than columns: those beyond the last are named by their letter"
    HEAD_AGAIN = "the names of the columns again: left out there"
    NO_FIRST = "nothing in the first column: whether they go on with the row above cannot be told"
    NOT_COMPUTED = "a formula without its result: open the file in a spreadsheet program and save it again"
    BROKEN = "an error in place of a value, such as #REF!"


class Doubts:
    """Collects what is doubtful in one table."""

    def __init__(self, table: str = "") -> None:
        self._table = table
        self._rows: dict[Doubt, list[int]] = defaultdict(list)
        self._said: dict[str, None] = {}
        self._commas: dict[str, dict[str, str]] = defaultdict(dict)
        self._dates: dict[str, tuple[str, bool, bool]] = {}
        self._alike = _Alike()

    def row(self, doubt: Doubt, number: int) -> None:
        """Note a doubt about a row."""
        numbers = self._rows[doubt]
        if not numbers or numbers[-1] != number:
            numbers.append(number)

    def say(self, problem: str) -> None:
        """Note a problem in words."""
        self._said[problem] = None

    def look_at(self, place: str, pairs: Sequence[Pair]) -> None:
        """Look at the values of the row of a place."""
        self._alike.add(place, pairs)
        for name, value in pairs:
            if "," in value:
                self._look_at_commas(name, value)
            for date in _DATE.finditer(value):
                seen, first, second = self._dates.get(name, (date.group(), False, False))
                self._dates[name] = (seen, first or int(date[1]) > 12, second or int(date[3]) > 12)

    def problems(self) -> Iterator[str]:
        """Say what was noted."""
        where = f'sheet "{self._table}": ' if self._table else ""
        told = [*self._said, *self._of_rows(), *self._of_columns(), *self._alike.problems()]
        for problem in told[:MOST_PROBLEMS]:
            yield where + problem
        if len(told) > MOST_PROBLEMS:
            yield f"{where}{len(told) - MOST_PROBLEMS:,} more doubts of these kinds"

    def _look_at_commas(self, name: str, value: str) -> None:
        for kind, pattern in (("decimal", _COMMA), ("unclear", _UNCLEAR_COMMA)):
            if kind not in self._commas[name] and (found := pattern.search(value)):
                self._commas[name][kind] = found.group()

    def _of_rows(self) -> Iterator[str]:
        for doubt in Doubt:
            if numbers := self._rows.get(doubt):
                yield f"{_rows_named(numbers)} {'has' if len(numbers) == 1 else 'have'} {doubt.value}"

    def _of_columns(self) -> Iterator[str]:
        for name, found in self._commas.items():
            if "unclear" in found:
                why = ", for there are decimal commas too" if "decimal" in found else ""
                yield (
                    f'column "{name}": "{found["unclear"]}" may be a thousand or a decimal comma{why}: '
                    "it is kept as written"
                )
            elif "decimal" in found:
                yield f'column "{name}" has decimal commas ("{found["decimal"]}"): they are kept as written'
        for name, (seen, first, second) in self._dates.items():
            if first == second:
                yield (
                    f'column "{name}": whether the day or the month comes first in dates such as "{seen}" '
                    "cannot be told: they are kept as written"
                )


class _Alike:
    """Finds rows that are alike in all columns but one."""

    def __init__(self) -> None:
        self._first: dict[int, tuple[str, str]] = {}
        self._pairs: dict[str, list[str]] = defaultdict(list)
        self._differing: dict[str, int] = defaultdict(int)
        self._n_rows = 0
        self._n_left_out = 0

    def add(self, place: str, pairs: Sequence[Pair]) -> None:
        filled = [(name, value) for name, value in pairs if value]
        if len(filled) <= FEWEST_ALIKE:
            return
        if len(self._first) + len(filled) > MOST_COMPARED:
            self._n_left_out += 1
            return
        self._n_rows += 1
        hashes = [hash(pair) for pair in filled]
        total = sum(hashes)
        for (name, value), own in zip(filled, hashes, strict=True):
            other = self._first.setdefault(hash((name, total - own)), (place, value))
            if other[1] != value:
                self._differing[name] += 1
                if len(self._pairs[name]) < MOST_TOLD:
                    values = f'"{_quoted(other[1])}", "{_quoted(value)}"'
                    self._pairs[name].append(f'{other[0]} and {place} differ in "{name}" alone: {values}')

    def problems(self) -> Iterator[str]:
        for name, told in self._pairs.items():
            if self._differing[name] <= max(1, VARIANTS * self._n_rows):
                yield from told
        if self._n_left_out:
            yield f"the last {self._n_left_out:,} rows were not searched for contradictions"


def _quoted(value: str) -> str:
    return value if len(value) <= LONGEST_QUOTED else value[: LONGEST_QUOTED - 1].rstrip() + "…"


def _rows_named(numbers: Sequence[int]) -> str:
    """Write "row 3" or "rows 3-5, 9 and 88 more"."""
    if len(numbers) == 1:
        return f"row {numbers[0]}"
    spans = ranges(numbers).split(", ")
    named = ", ".join(spans[:MOST_NAMED])
    more = f" and {len(spans) - MOST_NAMED} more" if len(spans) > MOST_NAMED else ""
    return f"rows {named}{more}"
