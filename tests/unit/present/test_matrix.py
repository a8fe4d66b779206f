from __future__ import annotations

from dataclasses import replace

import pytest

from edgerag.domain.reports import INHERITED, Label, Report
from edgerag.present.lines import Style, cells, plain
from edgerag.present.matrix import LETTERS, Cell, Matrix, cell_letter, legend
from tests.unit.present.conftest import Builder


def test_it_is_symmetrical_with_dots_on_the_diagonal(anaphylaxis: Report) -> None:
    matrix = Matrix(anaphylaxis)
    for row in range(matrix.n):
        assert matrix.pair(Cell(row, row)) is None
        for column in range(matrix.n):
            assert matrix.pair(Cell(row, column)) is matrix.pair(Cell(column, row))


def test_every_label_has_a_letter_of_its_own() -> None:
    assert len(set(LETTERS.values())) == len(Label) == len(LETTERS)


def test_a_pair_that_was_taken_over_has_a_small_letter(make: Builder) -> None:
    pair = make.pair(make.handbook("A"), make.handbook("B"), Label.DIVERGENT, reasoning="They differ.")
    assert cell_letter(pair) == "D"
    assert cell_letter(replace(pair, reasoning=f"They differ. {INHERITED}")) == "d"


def test_the_cursor_begins_on_the_first_conflict(anaphylaxis: Report) -> None:
    matrix = Matrix(anaphylaxis)
    pair = matrix.pair(matrix.first_conflict())
    assert pair is not None
    assert pair.label is Label.DIVERGENT


def test_a_conflict_that_is_sure_is_shown_before_a_doubtful_one_and_in_another_colour(make: Builder) -> None:
    a, b, c = (make.handbook(title) for title in "ABC")
    doubtful = replace(make.pair(a, b, Label.DIVERGENT), is_doubtful=True)
    sure = make.pair(a, c, Label.DIVERGENT)
    answers = [make.answered(book, "x") for book in (a, b, c)]
    matrix = Matrix(make.report(*answers, pairs=(doubtful, sure)))
    first = matrix.pair(matrix.first_conflict())
    assert first == sure
    styles = {
        segment.style for segment in matrix.row(0, 80, Cell(2, 2)) if segment.text == LETTERS[sure.label]
    }
    assert styles == {Style.UNSURE, Style.DISAGREE}
    only = Matrix(make.report(*answers[:2], pairs=(doubtful,)))
    assert only.pair(only.first_conflict()) == doubtful


@pytest.mark.parametrize("width", [40, 78, 118])
@pytest.mark.parametrize("n", [2, 20, 60])
def test_rows_fit_the_width_and_show_the_cursor(make: Builder, n: int, width: int) -> None:
    books = [make.handbook(f"Handbook number {number} of the ministry", "2013-05-01") for number in range(n)]
    matrix = Matrix(make.report(*(make.silent(book) for book in books)))
    cursor = Cell(0, n - 1)
    lines = [matrix.header(width, cursor), *(matrix.row(row, width, cursor) for row in range(n))]
    assert all(cells("".join(segment.text for segment in line)) <= width for line in lines)
    assert "[-]" in plain(lines)
    assert len({cells("".join(segment.text for segment in line)) for line in lines[1:]}) == 1
    assert f"{n:>2}" in plain(lines[:1])


def test_the_legend_explains_every_letter(anaphylaxis: Report) -> None:
    pair = replace(anaphylaxis.pairs[0], reasoning=f"They differ. {INHERITED}")
    text = plain(legend(replace(anaphylaxis, pairs=(pair,)), 200))
    assert all(f"{letter} " in text for letter in LETTERS.values())
    assert "same words" in text
    assert "marked" not in text


def test_a_marked_pair_has_a_sign_that_the_legend_explains(disputed: Report) -> None:
    matrix = Matrix(disputed)
    place = matrix.first_conflict()
    assert matrix.letter(place) == matrix.letter(Cell(place.column, place.row)) == "D*"
    rows = plain([matrix.row(row, 80, Cell(2, 3)) for row in range(matrix.n)])
    assert rows.count("D*") == 2
    assert "* marked as wrong" in plain(legend(disputed, 200))
