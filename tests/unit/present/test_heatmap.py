from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.audited import Cell, HeatRow
from edgerag.domain.audits import AuditQuestion
from edgerag.present.heatmap import CELL_STYLES, SHORT, WORDS, cell_lines, heat_legend
from edgerag.present.lines import cells, plain

QUESTION = AuditQuestion(0, "What dose of adrenaline?", {"topic": "shock"})


def test_every_letter_has_its_words_and_its_style() -> None:
    assert {*CELL_STYLES} == {*WORDS} == {*SHORT} == {*Cell}
    said = " ".join(plain(heat_legend(80)).split())
    assert all(f"{cell.value} {word}" in said for cell, word in SHORT.items())


@pytest.mark.parametrize("cell", Cell)
def test_under_the_cursor_stand_question_handbook_and_what_the_letter_means(cell: Cell) -> None:
    lines = plain(cell_lines(HeatRow(QUESTION, (Cell.SILENT, cell)), 2, "Clinic", 80)).splitlines()
    assert lines == ["What dose of adrenaline?", f"2. Clinic: {WORDS[cell]}", "topic: shock"]


def test_a_failure_is_told_with_its_reason() -> None:
    row = HeatRow(QUESTION, (Cell.FAILED,), "the worker ended")
    assert "the worker ended" in plain(cell_lines(row, 1, "Clinic", 80))


@given(st.text(min_size=1, max_size=200), st.integers(20, 100))
def test_nothing_that_comes_from_outside_leaves_its_line(text: str, width: int) -> None:
    row = HeatRow(AuditQuestion(0, text, {"label": text}), (Cell.FAILED,), text)
    lines = cell_lines(row, 1, text, width)
    assert all(cells("".join(part.text for part in line)) <= width for line in lines)
    assert "\x1b" not in plain(lines)
