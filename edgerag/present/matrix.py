"""The N x N matrix of a report: a letter for how two answers relate, and the words for each letter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from edgerag.domain.answers import Answer
from edgerag.domain.reports import CONFLICTS, Judgement, Label, Report
from edgerag.present.lines import Line, Segment, Style, cells, fields, shorten
from edgerag.present.text import LABEL_STYLES
from edgerag.present.wording import in_reading_order, name

CELL_COLUMNS: Final = 3
"""A letter, or a number of two digits, and a gap."""
NUMBER_COLUMNS: Final = 4
MIN_NAME_COLUMNS: Final = 26
MAX_NAME_COLUMNS: Final = 64

LETTERS: Final = {
    Label.CONSISTENT: "S",
    Label.COMPLEMENTARY: "M",
    Label.DIVERGENT: "D",
    Label.CONTRADICTORY: "X",
    Label.ABSENT: "-",
    Label.NOT_CHECKED: "?",
}
WORDS: Final = {
    Label.CONSISTENT: "agree",
    Label.COMPLEMENTARY: "add more",
    Label.DIVERGENT: "differ",
    Label.CONTRADICTORY: "opposite",
    Label.ABSENT: "silent",
    Label.NOT_CHECKED: "not checked",
}
DIAGONAL: Final = "."
MARKED: Final = "*"
"""After the letter of a pair that a reader has marked as wrong."""
WRONG: Final = "marked as wrong"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the matrix: two positions in `Matrix.answers`."""

    row: int
    column: int


class Matrix:
    """A report's pairs, laid out by handbook; the answers that disagree come first."""

    def __init__(self, report: Report) -> None:
        self.answers: Sequence[Answer] = in_reading_order(report)
        place = {answer.handbook.id: position for position, answer in enumerate(self.answers)}
        self._pairs: dict[Cell, Judgement] = {}
        self._marked = {(mark.a, mark.b) for mark in report.marks}
        self._rows: dict[tuple[int, int, range, Style, int], Line] = {}
        """Rows as they were laid out: of all of them a step of the cursor changes four."""
        for pair in report.pairs:
            first, second = place[pair.a], place[pair.b]
            self._pairs[Cell(first, second)] = self._pairs[Cell(second, first)] = pair

    @property
    def n(self) -> int:
        """How many handbooks there are."""
        return len(self.answers)

    def pair(self, place: Cell) -> Judgement | None:
        """Give the judgement of a cell; None on the diagonal."""
        return self._pairs.get(place)

    def letter(self, place: Cell) -> str:
        """Give the letter of a cell, with a sign if a reader has marked the pair as wrong."""
        pair = self.pair(place)
        is_marked = pair is not None and (pair.a, pair.b) in self._marked
        return cell_letter(pair) + (MARKED if is_marked else "")

    def first_conflict(self) -> Cell:
        """Give the first cell that disagrees, for sure if there is such a one, or else the first pair."""
        conflicts = self.conflicts()
        sure = (at for at in conflicts if not self._pairs[at].is_doubtful)
        return next(sure, conflicts[0] if conflicts else Cell(0, min(1, self.n - 1)))

    def conflicts(self) -> list[Cell]:
        """List the cells above the diagonal that disagree, row by row."""
        return sorted(
            (at for at, pair in self._pairs.items() if at.row < at.column and pair.label in CONFLICTS),
            key=lambda at: (at.row, at.column),
        )

    def name_columns(self, width: int) -> int:
        """Give the columns of the names: what the cells leave over."""
        left = width - NUMBER_COLUMNS - self.n * CELL_COLUMNS
        return max(min(left, MAX_NAME_COLUMNS), MIN_NAME_COLUMNS)

    def shown_columns(self, width: int, cursor: Cell) -> range:
        """Give the columns that fit beside the names, the cursor's among them."""
        room = max((width - NUMBER_COLUMNS - self.name_columns(width)) // CELL_COLUMNS, 1)
        first = min(max(cursor.column - room // 2, 0), max(self.n - room, 0))
        return range(first, min(first + room, self.n))

    def header(self, width: int, cursor: Cell) -> Line:
        """Number the columns."""
        gap = " " * (NUMBER_COLUMNS + self.name_columns(width))
        return (
            Segment(gap),
            *(
                Segment(f"{column + 1:>2} ", Style.TITLE if column == cursor.column else Style.DIM)
                for column in self.shown_columns(width, cursor)
            ),
        )

    def row(self, row: int, width: int, cursor: Cell) -> Line:
        """Lay out one handbook's row, with the cursor in brackets if it stands there."""
        style = Style.TITLE if row in (cursor.row, cursor.column) else Style.PLAIN
        key = (row, width, self.shown_columns(width, cursor), style, cursor.column * (row == cursor.row))
        if key not in self._rows:
            self._rows[key] = self._lay_out(row, width, cursor, style)
        return self._rows[key]

    def _lay_out(self, row: int, width: int, cursor: Cell, style: Style) -> Line:
        columns = self.name_columns(width)
        title = shorten(name(self.answers[row].handbook, columns - 2), columns - 1)
        padding = " " * max(columns - cells(title), 0)
        line = [Segment(f"{row + 1:>2}  ", style), Segment(title + padding, style)]
        for column in self.shown_columns(width, cursor):
            line += self._cell(Cell(row, column), is_cursor=Cell(row, column) == cursor)
        return tuple(line)

    def _cell(self, place: Cell, *, is_cursor: bool) -> list[Segment]:
        pair = self.pair(place)
        if is_cursor:
            return [Segment(f"[{cell_letter(pair)}]", Style.CURSOR)]
        style = Style.DIM
        if pair is not None:
            style = Style.UNSURE if pair.is_doubtful else LABEL_STYLES[pair.label]
        letter = self.letter(place)
        return [Segment(" "), Segment(letter, style), Segment(" " * (CELL_COLUMNS - 1 - len(letter)))]


def cell_letter(pair: Judgement | None) -> str:
    """Give the letter of a cell, small if its label was taken over; a dot on the diagonal."""
    if pair is None:
        return DIAGONAL
    return LETTERS[pair.label].lower() if pair.is_inherited else LETTERS[pair.label]


def letter_words(*, has_marks: bool = False) -> list[str]:
    """Explain the letters, "S agree", and the sign of a mark where there is one."""
    words = [f"{letter} {WORDS[label]}" for label, letter in LETTERS.items()]
    return [*words, f"{MARKED} {WRONG}"] if has_marks else words


def legend(report: Report, width: int) -> list[Line]:
    """Explain the letters and signs of a report's matrix."""
    styles = [LABEL_STYLES[label] for label in LETTERS]
    parts = [Segment(words, style) for words, style in zip(letter_words(), styles, strict=True)]
    if report.marks:
        parts.append(Segment(f"{MARKED} {WRONG}", Style.UNSURE))
    if any(pair.is_inherited for pair in report.pairs):
        parts.append(Segment("small: same words as another pair", Style.DIM))
    return fields(parts, width)
