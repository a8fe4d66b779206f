"""What became of each question at each handbook, as a cell of a map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from edgerag.domain.answers import Status
from edgerag.domain.audited import Audited, Cell, HeatRow
from edgerag.domain.audits import Terms
from edgerag.domain.reports import CONFLICTS

_CELLS = {
    Status.ANSWERED: Cell.ANSWERED,
    Status.UNCERTAIN: Cell.UNCERTAIN,
    Status.NOT_ADDRESSED: Cell.SILENT,
    Status.FAILED: Cell.FAILED,
}


def heat_rows(terms: Terms, found: Iterable[Audited]) -> Iterator[HeatRow]:
    """Give a row for each question that has a result, with a cell for each handbook of the terms."""
    order = [book.id for book in terms.handbooks]
    for one in found:
        if one.report is None:
            yield HeatRow(one.question, (Cell.FAILED,) * len(order), one.failure)
            continue
        cells = {answer.handbook.id: _CELLS[answer.status] for answer in one.report.answers}
        for pair in one.report.pairs:
            if pair.label in CONFLICTS:
                cells[pair.a] = cells[pair.b] = Cell.DIFFERS
        yield HeatRow(one.question, tuple(cells[book] for book in order))
