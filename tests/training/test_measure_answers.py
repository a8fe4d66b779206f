from __future__ import annotations

from edgerag.compare.compare import compared_text
from edgerag.domain.answers import Answer
from edgerag.domain.reports import Label, Report, Verdict
from judged_answers import AnsweredQuestion, JudgedAnswer, JudgedFlag
from measure_answers import Counted, Measured, lines, measured_by
from selector.judged import digest
from tests.answers import make_answer, make_pair

SURE, LIKELY, DOUBTFUL = (
    make_answer(title, f"Give {title}.", relevance=chance)
    for title, chance in (("sure", 0.9), ("likely", 0.6), ("doubtful", 0.2))
)
NAMES = {answer.handbook.id: answer.handbook.title for answer in (SURE, LIKELY, DOUBTFUL)}


def graded(answer: Answer, grade: int) -> JudgedAnswer:
    return JudgedAnswer(digest(compared_text(answer)), grade)  # type: ignore[arg-type]  # 0 to 3


def report(*answers: Answer) -> Report:
    pairs = (make_pair(SURE, LIKELY, Label.DIVERGENT), make_pair(SURE, DOUBTFUL, Label.DIVERGENT))
    return Report("?", Verdict.DISAGREE, answers, pairs, {})


JUDGED = AnsweredQuestion(
    "?",
    {"sure": graded(SURE, 1), "likely": graded(LIKELY, 3), "doubtful": graded(DOUBTFUL, 0)},
    (JudgedFlag("likely", "sure", "right"), JudgedFlag("doubtful", "sure", "answer")),
)


def test_what_was_judged_is_counted_in_the_order_in_which_it_is_shown() -> None:
    measured = measured_by(JUDGED, report(DOUBTFUL, LIKELY, SURE), NAMES)
    assert measured.answers == (
        Counted(0.9, helps=False),
        Counted(0.6, helps=True),
        Counted(0.2, helps=False),
    )
    assert sorted(measured.flags) == [(False, "right"), (True, "answer")]


def test_another_quotation_than_the_one_judged_is_not_counted() -> None:
    changed = make_answer("likely", "Give something else.", relevance=0.6)
    measured = measured_by(JUDGED, report(DOUBTFUL, changed, SURE), NAMES)
    assert len(measured.answers) == 2
    assert measured.flags == ((True, "answer"),)


def test_counts_are_told_by_probability_by_place_and_by_doubt() -> None:
    one = Measured((Counted(0.9, helps=True), Counted(0.3, helps=False)), ((False, "right"), (True, "same")))
    other = Measured((Counted(0.88, helps=False), Counted(0.3, helps=True)), ())
    said = list(lines([one, other]))
    assert said[0] == "4 answers that were graded, 0.500 of them answer"
    assert "  probability 0.85 to 1.00 | 2 answers | 0.500" in said
    assert said[-3:] == [
        "2 questions with several, one of which answers: the first one does in 0.500",
        "flagged as sure: 1 | {'right': 1}",
        "flagged as doubtful: 1 | {'same': 1}",
    ]
