from __future__ import annotations

import dataclasses

import pytest

from edgerag.domain.answers import Answer, AnswerMode, Status
from edgerag.domain.evidence import EvidenceMode, RetrievalTrace
from edgerag.domain.handbooks import Handbook, Metadata, Origin, Stated
from edgerag.domain.ids import HandbookId
from edgerag.domain.notices import Concern, Notice, Understood
from edgerag.domain.reports import (
    Counts,
    Judgement,
    Label,
    Layer,
    Mark,
    Report,
    Verdict,
    counts_of,
    verdict_of,
)

UNKNOWN = Stated("", Origin.DEFAULT)
BOOK = Handbook(
    HandbookId("a"),
    "a",
    "a.pdf",
    "/a.pdf",
    "pdf",
    Metadata(*[UNKNOWN] * 6),
    n_pages=1,
    n_sections=1,
    n_chunks=1,
    n_chars=1,
)
TRACE = RetrievalTrace(EvidenceMode.RETRIEVED, 0, 0, 0.0, 0.0, ())
ANSWERED = Answer(BOOK, Status.ANSWERED, "x", AnswerMode.EXTRACTIVE, (), TRACE)
SILENT = dataclasses.replace(ANSWERED, status=Status.NOT_ADDRESSED)
FAILED = dataclasses.replace(ANSWERED, status=Status.FAILED)


def pair(label: Label) -> Judgement:
    return Judgement(HandbookId("a"), HandbookId("b"), label, 1.0, "", None, "", Layer.NONE)


@pytest.mark.parametrize(
    ("answers", "labels", "verdict"),
    [
        ([ANSWERED, ANSWERED], [Label.CONSISTENT], Verdict.AGREE),
        ([ANSWERED, ANSWERED], [Label.COMPLEMENTARY], Verdict.AGREE),
        ([ANSWERED, ANSWERED], [Label.CONSISTENT, Label.DIVERGENT], Verdict.DISAGREE),
        ([ANSWERED, ANSWERED], [Label.NOT_CHECKED, Label.CONTRADICTORY], Verdict.DISAGREE),
        ([ANSWERED, ANSWERED], [Label.NOT_CHECKED, Label.CONSISTENT], Verdict.NOT_CHECKED),
        ([ANSWERED, FAILED], [], Verdict.NOT_CHECKED),
        ([ANSWERED, SILENT], [Label.ABSENT], Verdict.SINGLE),
        ([SILENT, SILENT], [Label.ABSENT], Verdict.NOT_ADDRESSED),
        ([], [], Verdict.NOT_ADDRESSED),
    ],
)
def test_one_word_says_how_the_answers_stand(
    answers: list[Answer], labels: list[Label], verdict: Verdict
) -> None:
    assert verdict_of(answers, [pair(label) for label in labels]) is verdict


def test_pairs_are_counted_by_label_and_handbooks_by_status() -> None:
    labels = [Label.CONSISTENT, Label.COMPLEMENTARY, Label.DIVERGENT, Label.NOT_CHECKED, Label.ABSENT]
    answers = (ANSWERED, ANSWERED, SILENT, FAILED)
    report = Report("?", Verdict.DISAGREE, answers, tuple(map(pair, labels)), {})
    assert counts_of(report) == Counts(
        n_agree=1,
        n_add=1,
        n_differ=1,
        n_doubtful=0,
        n_unchecked=1,
        n_answered=2,
        n_uncertain=0,
        n_silent=1,
        n_failed=1,
    )


@pytest.mark.parametrize(
    ("concern", "verdict"),
    [(Concern.NOT_ENGLISH, Verdict.NOT_UNDERSTOOD), (Concern.VAGUE, Verdict.TOO_VAGUE)],
)
def test_silence_on_a_question_that_is_not_clear_is_not_called_silence(
    concern: Concern, verdict: Verdict
) -> None:
    understood = Understood(notices=(Notice(concern, "say more"),))
    assert verdict_of([SILENT, SILENT], [], understood) is verdict
    assert verdict_of([ANSWERED, SILENT], [], understood) is Verdict.SINGLE


def test_a_pair_and_its_mark_are_found_in_either_order_of_names() -> None:
    judged, mark = pair(Label.DIVERGENT), Mark(HandbookId("a"), HandbookId("b"), Label.CONSISTENT)
    report = Report("?", Verdict.DISAGREE, (ANSWERED, ANSWERED), (judged,), {}, marks=(mark,))
    assert report.judgement(HandbookId("a"), HandbookId("b")) is judged
    assert report.judgement(HandbookId("b"), HandbookId("a")) is judged
    assert report.judgement(HandbookId("a"), HandbookId("c")) is None
    assert report.mark(judged) is mark
    assert report.mark(dataclasses.replace(judged, b=HandbookId("c"))) is None
