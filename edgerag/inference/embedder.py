"""Turns texts into vectors with an ONNX sentence encoder."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float32

from edgerag.errors import ModelError
from edgerag.inference.catalogue import Pooling
from edgerag.inference.onnx import OnnxModel


class OnnxEmbedder:
    """An embedder (see `roles.Embedder`): tokens' vectors pooled into one of length 1.

    A text longer than the model's context is cut at its end. A text's vector does not depend on the texts
    that are embedded with it, nor on the number of threads.
    """

    def __init__(self, model: OnnxModel, *, pooling: Pooling, query_prefix: str = "") -> None:
        """Pool and prefix as the model was trained to."""
        self.name = model.name
        self._model = model
        self._pooling = pooling
        self._query_prefix = query_prefix
        self.dimensions = len(self._embed(["dimensions"])[0])

    def encode(self, texts: Sequence[str]) -> Float32[np.ndarray, "text dim"]:
        """Embed passages.

        Raises:
            ModelError: the model gave something that is no direction.
        """
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        return self._embed(texts)

    def encode_query(self, question: str) -> Float32[np.ndarray, " dim"]:
        """Embed a question, after the model's query prefix.

        Raises:
            ModelError: the model gave something that is no direction.
        """
        vector: Float32[np.ndarray, " dim"] = self._embed([self._query_prefix + question])[0]
        return vector

    def _embed(self, texts: Sequence[str]) -> Float32[np.ndarray, "text dim"]:
        vectors = np.array(list(self._model.run_each(texts, self._pool)), dtype=np.float32)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        if not np.all(np.isfinite(lengths)) or not np.all(lengths > 0):
            raise ModelError(f"{self.name} gave a vector that has no direction")
        return vectors / lengths

    def _pool(self, tokens: Float32[np.ndarray, "token dim"]) -> Float32[np.ndarray, " dim"]:
        return tokens[0] if self._pooling is Pooling.CLS else tokens.mean(axis=0)
