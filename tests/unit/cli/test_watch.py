from __future__ import annotations

from edgerag.cli.watch import Board
from edgerag.domain.answers import Answer, AnswerMode, Status
from edgerag.domain.evidence import EvidenceMode, RetrievalTrace
from edgerag.domain.notices import Concern, Notice, Understood
from edgerag.engine.events import Drafted, QuestionRead, Written
from tests.synthetic import make_handbook

BOOK = make_handbook("Pocket guide", ["Give adrenaline."]).handbook
TRACE = RetrievalTrace(EvidenceMode.RETRIEVED, 1, 1, 5.0, 0.9, ())
LONG = "Give adrenaline 0.5 mL into the outer thigh muscle at once. They never replace adrenaline."


def board_with(text: str) -> Board:
    board = Board()
    board.take(Drafted(Answer(BOOK, Status.ANSWERED, text, AnswerMode.EXTRACTIVE, (), TRACE)))
    return board


def test_a_quotation_is_shown_from_its_beginning() -> None:
    drawn = board_with(LONG).drawn(80, 20).plain
    assert "Give adrenaline 0.5 mL" in drawn
    assert "replace adrenaline." not in drawn


def test_what_is_being_written_is_shown_to_its_end() -> None:
    board = board_with(LONG)
    board.take(Written(BOOK.id, "Inject half a millilitre into the thigh muscle now."))
    drawn = board.drawn(80, 20).plain
    assert "writes" in drawn
    assert drawn.endswith("thigh muscle now.")


def test_no_line_is_wider_than_the_terminal_unless_that_is_narrower_than_a_name() -> None:
    for width in (46, 60, 80, 120):
        assert all(len(line) <= width for line in board_with(LONG).drawn(width, 5).plain.splitlines())
    assert board_with(LONG).drawn(10, 5).plain


def test_how_the_question_was_understood_stands_above_the_handbooks() -> None:
    board = board_with(LONG)
    notice = Notice(Concern.ABSENT, "keppra is in none of your handbooks")
    board.take(QuestionRead(Understood("adrenaline · dose", (notice,))))
    lines = board.drawn(80, 20).plain.splitlines()
    assert lines[:2] == ["Understood as: adrenaline · dose", notice.sentence]
    assert lines[2].startswith("Pocket guide")
    assert board.drawn(80, 1).plain == "Understood as: adrenaline · dose"
