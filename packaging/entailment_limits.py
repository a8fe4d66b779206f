"""Pairs of statements of the limit at which to act."""

from __future__ import annotations

import random

from entailment_edits import capital, written
from entailment_labels import CONTRADICT, ENTAIL, NEUTRAL
from entailment_words import words

ACTS = words("""
    start treatment, refer, transfuse, admit, give oxygen, begin therapy, repeat the test, screen
""")
LIMITS = (
    ("CD4 count", "cells/mm3", (100, 200, 350, 500), "below"),
    ("temperature", "°C", (37.5, 38, 38.5, 39), "above"),
    ("haemoglobin", "g/dL", (5, 6, 7, 8, 10), "below"),
    ("systolic blood pressure", "mmHg", (90, 140, 160, 180), "above"),
    ("oxygen saturation", "%", (88, 90, 92, 94), "below"),
    ("respiratory rate", "breaths/min", (30, 40, 50, 60), "above"),
    ("blood glucose", "mmol/L", (3, 4, 7, 11.1, 15), "above"),
    ("age", "years", (5, 12, 25, 40, 50, 65), "above"),
    ("weight", "kg", (3, 5, 10, 25, 35, 50), "below"),
    ("duration of symptoms", "days", (2, 3, 7, 14, 21), "above"),
    ("time since exposure", "hours", (12, 24, 48, 72, 96), "below"),
)
SIGNS = {
    "above": ("above {}", "> {}", "more than {}", "over {}", "greater than {}", "exceeds {}"),
    "below": ("below {}", "< {}", "less than {}", "under {}", "lower than {}"),
    "from": ("≥ {}", ">= {}", "{} or more", "at least {}", "{} or above"),
    "to": ("≤ {}", "<= {}", "{} or less", "at most {}", "not more than {}"),
}


def limit_pair(rng: random.Random) -> tuple[str, str, int]:
    """Two statements of the limit at which to act."""
    measure, unit, values, side = rng.choice(LIMITS)
    side = rng.choice((side, {"above": "from", "below": "to"}[side]))
    act, value = rng.choice(ACTS), rng.choice(values)
    other_act, other_value, other_side, label = act, value, side, ENTAIL
    match rng.choice(("same", "same", "value", "value", "side", "act")):
        case "value":
            other_value, label = rng.choice([v for v in values if v != value]), CONTRADICT
        case "side":
            other_side, label = (
                {"above": "below", "below": "above", "from": "below", "to": "above"}[side],
                CONTRADICT,
            )
        case "act":
            other_act, label = rng.choice([a for a in ACTS if a != act]), NEUTRAL

    def say(act: str, value: float, side: str) -> str:
        limit = rng.choice(SIGNS[side]).format(f"{written(value)} {unit}")
        is_ = "" if limit.startswith("exceeds") else rng.choice(("is ", "is ", ""))
        return rng.choice(
            (
                f"{capital(act)} if the {measure} {is_}{limit}.",
                f"If {measure} {is_}{limit}, {act}.",
                f"Patients whose {measure} {is_ or 'is '}{limit}: {act}.",
                f"{capital(act)} when {measure} {is_}{limit}",
            )
        )

    return say(act, value, side), say(other_act, other_value, other_side), label
