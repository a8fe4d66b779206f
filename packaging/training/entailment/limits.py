"""Pairs of statements of the limit at which to act."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Final, Literal

import msgspec

from entailment.labels import Made, Meaning
from entailment.text import capital, written
from entailment.words import listed

Side = Literal["above", "below", "from", "to"]

WITH_THE_LIMIT: Final[dict[Side, Side]] = {"above": "from", "below": "to"}
"""The side that holds the limit too."""
CONFLICTING: Final[dict[Side, Side]] = {"above": "below", "below": "above", "from": "below", "to": "above"}
"""A side with nothing in common."""


class Measure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What has limits in guidelines, and on which side of them one acts."""

    measure: str
    unit: str
    values: tuple[float, ...]
    side: Side


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`limits.toml`."""

    acts: tuple[str, ...]
    signs: dict[Side, tuple[str, ...]]
    limits: tuple[Measure, ...]


LIMITS: Final = listed("limits.toml", Limits)


@dataclass(frozen=True, slots=True)
class Limit:
    """What to do on one side of a value."""

    of: Measure
    act: str
    value: float
    side: Side


def limit_pair(rng: random.Random) -> Made:
    """Make two statements of the limit at which to act."""
    measure = rng.choice(LIMITS.limits)
    side = rng.choice((measure.side, WITH_THE_LIMIT[measure.side]))
    limit = Limit(measure, rng.choice(LIMITS.acts), rng.choice(measure.values), side)
    other, label = changed_limit(limit, rng)
    return said_limit(limit, rng), said_limit(other, rng), label


def changed_limit(limit: Limit, rng: random.Random) -> tuple[Limit, Meaning]:
    """Change one part of a limit, or none, and say what that makes of it."""
    match rng.choice(("same", "same", "value", "value", "side", "act")):
        case "value":
            value = rng.choice([value for value in limit.of.values if value != limit.value])
            return replace(limit, value=value), Meaning.CONTRADICT
        case "side":
            return replace(limit, side=CONFLICTING[limit.side]), Meaning.CONTRADICT
        case "act":
            act = rng.choice([act for act in LIMITS.acts if act != limit.act])
            return replace(limit, act=act), Meaning.NEUTRAL
        case _:
            return limit, Meaning.ENTAIL


def said_limit(limit: Limit, rng: random.Random) -> str:
    """Write a limit in one of many ways."""
    act, measure = limit.act, limit.of.measure
    sign = rng.choice(LIMITS.signs[limit.side]).format(f"{written(limit.value)} {limit.of.unit}")
    is_ = "" if sign.startswith("exceeds") else rng.choice(("is ", "is ", ""))
    return rng.choice(
        (
            f"{capital(act)} if the {measure} {is_}{sign}.",
            f"If {measure} {is_}{sign}, {act}.",
            f"Patients whose {measure} {is_ or 'is '}{sign}: {act}.",
            f"{capital(act)} when {measure} {is_}{sign}",
        )
    )
