"""Pairs as in two handbooks: other sentences around a statement, and not everything said by both."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from entailment_labels import CONTRADICT, ENTAIL, NEUTRAL
from entailment_records import TOPICS, UNSAID, Dosing, Sayer, differing, random_record
from entailment_words import words

HANDBOOK_KINDS = words("""
    same, same, same, same, same, dose, dose, drug, route, frequency, days, people, other
""")


def handbook_pairs(passages: list[list[str]], n: int, seed: int) -> Iterator[tuple[str, str, int]]:
    """`n` pairs of statements among other sentences, each saying more or less than the other.

    As a judge sees them: entail if nothing that both say differs, neutral if they are for other people or
    about other things.
    """
    rng = random.Random(seed)
    say = Sayer(rng)
    others = [sentence for passage in passages for sentence in passage]
    for _ in range(n):
        record = random_record(rng)
        kind = rng.choice(HANDBOOK_KINDS)
        if kind == "drug":
            record = replace(record, topic=record.topic or rng.choice(TOPICS))
        one, two = (record, record) if kind == "same" else differing(record, kind, rng)
        label = {"same": ENTAIL, "people": NEUTRAL, "other": NEUTRAL}.get(kind, CONTRADICT)
        texts = [say(thinned(record, kind, rng)) for record in (one, two)]
        a, b = (surrounded(text, others, rng) for text in texts)
        yield a, b, label


def thinned(record: Dosing, kind: str, rng: random.Random) -> Dosing:
    """The record with some parts unsaid, but never that of `kind` nor the people."""
    unsaid = {"days": 0, "route": UNSAID, "frequency": UNSAID, "topic": ""}
    kept = {kind, "topic"} if kind == "drug" else {kind}
    return replace(
        record, **{part: no for part, no in unsaid.items() if part not in kept and rng.random() < 0.4}
    )


def surrounded(text: str, others: list[str], rng: random.Random) -> str:
    match rng.randrange(4):
        case 0:
            return f"{rng.choice(others)} {text}"
        case 1:
            return f"{text} {rng.choice(others)}"
    return text
