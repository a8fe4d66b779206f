"""Says how two texts relate as answers to a question, with an ONNX cross-encoder of five outputs.

The first text is read after the question, from which a separator parts it:

    [CLS] question [SEP] a [SEP] b [SEP]
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np
from jaxtyping import Float32

from edgerag.errors import ModelError
from edgerag.inference.onnx import OnnxModel

SEPARATOR: Final = "[SEP]"
"""As BERT's tokenizers write it; a text that has it cannot part itself in two."""
N_RELATIONS: Final = 5


class OnnxRelator:
    """A relation model (see `roles.Relator`).

    A pair longer than the model's context loses words from the end of the longer part. Logits depend neither
    on the pairs that are scored together nor on the number of threads.
    """

    def __init__(self, model: OnnxModel, threads: int = 1) -> None:
        """Use a model that reads pairs, on up to `threads` pairs at a time."""
        self.name = model.name
        self._model = model
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=model.name) if threads > 1 else None

    def score(self, question: str, pairs: Sequence[tuple[str, str]]) -> Float32[np.ndarray, "pair 5"]:
        """Score each pair of texts.

        Raises:
            ModelError: the model gave something that is no five numbers.
        """
        read = [(f"{_plain(question)} {SEPARATOR} {_plain(a)}", _plain(b)) for a, b in pairs]
        rows = map(self._row, read) if self._pool is None else self._pool.map(self._row, read)
        return np.array(list(rows), dtype=np.float32).reshape(-1, N_RELATIONS)

    def _row(self, pair: tuple[str, str]) -> np.ndarray:
        first, second = pair
        row = next(iter(self._model.run_each([second], np.ravel, after=first)))
        if row.shape != (N_RELATIONS,) or not np.isfinite(row).all():
            raise ModelError(f"{self.name} gives no five numbers per pair: it is no relation model")
        return row


def _plain(text: str) -> str:
    return text.replace(SEPARATOR, " ")
