"""Pairs as in two handbooks: other sentences around a statement, and not everything said by both."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, Literal

from entailment.labels import Made, Meaning
from entailment.records import PARTS, PARTS_SAID, UNSAID, Dosing, Part, Sayer, differing, random_record

Kind = Part | Literal["same"]

KINDS: Final[tuple[Kind, ...]] = ("same", "same", "same", "same", "same", *PARTS, "other")
"""In what two statements differ, each as often as it stands here."""
UNSAID_CHANCE: Final = 0.4
"""How often a part of a record that need not be said is left out, set by hand."""


def handbook_pairs(passages: Sequence[Sequence[str]], n: int, seed: int) -> Iterator[Made]:
    """Make `n` pairs of statements among other sentences, each saying more or less than the other.

    As a judge sees them: entail if nothing that both say differs, neutral if they are for other people or
    about other things.
    """
    rng = random.Random(seed)
    say = Sayer(rng)
    others = [sentence for passage in passages for sentence in passage]
    for _ in range(n):
        record = random_record(rng)
        kind = rng.choice(KINDS)
        if kind == "drug":
            record = replace(record, topic=record.topic or rng.choice(PARTS_SAID.topics))
        one, two = (record, record) if kind == "same" else differing(record, kind, rng)
        texts = [say(thinned(record, kind, rng)) for record in (one, two)]
        a, b = (surrounded(text, others, rng) for text in texts)
        yield a, b, meaning_of(kind)


def meaning_of(kind: Kind) -> Meaning:
    """Say what it means if two statements differ so."""
    match kind:
        case "same":
            return Meaning.ENTAIL
        case "people" | "other":
            return Meaning.NEUTRAL
        case _:
            return Meaning.CONTRADICT


def thinned(record: Dosing, kind: Kind, rng: random.Random) -> Dosing:
    """Leave some parts of a record unsaid, but never that of `kind` nor the people."""

    def is_left_out(part: str) -> bool:
        is_needed = part == kind or (kind == "drug" and part == "topic")
        return not is_needed and rng.random() < UNSAID_CHANCE

    return replace(
        record,
        days=0 if is_left_out("days") else record.days,
        route=UNSAID if is_left_out("route") else record.route,
        frequency=UNSAID if is_left_out("frequency") else record.frequency,
        topic="" if is_left_out("topic") else record.topic,
    )


def surrounded(text: str, others: Sequence[str], rng: random.Random) -> str:
    """Put a sentence before or after a text, as often as nothing."""
    match rng.randrange(4):
        case 0:
            return f"{rng.choice(others)} {text}"
        case 1:
            return f"{text} {rng.choice(others)}"
        case _:
            return text
