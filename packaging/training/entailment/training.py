"""Training: a model is shown batches until its budget is used, and keeps what it has reached."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch.nn import functional

from entailment.bert import Tensors
from entailment.clock import Clock, Rates
from entailment.labels import Meaning, Pair
from entailment.model import Entailment

CHECKPOINT_S: Final = 240.0
"""As much work as an interruption may cost, set by hand."""
REPORTED_EVERY: Final = 50
"""Batches, about one line a minute on two cores."""
LOSSES_SHOWN: Final = 200
"""The mean of so many batches moves less from line to line than the training moves it."""
CLIPPED_AT: Final = 1.0
WEIGHT_DECAY: Final = 0.01
"""Both as BERT was trained."""

Batch = tuple[Tensors, list[Pair]]


class Training:
    """A model, its optimizer and how far it has come."""

    def __init__(self, model: Entailment, clock: Clock, rates: Rates) -> None:
        self.model, self.clock, self.rates = model, clock, rates
        self.forward: Callable[..., torch.Tensor] = model
        self.optimizer = adamw(model, rates)
        self.peaks = [group["lr"] for group in self.optimizer.param_groups]
        self.n_batches = 0

    def run(self, stream: Iterable[Batch], checkpoint: Path | None = None) -> None:
        """Train until the clock runs out, or the stream."""
        self.model.train()
        losses, saved = [], time.monotonic()
        for inputs, pairs in stream:
            if self.clock.part >= 1:
                break
            losses.append(self._step(inputs, torch.tensor([pair.label for pair in pairs])))
            if self.n_batches % REPORTED_EVERY == 0:
                self._report(float(np.mean(losses[-LOSSES_SHOWN:])))
            if checkpoint and time.monotonic() - saved > CHECKPOINT_S:
                self.save(checkpoint)
                saved = time.monotonic()

    def _report(self, loss: float) -> None:
        clock = self.clock
        print(
            f"{time.strftime('%H:%M:%S')} pairs {clock.seen} part {clock.part:.3f}"
            f" loss {loss:.4f} pairs/s {clock.seen / clock.used_s:.1f}",
            flush=True,
        )

    def _step(self, inputs: Tensors, labels: torch.Tensor) -> float:
        start = time.monotonic()
        scale = self.rates.scale(self.clock.part)
        for group, peak in zip(self.optimizer.param_groups, self.peaks, strict=True):
            group["lr"] = peak * scale
        loss = loss_of(self.forward(*inputs), labels)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), CLIPPED_AT)
        self.optimizer.step()
        self.n_batches += 1
        self.clock.seen += len(labels)
        self.clock.used_s += time.monotonic() - start
        return float(loss.item())

    def save(self, path: Path) -> None:
        """Keep what has been reached."""
        state = {
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "n": self.n_batches,
            "used_s": self.clock.used_s,
            "seen": self.clock.seen,
        }
        save(state, path)

    def load(self, path: Path) -> None:
        """Go on from what was kept."""
        state = torch.load(path)
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.n_batches, self.clock.used_s, self.clock.seen = state["n"], state["used_s"], state["seen"]


def save(state: Mapping[str, object], path: Path) -> None:
    """Write in one step, so that no interruption leaves half a file."""
    torch.save(state, path.with_suffix(".part"))
    path.with_suffix(".part").replace(path)


def loaded(path: Path) -> Entailment:
    """Open saved weights."""
    model = Entailment()
    model.load_state_dict(torch.load(path))
    return model


def loss_of(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Give the cross-entropy; -log(P(neutral) + P(contradict)) where only that it is not entailed is said."""
    log_p = functional.log_softmax(logits, dim=1)
    not_entailed = torch.logsumexp(log_p[:, 1:], dim=1)
    known = log_p.gather(1, labels.clamp(max=Meaning.CONTRADICT).unsqueeze(1)).squeeze(1)
    return -torch.where(labels == Meaning.NOT_ENTAIL, not_entailed, known).mean()


def adamw(model: Entailment, rates: Rates) -> torch.optim.AdamW:
    """Make the optimizer: the new layers learn at a rate of their own."""
    head = [*model.joined.parameters(), *model.labels.parameters()]
    heads = {id(parameter) for parameter in head}
    body = [p for p in model.parameters() if p.requires_grad and id(p) not in heads]
    return torch.optim.AdamW(
        [
            *decayed(body, rates.body),
            {"params": head, "lr": rates.head, "weight_decay": WEIGHT_DECAY},
        ]
    )


def decayed(parameters: Sequence[torch.nn.Parameter], rate: float) -> list[dict[str, object]]:
    """Group parameters for the optimizer: biases and norms do not decay."""
    return [
        {"params": [p for p in parameters if p.ndim > 1], "lr": rate, "weight_decay": WEIGHT_DECAY},
        {"params": [p for p in parameters if p.ndim == 1], "lr": rate, "weight_decay": 0.0},
    ]
