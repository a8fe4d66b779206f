"""What the teacher learns, and what it says of the statements that the selector learns from.

It learns from the judged groups as the selector does (`selector.training`), and then scores these groups and
the pool of statements that nobody judged.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import torch

from entailment.batches import chunks
from selector.drawing import drawn, learnt_from
from selector.groups import Group
from selector.pool import Pooled
from selector.taught import Taught
from selector.teacher import Pair, Teacher
from selector.training import descend, loss_of, optimizer_of

EPOCHS: Final = 0.5
RATE: Final = 2e-5
GROUPS: Final = 8
"""In one step."""
SCORED_TOGETHER: Final = 128
"""All as the shipped weights were trained; set by hand."""


def taught(folder: Path, groups: Sequence[Group], pool: Sequence[Pooled], seed: int) -> list[Taught]:
    """Train a teacher on the groups that are not held out, and let it score them and the pool.

    Args:
        folder: of the language model that it begins as.
        groups: judged; those held out are left out.
        pool: not judged; those held out are left out.
        seed: of what is drawn.
    """
    torch.manual_seed(seed)
    teacher = Teacher(folder).to("cuda" if torch.cuda.is_available() else "cpu")
    train(teacher, learnt_from(groups), seed)
    asked = [(one.asked[0], tuple(said.text for said in one.statements)) for one in learnt_from(groups)]
    asked += [(one.asked, one.texts) for one in pool if not one.is_held and one.texts]
    logits = scored(teacher, [(question, text) for question, texts in asked for text in texts])
    return [Taught(question, texts, tuple(next(logits) for _ in texts)) for question, texts in asked]


def train(teacher: Teacher, groups: Sequence[Group], seed: int) -> None:
    """Let every layer learn from groups."""
    teacher.train()
    n_steps = int(EPOCHS * len(groups) / GROUPS)
    steps = drawn(groups, random.Random(seed), GROUPS)

    def loss() -> Iterator[torch.Tensor]:
        for several in steps:
            logits = teacher([(asked, one.text) for asked, shown in several for one in shown])
            yield loss_of(logits, [[one.grade for one in shown] for _, shown in several])

    descend(teacher, optimizer_of(teacher, teacher.score, rate=RATE, head_rate=10 * RATE), loss(), n_steps)


def scored(teacher: Teacher, pairs: Sequence[Pair]) -> Iterator[float]:
    """Yield the logit of each pair, those of about equal length read together."""
    teacher.eval()
    order = sorted(range(len(pairs)), key=lambda i: len(pairs[i][0]) + len(pairs[i][1]))
    logits: dict[int, float] = {}
    with torch.inference_mode():
        for part in chunks(order, SCORED_TOGETHER):
            logits |= zip(part, teacher([pairs[i] for i in part]).tolist(), strict=True)
    yield from (logits[i] for i in range(len(pairs)))
