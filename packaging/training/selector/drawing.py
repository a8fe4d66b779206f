"""What the selector is shown: groups in random order, each with a few statements and one of its wordings."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from disagreements import bucket
from selector.groups import Graded, Group
from selector.judged import HELPFUL

SILENT_PERCENT: Final = 45
"""So many of the groups in which nothing even bears on the question are learnt from: they are half of all."""
MOST_SHOWN: Final = 8
"""Statements of a group."""
GROUPS_TOGETHER: Final = 6
"""In one step. All three set by hand."""

Shown = tuple[str, list[Graded]]
"""A wording of the question, and statements."""


def learnt_from(groups: Sequence[Group]) -> list[Group]:
    """Leave out the groups held out, and most of those without an answer, always the same."""
    return [
        group
        for group in groups
        if not group.is_held and (group.best or bucket(group.question + group.handbook, 100) < SILENT_PERCENT)
    ]


def drawn(groups: Sequence[Group], rng: random.Random) -> Iterator[list[Shown]]:
    """Yield steps without end, in which every group comes once before one comes again."""
    step: list[Shown] = []
    while groups:
        for group in rng.sample(groups, len(groups)):
            step.append(shown(group, rng))
            if len(step) == GROUPS_TOGETHER:
                yield step
                step = []


def shown(group: Group, rng: random.Random) -> Shown:
    """Draw a wording and some statements, those that help before others."""
    statements = rng.sample(group.statements, len(group.statements))
    statements.sort(key=lambda one: one.grade < HELPFUL)
    return rng.choice(group.asked), statements[:MOST_SHOWN]
