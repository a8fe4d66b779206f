from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np
import pytest
from jaxtyping import Float32

from edgerag.compare.rates import rates
from edgerag.compare.themes import themes
from edgerag.domain.answers import Answer, AnswerMode, Status
from edgerag.domain.evidence import EvidenceMode, RetrievalTrace
from edgerag.domain.handbooks import Handbook, Metadata, Origin, Stated
from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import Judgement, Label, Layer, Report, Significance, Verdict

UNKNOWN = Stated("", Origin.DEFAULT)
TRACE = RetrievalTrace(EvidenceMode.RETRIEVED, 0, 0, 0.0, 0.0, ())


def answer(handbook: str, status: Status = Status.ANSWERED) -> Answer:
    book = Handbook(
        HandbookId(handbook), handbook, "a.pdf", "/a.pdf", "pdf", Metadata(*[UNKNOWN] * 6), 1, 1, 1, 1
    )
    return Answer(book, status, "x", AnswerMode.EXTRACTIVE, (), TRACE)


def pair(names: str, label: Label, topic: str = "", significance: Significance | None = None) -> Judgement:
    a, b = map(HandbookId, names)
    return Judgement(a, b, label, 1.0, topic, significance, "", Layer.NONE)


def report(question: str, silent: str, *pairs: Judgement) -> Report:
    answers = [answer(one, Status.NOT_ADDRESSED if one in silent else Status.ANSWERED) for one in "abc"]
    return Report(question, Verdict.DISAGREE, tuple(answers), pairs, {})


REPORTS = [
    report(
        "adrenaline",
        "",
        pair("ab", Label.DIVERGENT, "dose", Significance.HIGH),
        pair("ac", Label.CONSISTENT),
        pair("bc", Label.NOT_CHECKED),
    ),
    report(
        "burns",
        "c",
        pair("ab", Label.COMPLEMENTARY),
        pair("ac", Label.ABSENT),
        pair("bc", Label.ABSENT),
    ),
]


def test_rates_by_hand() -> None:
    everything = rates(REPORTS)
    assert everything.absence == pytest.approx(1 / 6)
    assert (everything.n_pairs, everything.n_unchecked) == (3, 1)
    assert everything.divergence == pytest.approx(1 / 3)
    assert everything.consistency == pytest.approx(1 / 3)
    assert everything.any_divergence == pytest.approx(1 / 2)
    assert everything.severity == pytest.approx(1 / 3)


def test_rates_of_one_handbook_count_its_own_answers_and_pairs() -> None:
    silent = rates(REPORTS, HandbookId("c"))
    assert silent.absence == pytest.approx(1 / 2)
    assert (silent.n_questions, silent.n_pairs, silent.n_unchecked) == (2, 1, 1)
    assert (silent.divergence, silent.consistency) == (0.0, 1.0)


def test_a_difference_of_low_significance_weighs_a_third() -> None:
    low = dataclasses.replace(REPORTS[0].pairs[0], significance=Significance.LOW)
    assert rates([report("q", "", low)]).severity == pytest.approx(1 / 3)


def test_nothing_asked_gives_rates_of_nothing() -> None:
    assert rates([]).divergence == rates([]).absence == 0.0


class ByFirstWord:
    """An embedder for tests: texts are the same if their first word is."""

    name = "first-word"
    dimensions = 8

    def encode(self, texts: Sequence[str]) -> Float32[np.ndarray, "text dim"]:
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(vectors, texts, strict=True):
            row[len(text.split()[0]) % self.dimensions] = 1.0
        return vectors

    def encode_query(self, question: str) -> Float32[np.ndarray, " dim"]:
        vector: Float32[np.ndarray, " dim"] = self.encode([question])[0]
        return vector


def test_topics_that_are_alike_are_one_theme_and_the_most_frequent_comes_first() -> None:
    asked = [
        report("one", "", pair("ab", Label.DIVERGENT, "duration", Significance.LOW)),
        report("two", "", pair("ab", Label.DIVERGENT, "dose", Significance.HIGH)),
        report("three", "", pair("ac", Label.CONTRADICTORY, "dose", Significance.HIGH)),
    ]
    found = themes(asked, ByFirstWord())
    assert [(theme.topic, theme.n_conflicts, theme.n_high) for theme in found] == [
        ("dose", 2, 2),
        ("duration", 1, 0),
    ]
    assert set(found[0].questions) == {"two", "three"}
    assert themes(asked[::-1], ByFirstWord()) == found


def test_without_conflicts_there_are_no_themes() -> None:
    assert themes([REPORTS[1]], ByFirstWord()) == []
