"""The network that says whether a statement answers a question: one logit for a pair.

All twelve layers of ms-marco-MiniLM-L-12-v2, with its head: the first token's vector through a tanh. That
cross-encoder has learnt whether a passage of the web answers a question; the upper half of it is fine-tuned.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import torch
from torch import Tensor, nn

from entailment import bert
from entailment.base import Weights
from entailment.bert import HEAD_DROPOUT, WIDTH, Bert

LAYERS: Final = 12
"""All that the base has."""
UPPER: Final = 6
"""How many of the layers the training changes, set by hand."""
HEAD: Final = {"pooler.dense": "pool", "classifier": "score"}
"""Hugging Face's names for the modules of the head, and this module's."""


class Selector(Bert):
    """A logit for token ids of a pair."""

    def __init__(self) -> None:
        super().__init__(LAYERS, UPPER)
        self.pool = nn.Linear(WIDTH, WIDTH)
        self.dropout = nn.Dropout(HEAD_DROPOUT)
        self.score = nn.Linear(WIDTH, 1)

    def upper(self, x: Tensor, attention_mask: Tensor, _token_type_ids: Tensor) -> Tensor:
        """Give the logits, one a row, from what `lower` gave."""
        x = self.through_upper(x, attention_mask)
        return self.score(self.dropout(torch.tanh(self.pool(x[:, 0]))))


def from_base(weights: Weights) -> Selector:
    """Make a network that says what the base says, but for a constant; only the upper half of it learns."""
    model = Selector()
    bert.take_over(model, weights, HEAD)
    nn.init.zeros_(model.score.bias)
    bert.tune_upper(model, model.pool, model.score)
    return model


def export(model: Selector, path: Path, full: Path | None = None) -> None:
    """Write the int8 ONNX model to `path`, and the fp32 one to `full` if that is given."""
    bert.export(model, "logits", path, full)
