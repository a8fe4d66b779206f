from __future__ import annotations

import random
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from entailment.batches import BATCH_TOKENS, Encoder, batched, batches, chunks, padded
from entailment.labels import Meaning, Pair


@given(st.lists(st.integers(1, 256), min_size=1, max_size=200), st.integers(0, 1000))
def test_every_pair_is_in_one_batch_and_no_batch_is_too_large(lengths: list[int], seed: int) -> None:
    made = batched(lengths, random.Random(seed))
    assert sorted(i for batch in made for i in batch) == list(range(len(lengths)))
    assert all(len(batch) * max(lengths[i] for i in batch) <= BATCH_TOKENS for batch in made)


@given(st.lists(st.integers()), st.integers(1, 10))
def test_chunks_are_the_whole(items: list[int], size: int) -> None:
    made = list(chunks(items, size))
    assert [item for chunk in made for item in chunk] == items
    assert all(len(chunk) == size for chunk in made[:-1])


def test_short_pairs_are_filled_up_and_masked() -> None:
    read = padded([([5, 6, 7], [0, 0, 1]), ([8], [0])])
    assert read.tolist() == [[[5, 6, 7], [8, 0, 0]], [[1, 1, 1], [1, 0, 0]], [[0, 0, 1], [0, 0, 0]]]


def test_longer_text_of_a_pair_is_cut(tokenizer_folder: Path) -> None:
    ((ids, segments),) = Encoder(tokenizer_folder, 6).encode([("give zinc give zinc give", "zinc")])
    assert len(ids) == 6
    assert segments == [0, 0, 0, 0, 1, 1]


def test_batches_hold_every_pair_with_its_own_tokens(tokenizer_folder: Path) -> None:
    pairs = [Pair("give " * n, "zinc", Meaning.ENTAIL, "") for n in range(1, 60)]
    seen = []
    for read, some in batches(pairs, Encoder(tokenizer_folder, 128), seed=1):
        assert read.shape[1] == len(some)
        assert read[1].sum(axis=1).tolist() == [len(pair.premise.split()) + 4 for pair in some]
        seen += some
    assert sorted(seen, key=lambda pair: len(pair.premise)) == pairs
