"""What the similarity layer looks at: a few numbers about two texts, the same whichever comes first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from edgerag.compare.focus import Focus
from edgerag.compare.quantities import folded
from edgerag.compare.similarity import Similarity
from edgerag.compare.statements import Statement

NAMES: Final = (
    "cosine",
    "relevance_mean",
    "relevance_least",
    "shared_terms",
    "negation_differs",
    "direction_differs",
    "both_differ",
    "numbers_differ",
    "numbers_shared",
    "length_ratio",
    "hedged",
)
"""The features, in order."""
_FOCUSED_CHARS: Final = 700
"""As much of a long answer as the models read; about 150 tokens, so that a pair stays fast."""
_LOGIT_SCALE: Final = 10.0
"""The cross-encoder's logits lie between about -11 and 11."""
_NEGATIVE: Final = re.compile(
    r"\b(?:no|not|never|neither|nor|none|without|cannot|n't|fail(?:s|ed)?|lack(?:s|ed)?|absence|unlikely"
    r"|insufficient"
    r"|avoid|contra-?indicated|ineffective|false|refute\w*|incorrect|denies|denied)\b|n't\b"
)
_UP: Final = re.compile(
    r"\b(?:increas\w+|higher|rais\w+|greater|improv\w+|more|elevat\w+|enhanc\w+|promot\w+|up-?regulat\w+)\b"
)
_DOWN: Final = re.compile(
    r"\b(?:decreas\w+|lower\w*|reduc\w+|less|declin\w+|inhibit\w+|prevent\w+|protect\w+|worsen\w*"
    r"|down-?regulat\w+|block\w*)\b"
)
_HEDGE: Final = re.compile(
    r"\b(?:whether|unclear|unknown|further (?:stud\w+|research)|we (?:aim|investigat\w+|review)"
    r"|remains? to|may|might|suggest\w*)\b"
)
_DIGITS: Final = re.compile(r"\d+(?:\.\d+)?")


def focused(statements: Sequence[Statement], focus: Focus) -> str:
    """Give the statements nearest to the question, in the order of the text, as far as models should read."""
    ranked = sorted(statements, key=lambda s: (-len(s.terms & focus.terms), s.start))
    kept: list[Statement] = []
    room = _FOCUSED_CHARS
    for statement in ranked:
        if kept and len(statement.text) > room:
            continue
        kept.append(statement)
        room -= len(statement.text)
    return " ".join(s.text for s in sorted(kept, key=lambda s: s.start))[:_FOCUSED_CHARS]


def features(
    focus: Focus, a: Sequence[Statement], b: Sequence[Statement], similarity: Similarity
) -> tuple[float, ...]:
    """Measure two texts; the order of `NAMES`."""
    text_a, text_b = focused(a, focus), focused(b, focus)
    forth, back = similarity.relevance(text_a, text_b), similarity.relevance(text_b, text_a)
    return with_scores(text_a, text_b, similarity.cosine(text_a, text_b), forth, back)


def with_scores(text_a: str, text_b: str, cosine: float, forth: float, back: float) -> tuple[float, ...]:
    """Complete the models' scores with what can be counted in the words."""
    low_a, low_b = folded(text_a), folded(text_b)
    words_a, words_b = set(re.findall(r"[a-z]{4,}", low_a)), set(re.findall(r"[a-z]{4,}", low_b))
    numbers_a, numbers_b = set(_DIGITS.findall(low_a)), set(_DIGITS.findall(low_b))
    both_numbers = bool(numbers_a and numbers_b)
    negation = _found(_NEGATIVE, low_a) != _found(_NEGATIVE, low_b)
    direction = _direction(low_a) * _direction(low_b) < 0
    return (
        cosine,
        (forth + back) / 2 / _LOGIT_SCALE,
        min(forth, back) / _LOGIT_SCALE,
        len(words_a & words_b) / max(1, min(len(words_a), len(words_b))),
        float(negation),
        float(direction),
        float(negation and direction),
        float(both_numbers and not numbers_a & numbers_b),
        float(both_numbers and bool(numbers_a & numbers_b)),
        min(len(text_a), len(text_b)) / max(1, len(text_a), len(text_b)),
        float(_found(_HEDGE, low_a) or _found(_HEDGE, low_b)),
    )


def _found(pattern: re.Pattern[str], low: str) -> bool:
    return pattern.search(low) is not None


def _direction(low: str) -> int:
    return len(_UP.findall(low)) - len(_DOWN.findall(low))
