"""What the selector is shown: groups in random order, each with a few statements and one of its wordings."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from entailment.batches import chunks
from selector.groups import Graded, Group
from selector.judged import HELPFUL
from selector.taught import Taught

MOST_SHOWN: Final = 8
"""Statements of a group, set by hand."""

Shown = tuple[str, list[Graded]]
"""A wording of the question, and statements."""


def learnt_from(groups: Sequence[Group]) -> list[Group]:
    """Leave out the groups held out."""
    return [group for group in groups if not group.is_held]


def drawn(groups: Sequence[Group], rng: random.Random, together: int) -> Iterator[list[Shown]]:
    """Yield steps of so many groups without end, in which every group comes once before one comes again."""
    step: list[Shown] = []
    while groups:
        for group in rng.sample(groups, len(groups)):
            step.append(shown(group, rng))
            if len(step) == together:
                yield step
                step = []


def drawn_taught(taught: Sequence[Taught], rng: random.Random, together: int) -> Iterator[list[Taught]]:
    """Yield steps of so many taught groups without end, with some statements of each."""
    while taught:
        for several in chunks(rng.sample(taught, len(taught)), together):
            yield [some(one, rng) for one in several]


def some(taught: Taught, rng: random.Random) -> Taught:
    """Draw some statements of a taught group."""
    kept = rng.sample(range(len(taught.texts)), min(MOST_SHOWN, len(taught.texts)))
    return Taught(taught.asked, tuple(taught.texts[i] for i in kept), tuple(taught.logits[i] for i in kept))


def shown(group: Group, rng: random.Random) -> Shown:
    """Draw a wording and some statements, those that help before others."""
    statements = rng.sample(group.statements, len(group.statements))
    statements.sort(key=lambda one: one.grade < HELPFUL)
    return rng.choice(group.asked), statements[:MOST_SHOWN]
