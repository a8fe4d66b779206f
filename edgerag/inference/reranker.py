"""Scores passages for a question with an ONNX cross-encoder."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float32

from edgerag.errors import ModelError
from edgerag.inference.onnx import OnnxModel


class OnnxReranker:
    """A reranker (see `roles.Reranker`): a classifier with one output over question and passage.

    A pair longer than the model's context loses words from the end of the longer of the two. A passage's
    score does not depend on the passages that are scored with it, nor on the number of threads.
    """

    def __init__(self, model: OnnxModel) -> None:
        """Use a model that reads pairs."""
        self.name = model.name
        self._model = model

    def score(self, query: str, passages: Sequence[str]) -> Float32[np.ndarray, " passage"]:
        """Score each passage for the question.

        Raises:
            ModelError: the model gave something that is no single number.
        """
        outputs = list(self._model.run_each(passages, np.ravel, after=query))
        if any(output.shape != (1,) for output in outputs):
            raise ModelError(
                f"{self.name} gives {outputs[0].shape} numbers per passage, not one: it is no reranker"
            )
        scores = np.array([output[0] for output in outputs], dtype=np.float32)
        if not np.all(np.isfinite(scores)):
            raise ModelError(f"{self.name} gave a score that is no number")
        return scores
