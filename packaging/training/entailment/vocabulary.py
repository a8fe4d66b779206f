"""Leaves rare tokens out of a model, so that its file stays small: texts spell them with shorter ones.

Kept are the special tokens, every single ASCII character, then what the training texts use most, and then
words in the order of the vocabulary, in which BERT's come by how often they are used.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from tokenizers import Tokenizer

from entailment.batches import chunks

CONTINUED: Final = "##"
"""What BERT's tokens inside a word begin with."""
UNUSED: Final = "[unused"
"""What the tokens begin with that BERT's vocabulary has in reserve."""
COUNTED_TOGETHER: Final = 10_000
"""Texts that are tokenised at a time, which bounds the memory."""


def most_used(tokenizer: Path, texts: Iterable[str], n: int) -> list[int]:
    """Choose the ids of `n` tokens to keep, in ascending order."""
    reader = Tokenizer.from_file(str(tokenizer))
    reader.no_padding()
    reader.no_truncation()
    numbers = reader.get_vocab()
    needed = {number for token, number in numbers.items() if is_needed(token)}
    needed |= set(reader.get_added_tokens_decoder())
    used: Counter[int] = Counter()
    for part in chunks(list(texts), COUNTED_TOGETHER):
        for encoding in reader.encode_batch(part, add_special_tokens=False):
            used.update(encoding.ids)
    words = {number for token, number in numbers.items() if not token.startswith(UNUSED)}
    further = sorted(words - needed, key=lambda number: (-used[number], number))
    return sorted([*needed, *further][:n])


def is_needed(token: str) -> bool:
    """Whether it is one ASCII character, with which words of rarer tokens can be spelt."""
    character = token.removeprefix(CONTINUED) if token != CONTINUED else token
    return len(character) == 1 and character.isascii()


def trimmed(tokenizer: Path, kept: Sequence[int], out: Path) -> None:
    """Write a tokenizer of the kept tokens, numbered anew in the same order."""
    new = {old: number for number, old in enumerate(kept)}
    content = json.loads(tokenizer.read_text(encoding="utf-8"))
    vocabulary = content["model"]["vocab"]
    content |= {"truncation": None, "padding": None}
    content["model"]["vocab"] = {token: new[old] for token, old in vocabulary.items() if old in new}
    for token in content["added_tokens"]:
        token["id"] = new[token["id"]]
    for token in content["post_processor"]["special_tokens"].values():
        token["ids"] = [new[old] for old in token["ids"]]
    out.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
