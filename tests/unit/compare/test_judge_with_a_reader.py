"""The judge with a language model: what it is asked, and whom it may not overrule."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from edgerag.compare.judge import compare_texts
from edgerag.compare.verdict import Opinion, Silence
from edgerag.domain.reports import Label, Layer, Significance
from edgerag.understand.understand import understand
from tests.unit.compare.alike import AlwaysAlike, NeverAlike
from tests.unit.compare.test_judge import QUESTIONS, TEXTS


class Overconfident:
    """A language model that finds every two texts the same, and counts how often it is asked."""

    share_right = 0.83

    def __init__(self, said: Opinion | Silence) -> None:
        self.said = said
        self.asked: list[tuple[str, str]] = []

    def read(self, question: str, a: str, b: str) -> Opinion | Silence:
        self.asked.append((a, b))
        return self.said


SAME = Opinion(Label.CONSISTENT)
OPEN = ("How is a cold treated?", "Rest in bed and drink tea.", "Sleep and drink a lot of water.")


def test_language_model_reads_what_is_left_open() -> None:
    reader = Overconfident(Opinion(Label.DIVERGENT, "tea", Significance.LOW))
    without = compare_texts(understand(OPEN[0]), *OPEN[1:], NeverAlike())
    judged = compare_texts(understand(OPEN[0]), *OPEN[1:], NeverAlike(), reader=reader)
    assert without.label is Label.NOT_CHECKED
    assert (judged.label, judged.decided_by, judged.topic) == (Label.DIVERGENT, Layer.LANGUAGE_MODEL, "tea")
    assert (judged.probability, judged.significance) == (0.83, Significance.LOW)
    assert "tea" in judged.reasoning


@pytest.mark.parametrize("silence", Silence)
def test_without_a_verdict_the_pair_stays_open_and_says_why(silence: Silence) -> None:
    without = compare_texts(understand(OPEN[0]), *OPEN[1:], NeverAlike())
    judged = compare_texts(understand(OPEN[0]), *OPEN[1:], NeverAlike(), reader=Overconfident(silence))
    assert (judged.label, judged.decided_by) == (Label.NOT_CHECKED, Layer.NONE)
    assert judged.reasoning == f"The language model gives no verdict: {silence}. {without.reasoning}"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Adrenaline 0.5 mL IM", "Adrenaline 0.5 mg IM"),
        ("Rest in bed and drink tea.", "Do not drink tea in bed."),
        ("Rest for 3 nights.", "Sleep for 4 nights."),
    ],
)
def test_language_model_cannot_make_competing_numbers_or_a_ban_agree(a: str, b: str) -> None:
    reader, alone = Overconfident(SAME), frozenset({Layer.TYPED, Layer.SIMILARITY})
    asked = understand("How is it treated?")
    judged = compare_texts(asked, a, b, NeverAlike(), without=alone, reader=reader)
    assert len(reader.asked) == 1
    assert judged.label is Label.NOT_CHECKED
    assert judged.reasoning.startswith("The language model reads them alike, but one forbids")
    reader.said = Opinion(Label.COMPLEMENTARY)
    judged = compare_texts(asked, a, b, NeverAlike(), without=alone, reader=reader)
    assert judged.label is Label.COMPLEMENTARY


@pytest.mark.parametrize(
    "texts", [("", "Rest."), ("Reposo en la cama y agua para el enfermo", "Rest."), ("rest " * 20_000, "x")]
)
def test_language_model_is_not_asked_about_what_cannot_be_read(texts: tuple[str, str]) -> None:
    reader = Overconfident(SAME)
    assert compare_texts(understand(OPEN[0]), *texts, NeverAlike(), reader=reader).label is Label.NOT_CHECKED
    assert not reader.asked


@given(QUESTIONS, TEXTS, TEXTS)
@settings(max_examples=200)
def test_language_model_overrules_nobody(question: str, a: str, b: str) -> None:
    reader = Overconfident(SAME)
    without = compare_texts(understand(question), a, b, AlwaysAlike())
    there = compare_texts(understand(question), a, b, AlwaysAlike(), reader=reader)
    if without.label is not Label.NOT_CHECKED:
        assert (there, reader.asked) == (without, [])
    back = compare_texts(understand(question), b, a, AlwaysAlike(), reader=reader)
    assert (there.label, there.decided_by) == (back.label, back.decided_by)
    assert len(set(reader.asked)) <= 1
