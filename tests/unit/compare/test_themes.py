from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jaxtyping import Float32

from edgerag.compare.themes import SAME_THEME, themes
from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import CONFLICTS, Judgement, Label, Layer, Report, Significance, Verdict
from edgerag.domain.summaries import Theme

ADULTS, CHILDREN, HIV = "What dose for an adult?", "What dose for a child?", "Which regimen?"
HIGH, MEDIUM = Significance.HIGH, Significance.MEDIUM


class ByTopic:
    """Embeds texts of one topic alike, all others at right angles; remembers what it was given."""

    name = "by topic"
    dimensions = 8
    topics = ("dose", "drug", "duration", "route")

    def __init__(self) -> None:
        self.read: list[str] = []

    def encode(self, texts: Sequence[str]) -> Float32[np.ndarray, "text dim"]:
        self.read += texts
        rows = np.eye(8, dtype=np.float32)
        return rows[[self.topics.index(text.partition(":")[0].split()[-1]) for text in texts]]

    def encode_query(self, question: str) -> Float32[np.ndarray, " dim"]:
        return self.encode([question])[0]


class OnACircle(ByTopic):
    """Embeds "x: 30" at 30 degrees."""

    def encode(self, texts: Sequence[str]) -> Float32[np.ndarray, "text dim"]:
        angles = np.radians([float(text.partition(": ")[2]) for text in texts])
        return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def pair(topic: str, label: Label = Label.DIVERGENT, significance: Significance = HIGH) -> Judgement:
    is_conflict = label in CONFLICTS
    return Judgement(
        HandbookId("a"),
        HandbookId("b"),
        label,
        0.9,
        topic,
        significance if is_conflict else None,
        "",
        Layer.TYPED,
    )


def report(question: str, *pairs: Judgement) -> Report:
    return Report(question, Verdict.DISAGREE, (), pairs, {})


def test_by_hand() -> None:
    reports = [
        report(HIV, pair("choice of drug")),
        report(ADULTS, pair("adrenaline dose"), pair("adrenaline dose"), pair("dose", Label.CONSISTENT)),
        report(CHILDREN, pair("dose", Label.CONTRADICTORY, MEDIUM)),
    ]
    assert themes(reports, ByTopic()) == [
        Theme("adrenaline dose", (ADULTS, CHILDREN), n_conflicts=3, n_high=2),
        Theme("choice of drug", (HIV,), n_conflicts=1, n_high=1),
    ]


def test_without_a_conflict_there_is_no_theme_and_nothing_is_embedded() -> None:
    embedder = ByTopic()
    agreeing = [pair("dose", label) for label in Label if label not in CONFLICTS]
    assert themes([report(ADULTS, *agreeing)], embedder) == []
    assert themes([], embedder) == []
    assert embedder.read == []


def test_a_topic_is_read_with_its_question_and_once() -> None:
    embedder = ByTopic()
    themes([report(ADULTS, pair("dose")), report(ADULTS, pair("dose")), report(HIV, pair("drug"))], embedder)
    assert sorted(embedder.read) == [f"dose: {ADULTS}", f"drug: {HIV}"]


@pytest.mark.parametrize("degrees", [20, 40])
def test_topics_are_one_theme_from_the_threshold_on(degrees: int) -> None:
    found = themes([report("0", pair("dose")), report(str(degrees), pair("dose"))], OnACircle())
    assert len(found) == (1 if np.cos(np.radians(degrees)) >= SAME_THEME else 2)


def test_a_theme_is_what_is_alike_to_its_leader_and_not_to_any_member() -> None:
    # 25 degrees is alike to 0 and to 50, which are not alike.
    reports = [report(angle, *[pair("x")] * n) for angle, n in (("0", 4), ("25", 3), ("50", 2))]
    found = themes(reports, OnACircle())
    assert [(theme.questions, theme.n_conflicts) for theme in found] == [(("0", "25"), 7), (("50",), 2)]


def test_the_most_frequent_topic_leads() -> None:
    reports = [report(angle, *[pair("x")] * n) for angle, n in (("0", 1), ("25", 3), ("50", 2))]
    (theme,) = themes(reports, OnACircle())
    assert (theme.questions, theme.n_conflicts) == (("25", "50", "0"), 6)


CONFLICTING = st.builds(
    pair,
    st.sampled_from([f"{drug}{topic}" for drug in ("", "zinc ") for topic in ByTopic.topics]),
    st.sampled_from(Label),
    st.sampled_from(Significance),
)
REPORTS = st.lists(
    st.builds(lambda question, pairs: report(question, *pairs), st.sampled_from([ADULTS, CHILDREN, HIV]),
              st.lists(CONFLICTING, max_size=4)),
    max_size=6,
)  # fmt: skip


@given(REPORTS)
def test_every_conflict_is_in_one_theme_and_nothing_else_is(reports: list[Report]) -> None:
    conflicts = [p for one in reports for p in one.pairs if p.label in CONFLICTS]
    found = themes(reports, ByTopic())
    assert sum(theme.n_conflicts for theme in found) == len(conflicts)
    assert sum(theme.n_high for theme in found) == sum(p.significance is HIGH for p in conflicts)
    assert {theme.topic for theme in found} <= {p.topic for p in conflicts}
    counts = [theme.n_conflicts for theme in found]
    assert counts == sorted(counts, reverse=True)
    assert all(len(set(theme.questions)) == len(theme.questions) for theme in found)


@given(REPORTS, st.randoms(use_true_random=False))
def test_the_order_of_the_reports_makes_no_difference(reports: list[Report], random: Random) -> None:
    shuffled = list(reports)
    random.shuffle(shuffled)
    assert themes(shuffled, ByTopic()) == themes(reports, ByTopic())
