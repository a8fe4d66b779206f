from __future__ import annotations

from collections.abc import Sequence

from edgerag.compare.similarity import Answering, Verdicts
from edgerag.domain.reports import Label, Layer
from edgerag.evaluate.datasets.pairs import LabelledPair
from edgerag.evaluate.screening import asks_for_screening, screened

QUESTION = "How long should a burn be cooled?"
ANSWER = "Cool the burn for as long as 20 minutes."
BESIDE = "Scalds are common in small children."


class Reading:
    """A cross-encoder that sees an answer where a burn is cooled."""

    def cosine(self, a: str, b: str) -> float:
        return 0.85 if "Cool" in b else 0.4

    def relevance(self, a: str, b: str) -> float:
        return 6.0 if "Cool" in b else -9.0

    def entailment(self, pairs: Sequence[tuple[str, str]]) -> list[Verdicts] | None:
        return None

    def answering(self, question: str, a: str, b: str) -> Answering | None:
        return None


def pair(question: str, label: Label, source: str) -> LabelledPair:
    return LabelledPair(question, "a", "b", label, source_dataset=source)


def test_pair_is_absent_if_one_text_does_not_answer_whichever_comes_first() -> None:
    for a, b in ((ANSWER, BESIDE), (BESIDE, ANSWER), (BESIDE, BESIDE)):
        silent = screened(QUESTION, a, b, Reading())
        assert silent is not None
        assert (silent.label, silent.decided_by) == (Label.ABSENT, Layer.ABSENCE)
        assert silent.probability > 0.5


def test_two_answers_are_left_to_the_judge() -> None:
    assert screened(QUESTION, ANSWER, ANSWER + " Not longer.", Reading()) is None


def test_only_sources_with_silent_texts_are_screened() -> None:
    pairs = [
        pair("q1", Label.ABSENT, "trivia"),
        pair("q2", Label.CONSISTENT, "trivia"),
        pair("q3", Label.CONSISTENT, "claims"),
    ]
    assert asks_for_screening(pairs) == {"q1", "q2"}
