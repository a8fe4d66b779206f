"""Training of the selector: each statement is to get its grade, and the best of a group the most.

    loss of a judged group = mean over s of CE(sigmoid(logit(s)), TARGETS[grade(s)])
                           + CE(softmax over s of logit(s), GAINS[grade(s)] / sum over s of GAINS[grade(s)])
    loss of a taught group = TAUGHT (mean over s of CE(sigmoid(logit(s)), sigmoid(t(s)))
                           + KL(softmax over s of t(s), softmax over s of logit(s)))

CE is the cross-entropy, t the teacher's logit (`selector.teaching`). The first term of each makes logits
comparable between questions; the second, list-wise, only puts the statements of a group in order, and counts
where one of them at least bears on the question, or to the teacher seems to.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np
import torch
from torch.nn import functional

from entailment.batches import Encoder, padded
from entailment.bert import tensors
from entailment.training import CLIPPED_AT, REPORTED_EVERY, decayed
from selector.drawing import Shown, drawn, drawn_taught
from selector.groups import Group
from selector.network import Selector
from selector.taught import Taught

TARGETS: Final = (0.02, 0.12, 0.6, 0.95)
"""How likely a statement of each grade is to answer."""
GAINS: Final = (0.0, 0.15, 0.5, 1.0)
"""What each grade is worth beside the others of its group."""
TAUGHT: Final = 0.4
"""What the teacher's word is worth beside a grade."""
BESIDE: Final = -2.0
"""From this logit on a statement at least bears on the question to the teacher."""
JUDGED_TOGETHER, TAUGHT_TOGETHER = 8, 8
"""Groups of each kind in one step. All set by hand."""
WARMUP: Final = 0.06
"""In which part of the steps the rate rises to its peak."""
LEAST_SCALE: Final = 0.02
"""The rate never falls below this part of its peak. Both set by hand."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How long the training lasts, and how fast it learns."""

    epochs: float
    """Of the judged groups."""
    rate: float
    """Of the layers."""
    head_rate: float
    seed: int


def train(
    model: Selector, groups: Sequence[Group], taught: Sequence[Taught], encoder: Encoder, recipe: Recipe
) -> None:
    """Let the layers and the head learn from judged groups, and from taught ones if there are any."""
    torch.manual_seed(recipe.seed)
    model.train()
    n_steps = int(recipe.epochs * len(groups) / JUDGED_TOGETHER)
    optimizer = optimizer_of(model, model.pool, model.score, rate=recipe.rate, head_rate=recipe.head_rate)
    descend(model, optimizer, losses(model, groups, taught, encoder, random.Random(recipe.seed)), n_steps)


def losses(
    model: Selector, groups: Sequence[Group], taught: Sequence[Taught], encoder: Encoder, rng: random.Random
) -> Iterator[torch.Tensor]:
    """Yield the loss of step after step, each computed when it is asked for."""
    others = drawn_taught(taught, rng, TAUGHT_TOGETHER)
    for several in drawn(groups, rng, JUDGED_TOGETHER):
        loss = loss_of_step(model, encoder, several)
        if taught:
            loss = loss + loss_of_taught(model, encoder, next(others))
        yield loss


def optimizer_of(
    model: torch.nn.Module, *head: torch.nn.Module, rate: float, head_rate: float
) -> torch.optim.AdamW:
    """Make the optimizer of what learns; the head at a rate of its own."""
    of_head = [parameter for module in head for parameter in module.parameters()]
    heads = {id(parameter) for parameter in of_head}
    body = [one for one in model.parameters() if one.requires_grad and id(one) not in heads]
    return torch.optim.AdamW(
        [*decayed(body, rate), {"params": of_head, "lr": head_rate, "weight_decay": 0.0}]
    )


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
    """Give the mean loss of judged groups that are shown together."""
    logits = read(model, encoder, [(asked, [one.text for one in shown]) for asked, shown in several])
    return loss_of(logits, [[one.grade for one in shown] for _, shown in several])


def loss_of_taught(model: Selector, encoder: Encoder, several: Sequence[Taught]) -> torch.Tensor:
    """Give the mean loss of groups that the teacher has scored."""
    logits = read(model, encoder, [(one.asked, one.texts) for one in several])
    parts = logits.split([len(one.texts) for one in several])
    towards = [torch.tensor(one.logits) for one in several]
    return TAUGHT * torch.stack([as_taught(*both) for both in zip(parts, towards, strict=True)]).mean()


def as_taught(logits: torch.Tensor, towards: torch.Tensor) -> torch.Tensor:
    """Give the loss of one group, before it is weighed."""
    loss = functional.binary_cross_entropy_with_logits(logits, torch.sigmoid(towards))
    if towards.max() > BESIDE:
        order = functional.log_softmax(logits, dim=0), functional.log_softmax(towards, dim=0)
        loss = loss + functional.kl_div(*order, log_target=True, reduction="sum")
    return loss


def read(model: Selector, encoder: Encoder, several: Iterable[tuple[str, Sequence[str]]]) -> torch.Tensor:
    """Give the logits of all statements, in half the precision."""
    pairs = [(asked, text) for asked, texts in several for text in texts]
    with torch.autocast("cpu", torch.bfloat16):
        logits: torch.Tensor = model(*tensors(padded(encoder.encode(pairs))))
    return logits.float().squeeze(1)


def loss_of(logits: torch.Tensor, grades: Sequence[Sequence[int]]) -> torch.Tensor:
    """Give the mean loss of the groups, whose statements' logits follow one another."""
    of_groups = [
        of_group(some, list(of))
        for some, of in zip(logits.split([len(of) for of in grades]), grades, strict=True)
    ]
    return torch.stack(of_groups).mean()


def of_group(logits: torch.Tensor, grades: Sequence[int]) -> torch.Tensor:
    """Give the loss of one group."""
    targets = logits.new_tensor([TARGETS[grade] for grade in grades])
    loss = functional.binary_cross_entropy_with_logits(logits, targets)
    gains = logits.new_tensor([GAINS[grade] for grade in grades])
    if gains.any():
        loss = loss - (gains / gains.sum() * functional.log_softmax(logits, dim=0)).sum()
    return loss
