from __future__ import annotations

from pathlib import Path

import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordPiece

from entailment.vocabulary import is_needed, most_used, trimmed


@pytest.mark.parametrize(
    ("token", "is_kept"),
    [("a", True), ("##a", True), ("#", True), ("##", False), ("é", False), ("give", False)],
)
def test_single_characters_are_needed(token: str, *, is_kept: bool) -> None:
    assert is_needed(token) == is_kept


def test_words_used_most_are_kept_first(tokenizer_folder: Path) -> None:
    tokenizer = tokenizer_folder / "tokenizer.json"
    numbers = Tokenizer.from_file(str(tokenizer)).get_vocab()
    kept = most_used(tokenizer, ["zinc", "give zinc"], len(numbers) - 1)
    assert numbers["zinc"] in kept
    assert numbers["give"] not in kept


def test_words_that_are_not_used_fill_up_in_the_order_of_the_vocabulary(tmp_path: Path) -> None:
    numbers = {token: n for n, token in enumerate(("[UNK]", "[unused0]", "a", "rare", "zinc", "give"))}
    tokenizer = Tokenizer(WordPiece(numbers, unk_token="[UNK]"))
    tokenizer.add_special_tokens(["[UNK]"])
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    kept = most_used(tmp_path / "tokenizer.json", ["give"], 4)
    assert kept == [numbers["[UNK]"], numbers["a"], numbers["rare"], numbers["give"]]


def test_trimmed_tokenizer_spells_what_it_has_not(tokenizer_folder: Path) -> None:
    source, out = tokenizer_folder / "tokenizer.json", tokenizer_folder / "small.json"
    numbers = Tokenizer.from_file(str(source)).get_vocab()
    kept = sorted(set(numbers.values()) - {numbers["a"], numbers["##a"], numbers["give"]})
    trimmed(source, kept, out)
    small = Tokenizer.from_file(str(out))
    assert sorted(small.get_vocab().values()) == list(range(len(kept)))
    assert small.encode("zinc", "bed").tokens == ["[CLS]", "zinc", "[SEP]", "b", "##e", "##d", "[SEP]"]
    assert small.encode("give").tokens == ["[CLS]", "[UNK]", "[SEP]"]
    assert small.encode("zinc").ids == [small.token_to_id(token) for token in ("[CLS]", "zinc", "[SEP]")]
