"""How alike two texts are, by the models that retrieval already has in memory."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from edgerag.inference.roles import Embedder, Reranker


class Similarity(Protocol):
    """Two views on how much one text has to do with another."""

    def cosine(self, a: str, b: str) -> float:
        """Cosine of the two embeddings, -1 to 1; the same in both directions."""
        ...

    def relevance(self, a: str, b: str) -> float:
        """Cross-encoder's logit for `b` as an answer to `a`."""
        ...


class ModelSimilarity:
    """Similarity by an embedder and a cross-encoder; each text is embedded once per instance."""

    def __init__(self, embedder: Embedder, reranker: Reranker) -> None:
        self._embedder = embedder
        self._reranker = reranker
        self._vectors: dict[str, np.ndarray] = {}

    def cosine(self, a: str, b: str) -> float:
        """Cosine of the two embeddings."""
        return float(self._vector(a) @ self._vector(b))

    def relevance(self, a: str, b: str) -> float:
        """Cross-encoder's logit for `b` as an answer to `a`."""
        return float(self._reranker.score(a, [b])[0])

    def _vector(self, text: str) -> np.ndarray:
        if text not in self._vectors:
            self._vectors[text] = self._embedder.encode([text])[0]
        return self._vectors[text]
