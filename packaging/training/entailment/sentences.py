"""Pairs made of guideline sentences.

A sentence is the premise, alone or with its neighbour. The hypothesis is that sentence reworded without a
change of meaning (entail), with one thing changed that makes it other advice (contradict), or meant for
other people, or its neighbour (neutral). The changed ones are reworded too, so that wording gives nothing
away. Chances are set by hand.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from entailment.edits import (
    CHANGES,
    DRUG,
    OPENINGS,
    QUANTITY,
    REWORDINGS,
    Edit,
    Weighted,
    maybe_reworded,
    shortened,
)
from entailment.labels import Made, Meaning

LABELS: Final = (Meaning.ENTAIL, Meaning.ENTAIL, Meaning.NEUTRAL, Meaning.CONTRADICT, Meaning.CONTRADICT)
"""Each as often as it stands here."""
EDITS: Final = {Meaning.ENTAIL: REWORDINGS, Meaning.NEUTRAL: OPENINGS, Meaning.CONTRADICT: CHANGES}


def sentence_pairs(passages: Sequence[Sequence[str]], n: int, seed: int) -> Iterator[Made]:
    """Make `n` pairs from runs of neighbouring sentences; half of them of sentences with numbers or drugs."""
    rng = random.Random(seed)
    places = [(passage, i) for passage in passages for i in range(len(passage))]
    telling = [
        (passage, i) for passage, i in places if QUANTITY.search(passage[i]) or DRUG.search(passage[i])
    ]
    made = 0
    while made < n:
        passage, i = rng.choice(telling if rng.random() < 0.5 else places)
        pair = sentence_pair(passage, i, rng)
        if pair:
            made += 1
            yield pair


def sentence_pair(passage: Sequence[str], i: int, rng: random.Random) -> Made | None:
    """Make a pair of the sentence at `i`; None if the edit that was drawn has nothing to change."""
    text = passage[i]
    label = rng.choice(LABELS)
    neighbours = [passage[j] for j in (i - 1, i + 1) if 0 <= j < len(passage) and passage[j] != text]
    if label is Meaning.NEUTRAL and neighbours and rng.random() < 0.5:
        return maybe_reworded(text, rng), maybe_reworded(rng.choice(neighbours), rng), label
    edit = drawn(EDITS[label], rng)
    new = edit(text, rng)
    if not new or new == text:
        return None
    new = maybe_reworded(new, rng)
    if neighbours and rng.random() < 0.4:
        return " ".join(s for s in passage if s in (text, neighbours[-1])), new, label
    if edit is not shortened and label is not Meaning.NEUTRAL and rng.random() < 0.5:
        return new, text, label
    return text, new, label


def drawn(edits: Weighted, rng: random.Random) -> Edit:
    """Draw an edit by the weights."""
    return rng.choices([edit for edit, _ in edits], [weight for _, weight in edits])[0]
