"""Training of the relation model: each pair is to get its relation.

    loss of a pair = CE(softmax(logits), (1 - SMOOTHED) * onehot(relation) + SMOOTHED / 5)

CE is the cross-entropy. What is judged is often doubtful, so that no relation is to be quite certain.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import torch
from torch.nn import functional

from entailment.batches import Encoder, padded
from entailment.bert import tensors
from entailment.clock import Rates
from entailment.training import adamw
from relation.drawing import TOGETHER, Shown, drawn, n_shown
from relation.network import RelationModel
from relation.pairs import Answers
from relation.short_pairs import ShortPair
from selector.training import WARMUP, descend

SMOOTHED: Final = 0.05
"""Set by hand."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How long the training lasts, and how fast it learns."""

    epochs: float
    rate: float
    """Of the layers."""
    head_rate: float
    seed: int

    def n_steps(self, answers: Sequence[Answers], short: Sequence[ShortPair]) -> int:
        """Count the steps."""
        return int(self.epochs * n_shown(answers, short) / TOGETHER)


def train(
    model: RelationModel,
    answers: Sequence[Answers],
    encoder: Encoder,
    recipe: Recipe,
    short: Sequence[ShortPair] = (),
) -> None:
    """Let the layers and the head learn from pairs."""
    torch.manual_seed(recipe.seed)
    optimizer = adamw(model, Rates(recipe.rate, recipe.head_rate, WARMUP))
    model.train()
    steps = drawn(answers, random.Random(recipe.seed), short)
    losses = (loss_of(read(model, encoder, several), several) for several in steps)
    descend(model, optimizer, losses, recipe.n_steps(answers, short))


def read(model: RelationModel, encoder: Encoder, several: Sequence[Shown]) -> torch.Tensor:
    """Give the logits of pairs."""
    logits: torch.Tensor = model(*tensors(padded(encoder.encode([texts for texts, _ in several]))))
    return logits


def loss_of(logits: torch.Tensor, several: Sequence[Shown]) -> torch.Tensor:
    """Give the mean loss of pairs."""
    relations = torch.tensor([relation for _, relation in several])
    return functional.cross_entropy(logits, relations, label_smoothing=SMOOTHED)
