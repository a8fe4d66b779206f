from __future__ import annotations

from edgerag.domain.answers import Status
from edgerag.domain.audited import ConflictTopic, Coverage, Relation
from edgerag.domain.reports import Label, Significance


def test_a_failed_answer_is_no_silence() -> None:
    assert Coverage({Status.FAILED: 3}).answered is None
    assert Coverage({Status.FAILED: 3, Status.UNCERTAIN: 1, Status.ANSWERED: 1}).answered == 0.5


def test_absent_and_unchecked_pairs_are_not_judged() -> None:
    counts = {Label.ABSENT: 5, Label.NOT_CHECKED: 2, Label.CONSISTENT: 1, Label.DIVERGENT: 3}
    assert (Relation(counts).n_judged, Relation(counts).n_conflicts) == (4, 3)


def test_a_topic_counts_its_pairs() -> None:
    assert ConflictTopic("dose", {Significance.HIGH: 2, Significance.LOW: 1}, 1).n_pairs == 3
