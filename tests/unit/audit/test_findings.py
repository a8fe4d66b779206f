from __future__ import annotations

import math

import pytest

from edgerag.audit.findings import NO_VALUE, find
from edgerag.domain.answers import Status
from edgerag.domain.audited import Findings
from edgerag.domain.audits import AuditQuestion
from edgerag.domain.reports import Label, Significance
from edgerag.present.audit_text import interval
from tests.unit.audit.reports import QUESTIONS, TERMS, found


@pytest.fixture(scope="module")
def findings() -> Findings:
    return find("small", TERMS, QUESTIONS, found())


def test_failed_questions_and_those_not_asked_are_in_no_rate(findings: Findings) -> None:
    assert (findings.n_questions, findings.n_answered, findings.n_failed, findings.n_left) == (4, 2, 1, 1)
    every = findings.groups[0]
    assert (every.n_questions, every.n_judged) == (2, 4)
    assert every.absence.value == pytest.approx(1 / 6)
    assert every.consistency.value == pytest.approx(1 / 4)
    assert every.divergence.value == pytest.approx(3 / 4)
    assert every.any_divergence.value == 1.0
    assert every.divergence.low <= every.divergence.value <= every.divergence.high


def test_pairs_are_counted_by_label_and_by_handbooks(findings: Findings) -> None:
    assert findings.labels == {
        Label.CONTRADICTORY: 1,
        Label.ABSENT: 2,
        Label.CONSISTENT: 1,
        Label.DIVERGENT: 2,
    }
    of_a_b = findings.relations[0, 1]
    assert (of_a_b.n_judged, of_a_b.n_conflicts) == (2, 1)
    assert (findings.relations[0, 2].n_judged, findings.relations[0, 2].n_conflicts) == (1, 1)


def test_groups_are_the_values_of_labels_that_were_asked(findings: Findings) -> None:
    assert [(group.label, group.value, group.n_questions) for group in findings.groups] == [
        ("", "", 2),
        ("topic", "dose", 2),
    ]
    assert (findings.by, findings.columns) == ("topic", ("dose", "fluids"))


def test_the_share_of_one_question_has_no_interval() -> None:
    (one,) = [only for only in found() if only.report][:1]
    every = find("one", TERMS, [one.question], [one]).groups[0]
    assert not math.isnan(every.absence.value)
    assert math.isnan(every.absence.low)
    assert interval(every.absence) == f"{100 * every.absence.value:.0f} %"


def test_coverage_is_by_handbook_and_topic(findings: Findings) -> None:
    gamma = findings.coverage[2, "dose"]
    assert gamma.counts == {Status.NOT_ADDRESSED: 1, Status.ANSWERED: 1}
    assert (gamma.answered, gamma.n_asked) == (0.5, 2)
    assert (0, "fluids") not in findings.coverage
    assert [book.answered for book in findings.handbooks] == [1.0, 1.0, 0.5]
    assert findings.by_silence() == [2, 0, 1]


def test_topics_are_one_if_their_words_are(findings: Findings) -> None:
    (topic,) = findings.topics
    assert (topic.topic, topic.n_pairs, topic.n_questions) == ("dose of x", 3, 2)
    assert topic.significance == {Significance.HIGH: 3}


def test_the_most_contested_question_comes_first(findings: Findings) -> None:
    assert [
        (one.question.position, one.n_conflicts, one.n_judged, one.n_high) for one in findings.contested
    ] == [
        (1, 2, 3, 2),
        (0, 1, 1, 1),
    ]


def test_questions_without_a_value_have_a_column_of_their_own() -> None:
    questions = [*QUESTIONS[:2], AuditQuestion(2, "Question 3?")]
    assert find("small", TERMS, questions, found()).columns == ("dose", NO_VALUE)


def test_an_audit_of_nothing_finds_nothing() -> None:
    empty = find("empty", TERMS, QUESTIONS[:1], [])
    assert (empty.n_answered, empty.labels, empty.topics, empty.by) == (0, {}, (), "")
    assert [book.answered for book in empty.handbooks] == [None, None, None]
