"""How alike two texts are, and whether one follows from the other, by models held in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from edgerag.inference.roles import Embedder, Entailment, Relator, Reranker


class Verdicts(NamedTuple):
    """Probabilities that one text entails another, leaves it open, or contradicts it."""

    entails: float
    leaves_open: float
    contradicts: float


class Answering(NamedTuple):
    """How two texts relate as answers to a question, in logarithms of probabilities."""

    same: float
    """Who follows either does the same, as far as the question asks."""
    more: float
    """Both can be followed; one says more, or each answers another part of the question."""
    differs: float
    """Who follows the one does something else than who follows the other."""
    opposite: float
    """One says to do what the other says not to do."""
    apart: float
    """One of them does not answer the question, so that nothing can be compared."""


class Similarity(Protocol):
    """Views on how much one text has to do with another."""

    def cosine(self, a: str, b: str) -> float:
        """Cosine of the two embeddings, -1 to 1; the same in both directions."""
        ...

    def relevance(self, a: str, b: str) -> float:
        """Cross-encoder's logit for `b` as an answer to `a`."""
        ...

    def entailment(self, pairs: Sequence[tuple[str, str]]) -> list[Verdicts] | None:
        """What the first text of each pair means for the second; None without an entailment model."""
        ...

    def answering(self, question: str, a: str, b: str) -> Answering | None:
        """How two texts relate as answers to a question; None without a model for that."""
        ...


class ModelSimilarity:
    """Similarity by models; each text is embedded once per instance, and each pair of texts read once."""

    def __init__(
        self,
        embedder: Embedder,
        reranker: Reranker,
        entailment: Entailment | None = None,
        relator: Relator | None = None,
    ) -> None:
        self._embedder = embedder
        self._reranker = reranker
        self._entailment = entailment
        self._relator = relator
        self._vectors: dict[str, np.ndarray] = {}
        self._relevances: dict[tuple[str, str], float] = {}
        self._verdicts: dict[tuple[str, str], Verdicts] = {}
        self._answering: dict[tuple[str, str, str], Answering] = {}

    def cosine(self, a: str, b: str) -> float:
        """Cosine of the two embeddings."""
        return float(self._vector(a) @ self._vector(b))

    def relevance(self, a: str, b: str) -> float:
        """Cross-encoder's logit for `b` as an answer to `a`."""
        if (a, b) not in self._relevances:
            self._relevances[a, b] = float(self._reranker.score(a, [b])[0])
        return self._relevances[a, b]

    def entailment(self, pairs: Sequence[tuple[str, str]]) -> list[Verdicts] | None:
        """What the first text of each pair means for the second, by the entailment model if there is one."""
        if self._entailment is None:
            return None
        unread = [pair for pair in dict.fromkeys(pairs) if pair not in self._verdicts]
        if unread:
            rows = self._entailment.score(unread).tolist()
            self._verdicts |= {pair: Verdicts(*row) for pair, row in zip(unread, rows, strict=True)}
        return [self._verdicts[pair] for pair in pairs]

    def answering(self, question: str, a: str, b: str) -> Answering | None:
        """How two texts relate as answers: the mean of what the model says of both orders."""
        if self._relator is None:
            return None
        key = question, min(a, b), max(a, b)
        if key not in self._answering:
            logits = self._relator.score(question, [(a, b), (b, a)]).astype(np.float64).mean(axis=0)
            highest = logits.max()
            logarithms = logits - highest - np.log(np.exp(logits - highest).sum())
            self._answering[key] = Answering(*logarithms.tolist())
        return self._answering[key]

    def _vector(self, text: str) -> np.ndarray:
        if text not in self._vectors:
            self._vectors[text] = self._embedder.encode([text])[0]
        return self._vectors[text]
