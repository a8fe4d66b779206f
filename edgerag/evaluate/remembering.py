"""One question asked in several ways: what was read once is not read again."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float32

from edgerag.inference.roles import Reranker


class Remembering:
    """A reranker that reads no passage twice for one question."""

    def __init__(self, reranker: Reranker) -> None:
        self.name = reranker.name
        self._reranker = reranker
        self._question = ""
        self._logits: dict[str, float] = {}

    def score(self, query: str, passages: Sequence[str]) -> Float32[np.ndarray, " passage"]:
        """Score as the reranker does."""
        if query != self._question:
            self._question, self._logits = query, {}
        new = [passage for passage in dict.fromkeys(passages) if passage not in self._logits]
        self._logits |= dict(zip(new, self._reranker.score(query, new).tolist(), strict=True)) if new else {}
        return np.array([self._logits[passage] for passage in passages], dtype=np.float32)
