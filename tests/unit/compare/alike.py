"""Models that find any two texts alike, or none, and a judge by the former."""

from __future__ import annotations

from collections.abc import Sequence

from edgerag.compare.comparison import Comparison
from edgerag.compare.judge import compare_texts
from edgerag.compare.similarity import Answering, Verdicts
from edgerag.understand.understand import understand


class AlwaysAlike:
    """The most dangerous models: they find any two texts the same."""

    def cosine(self, a: str, b: str) -> float:
        return 0.99

    def relevance(self, a: str, b: str) -> float:
        return 9.0

    def entailment(self, pairs: Sequence[tuple[str, str]]) -> list[Verdicts] | None:
        return None

    def answering(self, question: str, a: str, b: str) -> Answering | None:
        return None


class NeverAlike:
    def cosine(self, a: str, b: str) -> float:
        return 0.1

    def relevance(self, a: str, b: str) -> float:
        return -11.0

    def entailment(self, pairs: Sequence[tuple[str, str]]) -> list[Verdicts] | None:
        return None

    def answering(self, question: str, a: str, b: str) -> Answering | None:
        return None


def judge(question: str, a: str, b: str) -> Comparison:
    return compare_texts(understand(question), a, b, AlwaysAlike())
