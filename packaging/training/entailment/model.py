"""The network that is trained: a BERT encoder over a pair, and three labels.

The encoder is the lower eight of the twelve layers of ms-marco-MiniLM-L-12-v2, a cross-encoder that has
learnt to read two texts together. What is judged is the first token's vector, the mean vectors of the two
texts (u, v), |u - v| and u * v, all read after each text has seen the other.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import torch
from torch import Tensor, nn

from entailment import bert
from entailment.base import Weights
from entailment.bert import HEAD_DROPOUT, WIDTH, Bert

LAYERS: Final = 8
"""Of the base's twelve: with more, the file would be larger than 25 MB."""
UPPER: Final = 4
"""How many of the layers the fine-tuning changes."""


class Entailment(Bert):
    """Logits of entail, neutral, contradict for token ids of a pair."""

    def __init__(self, n_upper: int = UPPER) -> None:
        super().__init__(LAYERS, n_upper)
        self.joined = nn.Linear(5 * WIDTH, WIDTH)
        self.dropout = nn.Dropout(HEAD_DROPOUT)
        self.labels = nn.Linear(WIDTH, 3)

    def upper(self, x: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
        """Give the logits from what `lower` gave."""
        x = self.through_upper(x, attention_mask)
        u = _mean(x, attention_mask * (1 - token_type_ids))
        v = _mean(x, attention_mask * token_type_ids)
        joined = torch.cat([x[:, 0], u, v, (u - v).abs(), u * v], dim=1)
        return self.labels(self.dropout(torch.tanh(self.joined(joined))))


def from_base(weights: Weights) -> Entailment:
    """Make a network with the encoder of a BERT and new labels; the word vectors stay as they are."""
    model = Entailment()
    bert.take_over(model, weights)
    model.words.weight.requires_grad_(False)
    return model


class Probabilities(nn.Module):
    """What is exported: probabilities, with the logits divided by the temperature that calibrates them."""

    def __init__(self, model: Entailment, temperature: float) -> None:
        super().__init__()
        self.model = model
        self.temperature = temperature

    def forward(self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
        """Give the probabilities of each pair."""
        logits = self.model(input_ids, attention_mask, token_type_ids)
        return torch.softmax(logits / self.temperature, dim=1)


def export(model: Entailment, temperature: float, path: Path, full: Path | None = None) -> None:
    """Write the int8 ONNX model to `path`, and the fp32 one to `full` if that is given."""
    bert.export(Probabilities(model, temperature), "probabilities", path, full)


def _mean(x: Tensor, mask: Tensor) -> Tensor:
    weights = mask.unsqueeze(-1).to(x.dtype)
    return (x * weights).sum(1) / weights.sum(1).clamp(min=1.0)
