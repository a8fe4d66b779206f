"""Every cell and every pair of an audit, as CSV and as JSON lines, a row at a time."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from edgerag.domain.answers import Answer
from edgerag.domain.audited import Audited
from edgerag.domain.audits import AskedHandbook
from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import Judgement

CELLS: Final = (
    "question_number",
    "question",
    "labels",
    "handbook_id",
    "handbook",
    "status",
    "answer",
    "page",
    "section",
    "quotation",
    "note",
)
PAIRS: Final = (
    "question_number",
    "question",
    "labels",
    "a_id",
    "a",
    "b_id",
    "b",
    "label",
    "probability",
    "topic",
    "significance",
    "reasoning",
    "decided_by",
)
FAILED: Final = "failed"
"""The status of every cell of a question that could not be asked."""

Row = tuple[str | int | float | None, ...]


def cell_rows(found: Iterable[Audited], books: Sequence[AskedHandbook]) -> Iterator[Row]:
    """Give a row for each question and handbook, in the order of `CELLS`."""
    names = {book.id: book.name for book in books}
    for one in found:
        head = _head(one)
        if one.report is None:
            yield from ((*head, book.id, book.name, FAILED, "", None, "", "", one.failure) for book in books)
        else:
            yield from ((*head, *_cell(answer, names)) for answer in one.report.answers)


def pair_rows(found: Iterable[Audited], books: Sequence[AskedHandbook]) -> Iterator[Row]:
    """Give a row for each question and pair of handbooks, in the order of `PAIRS`; none where it failed."""
    names = {book.id: book.name for book in books}
    for one in found:
        if one.report is not None:
            head = _head(one)
            yield from ((*head, *_pair(pair, names)) for pair in one.report.pairs)


def csv_opening(columns: Sequence[str]) -> bytes:
    """Give how CSV with these columns begins."""
    return b"\xef\xbb\xbf" + _csv_line(columns)


def lines_opening(columns: Sequence[str]) -> bytes:
    """Give how JSON lines with these keys begin, if there are any."""
    return b'{"%b":' % columns[0].encode()


def as_csv(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[bytes]:
    """Write rows as CSV that a spreadsheet opens and takes nothing in it for a formula."""
    yield csv_opening(columns)
    yield from (_csv_line([_harmless(cell) for cell in row]) for row in rows)


def as_json_lines(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[bytes]:
    """Write each row as an object in a line."""
    yield from (msgspec.json.encode(dict(zip(columns, row, strict=True))) + b"\n" for row in rows)


def _head(one: Audited) -> tuple[int, str, str]:
    labels = "; ".join(f"{name}: {value}" for name, value in one.question.labels.items())
    return one.question.position + 1, one.question.text, labels


def _cell(answer: Answer, names: Mapping[HandbookId, str]) -> Row:
    book = answer.handbook.id
    first = next(iter(answer.citations), None)
    quotation = "\n".join(citation.quote for citation in answer.answering)
    place = (first.page, first.section) if first else (None, "")
    return book, names[book], answer.status.value, answer.text, *place, quotation, answer.note


def _pair(pair: Judgement, names: Mapping[HandbookId, str]) -> Row:
    significance = pair.significance.value if pair.significance else ""
    both = pair.a, names[pair.a], pair.b, names[pair.b]
    said = pair.label.value, pair.probability, pair.topic, significance, pair.reasoning, pair.decided_by.value
    return *both, *said


def _harmless(cell: str | float | None) -> str | float:
    if isinstance(cell, str):
        return f"'{cell}" if cell[:1] in {"=", "+", "-", "@", "\t", "\r"} else cell
    return "" if cell is None else cell


def _csv_line(cells: Sequence[str | float]) -> bytes:
    line = io.StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue().encode()
