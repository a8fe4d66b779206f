"""Let a generator answer from the evidence, as a stream of text without thinking aloud."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from edgerag.answer.readable import without_emphasis

_OPEN, _CLOSE = "<think>", "</think>"


def without_thinking(pieces: Iterable[str]) -> Iterator[str]:
    """Leave `<think>...</think>` out of a stream, however the stream is cut into pieces.

    A block that is never closed is left out to its end.
    """
    held = ""
    thinking = False
    for piece in pieces:
        held += piece
        while (at := held.find(_CLOSE if thinking else _OPEN)) >= 0:
            if not thinking and at:
                yield held[:at]
            held = held[at + len(_CLOSE if thinking else _OPEN) :]
            thinking = not thinking
        n_kept = _n_begun(held, _CLOSE if thinking else _OPEN)
        said, held = held[: len(held) - n_kept], held[len(held) - n_kept :]
        if said and not thinking:
            yield said
    if held and not thinking:
        yield held


def _n_begun(text: str, tag: str) -> int:
    """Say how many characters at the end of `text` could be the beginning of `tag`."""
    return next((n for n in range(min(len(text), len(tag) - 1), 0, -1) if text.endswith(tag[:n])), 0)


_REFUSAL = re.compile(r"[\W_]*(?:answer\s*:)?[\W_]*not[\s_-]*addressed\b", re.IGNORECASE)
_SAYS_NOTHING = re.compile(
    r"\b(?:this|the)\s+(?:handbook|excerpts?|passages?|evidence|text|context)[^.]{0,60}\b(?:do(?:es)?|did|is|are|has|have)"
    r"\s*(?:not|n['’]t|no)\b[^.]{0,60}\b(?:contain|mention|address|provide|specify|specified|state|include|"
    r"information|discuss|answer)\b",
    re.IGNORECASE,
)


def is_refusal(reply: str) -> bool:
    """Whether the reply says that the handbook does not address the question."""
    return not reply.strip() or _REFUSAL.match(reply) is not None or _SAYS_NOTHING.search(reply) is not None


_MARKS = re.compile(r"\s*\[(?:\d+(?:\s*[,;–-]\s*\d+)*|excerpts?\s*\d+)\]", re.IGNORECASE)
_HEADS = ("answer", "response")
"""Before the colon of a preamble."""
_SOURCE = re.compile(
    r"(?:according to|based on|as stated in) (?:the|this) (?:provided |given )?"
    r"(?:handbook|excerpts?|text|guidelines?|evidence)(?: provided)?,\s*(\w?)",
    re.IGNORECASE,
)


def plain(reply: str) -> str:
    """Take excerpt numbers, markup and preamble off a reply; its words and digits stay."""
    head, colon, rest = reply.partition(":")
    said = (rest if colon and head.strip().lower() in _HEADS else reply).lstrip()
    said = said.replace(match[0], match[1].upper(), 1) if (match := _SOURCE.match(said)) else said
    lines = without_emphasis(_MARKS.sub("", said)).split("\n")
    return "\n".join(" ".join(line.split()) for line in lines).replace(" .", ".").strip()
