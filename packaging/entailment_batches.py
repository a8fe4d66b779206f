"""Pairs of texts as the network reads them: token ids, in batches of pairs of about equal length."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
import torch
from entailment_labels import Pair
from tokenizers import Tokenizer

T = TypeVar("T")

BATCH_TOKENS = 2048

Encoded = tuple[list[int], list[int]]
"""Token ids and segment ids of a pair."""
Tensors = tuple[torch.Tensor, ...]
"""What the model reads of a batch: token ids, or what the lower layers made of them; mask; segments."""
Batch = tuple[Tensors, list[Pair]]


class Encoder:
    """Turns pairs into token ids, long ones cut from the end of the longer text."""

    def __init__(self, base: Path, max_tokens: int) -> None:
        self._tokenizer = Tokenizer.from_file(str(base / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(max_tokens)

    def encode(self, pairs: Sequence[tuple[str, str]]) -> list[Encoded]:
        return [(e.ids, e.type_ids) for e in self._tokenizer.encode_batch(list(pairs))]


def batches(pairs: Sequence[Pair], encoder: Encoder, seed: int) -> Iterator[Batch]:
    """Batches of pairs of about equal length, of at most `BATCH_TOKENS` tokens, in random order."""
    rng = random.Random(seed)
    for chunk in chunks(pairs, 8192):
        encoded = encoder.encode([(pair.premise, pair.hypothesis) for pair in chunk])
        made: list[list[int]] = [[]]
        for i in sorted(range(len(chunk)), key=lambda i: (len(encoded[i][0]), rng.random())):
            if (len(made[-1]) + 1) * len(encoded[i][0]) > BATCH_TOKENS:
                made.append([])
            made[-1].append(i)
        rng.shuffle(made)
        for batch in made:
            yield tensors([encoded[i] for i in batch]), [chunk[i] for i in batch]


def chunks(items: Sequence[T], size: int) -> Iterator[list[T]]:
    for start in range(0, len(items), size):
        yield list(items[start : start + size])


def tensors(encoded: Sequence[Encoded]) -> Tensors:
    """Token ids, mask and segments, padded to the longest."""
    length = max(len(ids) for ids, _ in encoded)
    arrays = np.zeros((3, len(encoded), length), dtype=np.int64)
    for i, (ids, segments) in enumerate(encoded):
        arrays[0, i, : len(ids)] = ids
        arrays[1, i, : len(ids)] = 1
        arrays[2, i, : len(ids)] = segments
    return tuple(torch.from_numpy(array) for array in arrays)
