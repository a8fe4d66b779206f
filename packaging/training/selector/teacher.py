"""The teacher: a language model that reads a question with a statement, and says whether it answers.

    logit = w . h + b        h: the vector of the last token of

    Question: QUESTION
    Handbook: STATEMENT
    Does the handbook answer the question, Yes or No? Answer:

w begins as the vector of " Yes" less that of " No". Every layer learns, the word vectors do not. Sixteen
times as large as the selector, it is too slow for a laptop: it only scores what the selector learns from.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import torch
from torch import Tensor, nn
from transformers import AutoModelForCausalLM, AutoTokenizer

FILE: Final = "model.gguf"
"""In the folder of an installed generator."""
STATEMENT_CHARS: Final = 600
"""The selector reads less."""
PROMPT: Final = "Question: {}\nHandbook: {}\nDoes the handbook answer the question, Yes or No? Answer:"
ANSWERS: Final = (" Yes", " No")

Pair = tuple[str, str]
"""A question and a statement."""


class Teacher(nn.Module):
    """A logit for each pair."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=FILE)
        whole = AutoModelForCausalLM.from_pretrained(folder, gguf_file=FILE, dtype=torch.float32)
        self.body = whole.model
        self.body.embed_tokens.weight.requires_grad_(False)
        yes, no = (whole.lm_head.weight[self.tokenizer.encode(answer)[0]] for answer in ANSWERS)
        self.score = nn.Linear(len(yes), 1)
        with torch.no_grad():
            self.score.weight.copy_((yes - no).unsqueeze(0))
            self.score.bias.zero_()

    def forward(self, pairs: Sequence[Pair]) -> Tensor:
        """Read pairs, the shorter ones filled up behind their last tokens, where no token looks."""
        device = self.score.weight.device
        prompts = [PROMPT.format(asked, text[:STATEMENT_CHARS]) for asked, text in pairs]
        ids = [torch.tensor(self.tokenizer.encode(prompt)) for prompt in prompts]
        read = nn.utils.rnn.pad_sequence(ids, batch_first=True).to(device)
        with torch.autocast(device.type, torch.bfloat16):
            vectors = self.body(input_ids=read, use_cache=False).last_hidden_state
        last = torch.tensor([len(one) - 1 for one in ids], device=device)
        return self.score(vectors[torch.arange(len(ids), device=device), last].float()).squeeze(1)
