"""Sentences of guidelines and of other medical texts, in runs as they stand there."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from entailment.text import capital

CORPUS_STEP: Final = 4
"""Every so many-th text of the corpus is read: it is larger than the guidelines, which matter more."""
LEAST_WORDS, MOST_WORDS = 5, 40
"""Shorter lines are headings and entries of lists, longer ones are several sentences or tables."""


class Text(msgspec.Struct, frozen=True):
    """A line of a corpus."""

    text: str


def read_passages(guidelines: Sequence[Path], corpus: Sequence[Path]) -> list[list[str]]:
    """Read runs of neighbouring sentences of Markdown files and of JSON lines with a `text`; none twice."""
    blocks = [block for path in guidelines for block in blocks_of(path.read_text(encoding="utf-8"))]
    blocks += [text for path in corpus for text in texts_of(path)[::CORPUS_STEP]]
    seen: set[str] = set()
    passages = []
    for block in blocks:
        new = [sentence for sentence in dict.fromkeys(sentences(block)) if sentence not in seen]
        seen.update(new)
        passages.append(new)
    return [passage for passage in passages if passage]


def blocks_of(markdown: str) -> list[str]:
    """Cut Markdown into paragraphs, the lines of each joined unless they are entries of lists or tables."""
    return [re.sub(r"\n(?![-*|#•])", " ", block) for block in re.split(r"\n\s*\n|\n#", markdown)]


def texts_of(path: Path) -> list[str]:
    """Read the texts of a corpus, which may be compressed."""
    content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [row.text for row in msgspec.json.Decoder(Text).decode_lines(content)]


def sentences(block: str) -> Iterator[str]:
    """Yield the sentences of a block, without markup; tables, headings, questions and fragments left out."""
    for line in block.splitlines():
        if line.lstrip().startswith(("|", "#", "<")):
            continue
        for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z])", line):
            clean = re.sub(r"[*_`]|\[|\]\([^)]*\)|\]", "", sentence).strip(" -•\t")
            n_words = len(clean.split())
            if LEAST_WORDS <= n_words <= MOST_WORDS and clean[0].isalpha() and not clean.endswith("?"):
                yield capital(clean)
