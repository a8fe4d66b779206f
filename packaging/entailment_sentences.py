"""Pairs made of guideline sentences.

A sentence is the premise, alone or with its neighbour. The hypothesis is that sentence reworded without a
change of meaning (entail), with one thing changed that makes it other advice (contradict), or meant for
other people, or its neighbour (neutral). The changed ones are reworded too, so that wording gives nothing
away.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

from entailment_edits import (
    CHANGES,
    DRUG,
    OPENINGS,
    QUANTITY,
    REWORDINGS,
    capital,
    maybe_reworded,
    shortened,
)
from entailment_labels import CONTRADICT, ENTAIL, NEUTRAL

CORPUS_STEP = 4
"""Every so many-th text of the corpus is read: it is larger than the guidelines, which matter more."""


def read_passages(guidelines: list[Path], corpus: list[Path]) -> list[list[str]]:
    """Runs of neighbouring sentences of Markdown guidelines and of JSON lines with a `text`; none twice."""
    out: list[list[str]] = []
    for path in guidelines:
        blocks = re.split(r"\n\s*\n|\n#", path.read_text(encoding="utf-8"))
        out += [list(sentences(re.sub(r"\n(?![-*|#•])", " ", block))) for block in blocks]
    for path in corpus:
        opener = gzip.open if path.suffix == ".gz" else open
        with opener(path, "rt", encoding="utf-8") as lines:
            out += [list(sentences(json.loads(line)["text"])) for line in list(lines)[::CORPUS_STEP]]
    seen: set[str] = set()
    new = ([s for s in passage if s not in seen and not seen.add(s)] for passage in out)
    return [passage for passage in new if passage]


def sentences(block: str) -> Iterator[str]:
    for line in block.splitlines():
        if line.lstrip().startswith(("|", "#", "<")):
            continue
        for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z])", line):
            clean = re.sub(r"[*_`]|\[|\]\([^)]*\)|\]", "", sentence).strip(" -•\t")
            if 5 <= len(clean.split()) <= 40 and clean[0].isalpha() and not clean.endswith("?"):
                yield capital(clean)


def sentence_pairs(passages: list[list[str]], n: int, seed: int) -> Iterator[tuple[str, str, int]]:
    """`n` pairs from `passages`, runs of neighbouring sentences; half of them of sentences with numbers."""
    rng = random.Random(seed)
    places = [(passage, i) for passage in passages for i in range(len(passage))]
    with_numbers = [
        (passage, i) for passage, i in places if QUANTITY.search(passage[i]) or DRUG.search(passage[i])
    ]
    made = 0
    while made < n:
        passage, i = rng.choice(with_numbers if rng.random() < 0.5 else places)
        pair = one_sentence_pair(passage, i, rng)
        if pair:
            made += 1
            yield pair


def one_sentence_pair(passage: list[str], i: int, rng: random.Random) -> tuple[str, str, int] | None:
    text = passage[i]
    label = rng.choice((ENTAIL, ENTAIL, NEUTRAL, CONTRADICT, CONTRADICT))
    neighbours = [passage[j] for j in (i - 1, i + 1) if 0 <= j < len(passage) and passage[j] != text]
    if label == NEUTRAL and neighbours and rng.random() < 0.5:
        return maybe_reworded(text, rng), maybe_reworded(rng.choice(neighbours), rng), NEUTRAL
    edits = {ENTAIL: REWORDINGS, NEUTRAL: OPENINGS, CONTRADICT: CHANGES}[label]
    edit = rng.choices([e for e, _ in edits], [weight for _, weight in edits])[0]
    new = edit(text, rng)
    if not new or new == text:
        return None
    new = maybe_reworded(new, rng)
    premise = text
    if neighbours and rng.random() < 0.4:
        premise = " ".join(s for s in passage if s in (text, neighbours[-1]))
    elif edit is not shortened and label != NEUTRAL and rng.random() < 0.5:
        premise, new = new, premise
    return premise, new, label
