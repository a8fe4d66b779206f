from __future__ import annotations

from dataclasses import replace

from edgerag.domain.reports import Label, Report
from edgerag.present.standing import AGREES, ALONE, DISAGREES, MAY_DISAGREE, NOT_COMPARED, standings
from tests.unit.present.conftest import Builder


def test_one_conflict_outweighs_all(anaphylaxis: Report) -> None:
    seen = {answer.handbook.title: answer.handbook.id for answer in anaphylaxis.answers}
    found = standings(anaphylaxis)
    assert found[seen["Cardinal Clinic Guide"]] is DISAGREES
    assert found[seen["Harbour Primary Care"]] is DISAGREES
    assert found[seen["Meadow Nurses' Handbook"]] is NOT_COMPARED
    assert seen["Antiretroviral Guide"] not in found


def test_one_answer_alone_agrees_with_nobody(make: Builder) -> None:
    a, b = make.handbook("A"), make.handbook("B")
    report = make.report(make.answered(a, "Yes.", make.citation("Yes")), make.silent(b))
    assert standings(report) == {a.id: ALONE}


def test_answers_that_agree_say_so(make: Builder) -> None:
    a, b = make.handbook("A"), make.handbook("B")
    both = [make.answered(book, "Yes.", make.citation("Yes")) for book in (a, b)]
    report = make.report(*both, pairs=(make.pair(a, b, Label.COMPLEMENTARY),))
    assert set(standings(report).values()) == {AGREES}


def test_who_is_in_doubtful_conflicts_alone_may_disagree(make: Builder) -> None:
    a, b, c = (make.handbook(title) for title in "ABC")
    answers = [make.answered(book, "Yes.", make.citation("Yes")) for book in (a, b, c)]
    doubtful = replace(make.pair(a, b, Label.DIVERGENT), is_doubtful=True)
    report = make.report(*answers, pairs=(doubtful, make.pair(b, c, Label.DIVERGENT)))
    assert standings(report) == {a.id: MAY_DISAGREE, b.id: DISAGREES, c.id: DISAGREES}
