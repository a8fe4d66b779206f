"""Says what one text means for another with an ONNX cross-encoder of three labels."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from jaxtyping import Float32

from edgerag.errors import ModelError
from edgerag.inference.catalogue import EntailmentClass
from edgerag.inference.onnx import OnnxModel

SUM_TOLERANCE = 1e-3
"""How far three probabilities may be from adding up to 1."""


class OnnxEntailment:
    """An entailment model (see `roles.Entailment`): a classifier of three verdicts over a pair.

    A pair longer than the model's context loses words from the end of the longer of the two. A pair's
    probabilities do not depend on the pairs that are scored with it, nor on the number of threads.
    """

    def __init__(self, model: OnnxModel, threads: int = 1, logits: Sequence[EntailmentClass] = ()) -> None:
        """Use a model that reads pairs, on up to `threads` pairs at a time.

        `logits` says what each output is for; without it they are probabilities in the order of the class.
        """
        self.name = model.name
        self._columns = [logits.index(verdict) for verdict in EntailmentClass] if logits else []
        self._model = model
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=model.name) if threads > 1 else None

    def score(self, pairs: Sequence[tuple[str, str]]) -> Float32[np.ndarray, "pair 3"]:
        """Score each (premise, hypothesis).

        Raises:
            ModelError: the model gave something that is no three probabilities.
        """
        rows = map(self._row, pairs) if self._pool is None else self._pool.map(self._row, pairs)
        return np.array(list(rows), dtype=np.float32).reshape(-1, 3)

    def _row(self, pair: tuple[str, str]) -> np.ndarray:
        premise, hypothesis = pair
        row = next(iter(self._model.run_each([hypothesis], np.ravel, after=premise)))
        if row.shape != (3,):
            raise ModelError(
                f"{self.name} gives {row.shape} numbers per pair, not three: it is no entailment model"
            )
        if self._columns:
            return _softmax(row[self._columns])
        if not abs(float(row.sum()) - 1) < SUM_TOLERANCE:
            raise ModelError(f"{self.name} gave numbers that are no probabilities")
        return row


def _softmax(logits: np.ndarray) -> np.ndarray:
    shares: np.ndarray = np.exp(logits - logits.max())
    return shares / shares.sum()
