"""How far a batch of files is: count, rate and time left."""

from __future__ import annotations

from dataclasses import dataclass

from edgerag.present.amounts import count, duration
from edgerag.present.inert import one_line

TOO_EARLY_S = 4.0
"""Before this an estimate would jump about."""


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch of files at one moment."""

    doing: str
    """"reading" or "indexing"."""
    file_name: str
    n_done: int
    n_files: int
    n_passages: int
    """Passages indexed so far."""
    share: float
    """Of the work, by the sizes of the files: 0 to 1."""
    elapsed_s: float


def batch_title(batch: Batch) -> str:
    """Say what is being done at this moment."""
    return f"{batch.doing} {one_line(batch.file_name)}"


def batch_state(batch: Batch) -> str:
    """Say how far it is: "2 of 4 handbooks   38 passages a second   about 3 min left"."""
    parts = [f"{batch.n_done} of {count(batch.n_files, 'handbook')}"]
    if batch.n_passages and batch.elapsed_s > 0:
        rate = batch.n_passages / batch.elapsed_s
        parts.append(f"{rate:.0f} passages a second" if rate >= 1 else f"{60 * rate:.0f} passages a minute")
    if batch.share >= 1:
        parts.append("finishing")
    elif batch.elapsed_s >= TOO_EARLY_S and batch.share > 0:
        parts.append(f"about {duration(batch.elapsed_s * (1 - batch.share) / batch.share)} left")
    return "   ".join(parts)
