"""Training of the selector: each statement is to get its grade, and the best of a group the most.

    loss of a group = mean over s of CE(sigmoid(logit(s)), TARGETS[grade(s)])
                    + CE(softmax over s of logit(s), GAINS[grade(s)] / sum over s of GAINS[grade(s)])

CE is the cross-entropy. The first makes logits comparable between questions; the second, list-wise, only puts
the statements of a group in order, and counts where one of them at least bears on the question.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np
import torch
from torch.nn import functional

from entailment.batches import Encoder, padded
from entailment.bert import Tensors, tensors
from entailment.training import CLIPPED_AT, REPORTED_EVERY, decayed
from selector.drawing import GROUPS_TOGETHER, Shown, drawn
from selector.groups import Group
from selector.network import Selector

TARGETS: Final = (0.02, 0.12, 0.6, 0.95)
"""How likely a statement of each grade is to answer."""
GAINS: Final = (0.0, 0.15, 0.5, 1.0)
"""What each grade is worth beside the others of its group. Both set by hand."""
WARMUP: Final = 0.1
"""In which part of the steps the rate rises to its peak."""
LEAST_SCALE: Final = 0.02
"""The rate never falls below this part of its peak. Both set by hand."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How long the training lasts, and how fast it learns."""

    epochs: float
    rate: float
    seed: int


def train(model: Selector, groups: Sequence[Group], encoder: Encoder, recipe: Recipe) -> None:
    """Let the upper layers and the head learn from groups."""
    torch.manual_seed(recipe.seed)
    n_steps = int(recipe.epochs * len(groups) / GROUPS_TOGETHER)
    learning = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(decayed(learning, recipe.rate))
    model.train()
    steps = drawn(groups, random.Random(recipe.seed))
    descend(model, optimizer, (loss_of_step(model, encoder, several) for several in steps), n_steps)


def descend(
    model: torch.nn.Module, optimizer: torch.optim.Optimizer, losses: Iterable[torch.Tensor], n_steps: int
) -> None:
    """Take a step after each loss, at a part of the optimizer's rates.

    Args:
        model: the network.
        optimizer: of its parameters.
        losses: each computed when the step before is taken.
        n_steps: how many.
    """
    peaks = [parameters["lr"] for parameters in optimizer.param_groups]
    reported: list[float] = []
    for step, loss in enumerate(islice(losses, n_steps)):
        for parameters, peak in zip(optimizer.param_groups, peaks, strict=True):
            parameters["lr"] = peak * scale(step, n_steps)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), CLIPPED_AT)
        optimizer.step()
        reported.append(float(loss.item()))
        if len(reported) % REPORTED_EVERY == 0:
            mean = np.mean(reported[-REPORTED_EVERY:])
            print(f"step {len(reported)} of {n_steps} loss {mean:.3f}", flush=True)


def scale(step: int, n_steps: int) -> float:
    """Give the part of the peak at which a step learns: up in a line, and down in one from the beginning."""
    return min(1.0, (step + 1) / (WARMUP * n_steps)) * max(LEAST_SCALE, 1 - step / n_steps)


def loss_of_step(model: Selector, encoder: Encoder, several: Sequence[Shown]) -> torch.Tensor:
    """Give the mean loss of groups that are shown together."""
    grades = [[one.grade for one in statements] for _, statements in several]
    return loss_of(read(model, encoder, several), grades)


def read(model: Selector, encoder: Encoder, several: Iterable[Shown]) -> torch.Tensor:
    """Give the logits of all statements, in half the precision; the lower layers learn nothing."""
    pairs = [(asked, one.text) for asked, statements in several for one in statements]
    ids, mask, segments = tensors(padded(encoder.encode(pairs)))
    with torch.autocast("cpu", torch.bfloat16):
        with torch.no_grad():
            below: Tensors = (model.lower(ids, mask, segments), mask, segments)
        return model.upper(*below).float().squeeze(1)


def loss_of(logits: torch.Tensor, grades: Sequence[Sequence[int]]) -> torch.Tensor:
    """Give the mean loss of the groups, whose statements' logits follow one another."""
    losses = [
        of_group(some, list(of))
        for some, of in zip(logits.split([len(of) for of in grades]), grades, strict=True)
    ]
    return torch.stack(losses).mean()


def of_group(logits: torch.Tensor, grades: Sequence[int]) -> torch.Tensor:
    """Give the loss of one group."""
    targets = torch.tensor([TARGETS[grade] for grade in grades])
    loss = functional.binary_cross_entropy_with_logits(logits, targets)
    gains = torch.tensor([GAINS[grade] for grade in grades])
    if gains.any():
        loss = loss - (gains / gains.sum() * functional.log_softmax(logits, dim=0)).sum()
    return loss
