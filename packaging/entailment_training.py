"""Training: a model is shown batches until its budget is used, and keeps what it has reached."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import torch
from entailment_batches import Batch, Tensors
from entailment_labels import CONTRADICT, NOT_ENTAIL
from entailment_model import Entailment
from torch.nn import functional

CHECKPOINT_S = 240.0


class Clock:
    """How much of the budget is used: of seconds trained or, if `pairs` is given, of pairs seen."""

    def __init__(self, seconds: float, pairs: int) -> None:
        self.seconds, self.pairs = seconds, pairs
        self.used_s, self.seen = 0.0, 0

    @property
    def part(self) -> float:
        return min(self.seen / self.pairs if self.pairs else self.used_s / self.seconds, 1.0)


class Training:
    """A model, its optimizer and how far it has come."""

    def __init__(self, model: Entailment, clock: Clock, lr: float, head_lr: float, warmup: float) -> None:
        self.model, self.clock, self.warmup = model, clock, warmup
        self.forward: Callable[..., torch.Tensor] = model
        self.optimizer = adamw(model, lr, head_lr)
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
            if self.n_batches % 50 == 0:
                speed = self.clock.seen / self.clock.used_s
                print(
                    f"{time.strftime('%H:%M:%S')} pairs {self.clock.seen} part {self.clock.part:.3f}"
                    f" loss {np.mean(losses[-200:]):.4f} pairs/s {speed:.1f}",
                    flush=True,
                )
            if checkpoint and time.monotonic() - saved > CHECKPOINT_S:
                self.save(checkpoint)
                saved = time.monotonic()

    def _step(self, inputs: Tensors, labels: torch.Tensor) -> float:
        start = time.monotonic()
        part = self.clock.part
        scale = part / self.warmup if part < self.warmup else (1 - part) / (1 - self.warmup)
        for group, peak in zip(self.optimizer.param_groups, self.peaks, strict=True):
            group["lr"] = peak * max(scale, 0.01)
        loss = loss_of(self.forward(*inputs), labels)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.n_batches += 1
        self.clock.seen += len(labels)
        self.clock.used_s += time.monotonic() - start
        return loss.item()

    def save(self, path: Path) -> None:
        state = {
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "n": self.n_batches,
            "used_s": self.clock.used_s,
            "seen": self.clock.seen,
        }
        save(state, path)

    def load(self, path: Path) -> None:
        state = torch.load(path)
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.n_batches, self.clock.used_s, self.clock.seen = state["n"], state["used_s"], state["seen"]


def save(state: dict, path: Path) -> None:
    """Write in one step, so that no interruption leaves half a file."""
    torch.save(state, path.with_suffix(".part"))
    path.with_suffix(".part").replace(path)


def loaded(path: Path) -> Entailment:
    model = Entailment()
    model.load_state_dict(torch.load(path))
    return model


def loss_of(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Cross-entropy; for a pair that is only known not to be entailed, -log(P(neutral) + P(contradict))."""
    log_p = functional.log_softmax(logits, dim=1)
    not_entailed = torch.logsumexp(log_p[:, 1:], dim=1)
    known = log_p.gather(1, labels.clamp(max=CONTRADICT).unsqueeze(1)).squeeze(1)
    return -torch.where(labels == NOT_ENTAIL, not_entailed, known).mean()


def adamw(model: Entailment, lr: float, head_lr: float) -> torch.optim.AdamW:
    head = [*model.joined.parameters(), *model.labels.parameters()]
    heads = {id(parameter) for parameter in head}
    body = [p for p in model.parameters() if p.requires_grad and id(p) not in heads]
    return torch.optim.AdamW(
        [
            {"params": [p for p in body if p.ndim > 1], "lr": lr, "weight_decay": 0.01},
            {"params": [p for p in body if p.ndim == 1], "lr": lr, "weight_decay": 0.0},
            {"params": head, "lr": head_lr, "weight_decay": 0.01},
        ]
    )
