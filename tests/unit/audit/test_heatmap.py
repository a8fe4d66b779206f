from __future__ import annotations

from edgerag.audit.heatmap import heat_rows
from edgerag.domain.audited import Cell
from tests.unit.audit.reports import TERMS, found


def test_a_row_has_a_letter_for_each_handbook_of_the_terms() -> None:
    rows = ["".join(row.cells) for row in heat_rows(TERMS, found())]
    assert rows == ["DD-", "DDD", "!!!"]


def test_what_could_not_be_asked_says_why_and_nothing_else_does() -> None:
    assert [row.failure for row in heat_rows(TERMS, found())] == ["", "", "the worker ended"]


def test_every_cell_is_another_letter() -> None:
    assert len({*map(str, Cell)}) == len(Cell)
