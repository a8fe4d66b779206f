"""Pairs of texts as the network reads them: token ids, in batches of pairs of about equal length."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar

import numpy as np
from jaxtyping import Int64
from tokenizers import Tokenizer

from entailment.labels import Pair

T = TypeVar("T")

BATCH_TOKENS: Final = 2048
"""Set by hand: 16 of the longest pairs, and 100 short ones."""
SORTED_TOGETHER: Final = 8192
"""Pairs that are put in order of length at a time: enough for full batches, few enough to be tokenised while
one waits."""

Encoded = tuple[list[int], list[int]]
"""Token ids and segment ids of a pair."""
Read = Int64[np.ndarray, "3 pair token"]
"""Token ids, mask and segments of a batch."""


class Encoder:
    """Turns pairs into token ids, long ones cut from the end of the longer text."""

    def __init__(self, folder: Path, max_tokens: int) -> None:
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(max_tokens)

    def encode(self, pairs: Sequence[tuple[str, str]]) -> list[Encoded]:
        """Give the ids of each pair, as many as it has."""
        return [(one.ids, one.type_ids) for one in self._tokenizer.encode_batch(list(pairs))]


def batches(pairs: Sequence[Pair], encoder: Encoder, seed: int) -> Iterator[tuple[Read, list[Pair]]]:
    """Yield batches of pairs of about equal length, in random order."""
    rng = random.Random(seed)
    for chunk in chunks(pairs, SORTED_TOGETHER):
        encoded = encoder.encode([(pair.premise, pair.hypothesis) for pair in chunk])
        made = batched([len(ids) for ids, _ in encoded], rng)
        rng.shuffle(made)
        for batch in made:
            yield padded([encoded[i] for i in batch]), [chunk[i] for i in batch]


def batched(lengths: Sequence[int], rng: random.Random) -> list[list[int]]:
    """Divide pairs of these lengths among batches of at most `BATCH_TOKENS` tokens, the padding counted."""
    made: list[list[int]] = [[]]
    for i in sorted(range(len(lengths)), key=lambda i: (lengths[i], rng.random())):
        if (len(made[-1]) + 1) * lengths[i] > BATCH_TOKENS:
            made.append([])
        made[-1].append(i)
    return made


def chunks(items: Sequence[T], size: int) -> Iterator[list[T]]:
    """Cut a sequence into pieces, the last of which may be shorter."""
    for start in range(0, len(items), size):
        yield list(items[start : start + size])


def padded(encoded: Sequence[Encoded]) -> Read:
    """Fill up every pair to the longest."""
    length = max(len(ids) for ids, _ in encoded)
    read = np.zeros((3, len(encoded), length), dtype=np.int64)
    for i, (ids, segments) in enumerate(encoded):
        read[0, i, : len(ids)] = ids
        read[1, i, : len(ids)] = 1
        read[2, i, : len(ids)] = segments
    return read
