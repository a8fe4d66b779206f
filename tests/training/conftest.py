from __future__ import annotations

from pathlib import Path

import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer
from tokenizers.processors import TemplateProcessing

TOKENS = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    *"abcdefgz",
    *(f"##{letter}" for letter in "abcdefgz"),
    "give",
    "zinc",
]


@pytest.fixture
def tokenizer_folder(tmp_path: Path) -> Path:
    """A folder with a WordPiece tokenizer of a few letters and two words, read as BERT reads pairs."""
    numbers = {token: number for number, token in enumerate(TOKENS)}
    tokenizer = Tokenizer(WordPiece(numbers, unk_token="[UNK]"))
    tokenizer.normalizer = BertNormalizer()
    tokenizer.pre_tokenizer = BertPreTokenizer()
    tokenizer.add_special_tokens(TOKENS[:4])
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", numbers["[CLS]"]), ("[SEP]", numbers["[SEP]"])],
    )
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    return tmp_path
