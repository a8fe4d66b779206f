"""The map of an audit: what each letter means, and what stands under the cursor."""

from __future__ import annotations

from typing import Final

from edgerag.domain.audited import Cell, HeatRow
from edgerag.present.inert import one_line
from edgerag.present.lines import Line, Segment, Style, paragraph

CELL_STYLES: Final = {
    Cell.DIFFERS: Style.DISAGREE,
    Cell.ANSWERED: Style.AGREE,
    Cell.UNCERTAIN: Style.UNSURE,
    Cell.SILENT: Style.ABSENT,
    Cell.FAILED: Style.MARKED,
}
WORDS: Final = {
    Cell.DIFFERS: "answers, and another handbook disagrees",
    Cell.ANSWERED: "answers",
    Cell.UNCERTAIN: "may not address it",
    Cell.SILENT: "does not address it",
    Cell.FAILED: "could not be asked",
}
SHORT: Final = {
    Cell.DIFFERS: "disagrees",
    Cell.ANSWERED: "answers",
    Cell.UNCERTAIN: "unsure",
    Cell.SILENT: "silent",
    Cell.FAILED: "failed",
}


def heat_legend(width: int) -> list[Line]:
    """Say what the letters mean."""
    parts: list[Segment] = []
    for cell, word in SHORT.items():
        parts += [Segment(cell.value, CELL_STYLES[cell]), Segment(f" {word}   ")]
    return paragraph(parts, width)


def cell_lines(row: HeatRow, number: int, book: str, width: int) -> list[Line]:
    """Lay out the question and the handbook under the cursor.

    Args:
        row: the question's.
        number: the handbook's, from 1.
        book: its name.
        width: columns.
    """
    cell = row.cells[number - 1]
    lines = paragraph([Segment(one_line(row.question.text), Style.TITLE)], width)
    said = f"{number}. {one_line(book)}: {WORDS[cell]}"
    lines += paragraph([Segment(said, CELL_STYLES[cell])], width)
    if row.failure:
        lines += paragraph([Segment(one_line(row.failure), Style.DIM)], width)
    labels = ", ".join(f"{name}: {value}" for name, value in row.question.labels.items())
    return lines + (paragraph([Segment(one_line(labels), Style.DIM)], width) if labels else [])
