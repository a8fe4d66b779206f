"""What the fitted models look at: a few numbers about two texts, the same whichever comes first."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Final

from edgerag.compare.denials import share_denied, stated
from edgerag.compare.similarity import Similarity, Verdicts
from edgerag.language.questions import Asked
from edgerag.language.reading import Statement
from edgerag.language.text import folded

COUNTED: Final = (
    "cosine",
    "shared_terms",
    "negation_differs",
    "direction_differs",
    "both_differ",
    "numbers_differ",
    "numbers_shared",
    "length_ratio",
    "hedged",
)
"""What is measured without a model that reads both texts together."""
RELEVANCE: Final = ("relevance_mean", "relevance_least")
"""What the cross-encoder adds."""
DENIALS: Final = ("denial_gap", "denial_most", "brevity", "yes_no", "yes_no_denial_gap")
"""How far each text denies, which weighs most as the answer to a yes-or-no question."""
ENTAILMENT: Final = ("conflict", "open", "opposed", "yes_no_opposed")
"""What an entailment model adds: each text as premise of the other, and each as an answer "yes" or "no"."""
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
_LEAST: Final = 1e-4
"""A smaller probability counts as this."""
_DOUBT: Final = 0.02
"""Keeps the odds of two stances finite where neither text says yes or no."""
_BRIEF_CLAUSES: Final = 3.0
"""A text of so many clauses is a third as brief as one that says nothing."""
_REFERENCE: Final = re.compile(r"\s*(?:\[\d+(?:[,–-]\s*\d+)*\]|\([^()]{1,90}\b(?:19|20)\d\d[a-z]?\))")
_DIGITS: Final = re.compile(r"\d+(?:\.\d+)?")


def focused(statements: Sequence[Statement], asked: Asked) -> str:
    """Give the statements nearest to the question, in the order of the text, as far as models should read."""
    ranked = sorted(statements, key=lambda s: (-len(s.terms & asked.terms), s.start))
    kept: list[Statement] = []
    room = _FOCUSED_CHARS
    for statement in ranked:
        if kept and len(statement.text) > room:
            continue
        kept.append(statement)
        room -= len(statement.text)
    said = " ".join(s.text for s in sorted(kept, key=lambda s: s.start))
    return without_references(said)[:_FOCUSED_CHARS]


def without_references(text: str) -> str:
    """Leave out "[8]" and "(WHO, 2006)", whose numbers say nothing to the question."""
    return _REFERENCE.sub("", text)


def counted(text_a: str, text_b: str, similarity: Similarity) -> dict[str, float]:
    """Measure two texts by their embeddings and by their words."""
    low_a, low_b = folded(text_a), folded(text_b)
    words_a, words_b = set(re.findall(r"[a-z]{4,}", low_a)), set(re.findall(r"[a-z]{4,}", low_b))
    numbers_a, numbers_b = set(_DIGITS.findall(low_a)), set(_DIGITS.findall(low_b))
    both_numbers = bool(numbers_a and numbers_b)
    negation = _found(_NEGATIVE, low_a) != _found(_NEGATIVE, low_b)
    direction = _direction(low_a) * _direction(low_b) < 0
    return {
        "cosine": similarity.cosine(text_a, text_b),
        "shared_terms": len(words_a & words_b) / max(1, min(len(words_a), len(words_b))),
        "negation_differs": float(negation),
        "direction_differs": float(direction),
        "both_differ": float(negation and direction),
        "numbers_differ": float(both_numbers and not numbers_a & numbers_b),
        "numbers_shared": float(both_numbers and bool(numbers_a & numbers_b)),
        "length_ratio": min(len(text_a), len(text_b)) / max(1, len(text_a), len(text_b)),
        "hedged": float(_found(_HEDGE, low_a) or _found(_HEDGE, low_b)),
    }


def relevance_features(text_a: str, text_b: str, similarity: Similarity) -> dict[str, float]:
    """Measure how well each text answers the other."""
    forth, back = similarity.relevance(text_a, text_b), similarity.relevance(text_b, text_a)
    return {
        "relevance_mean": (forth + back) / 2 / _LOGIT_SCALE,
        "relevance_least": min(forth, back) / _LOGIT_SCALE,
    }


def denial_features(asked: Asked, text_a: str, text_b: str) -> dict[str, float]:
    """Measure how far each text denies."""
    denied_a, denied_b = share_denied(text_a), share_denied(text_b)
    gap = abs(denied_a - denied_b)
    brevity = math.exp(-max(len(stated(text_a)), len(stated(text_b))) / _BRIEF_CLAUSES)
    yes_no = float(asked.is_yes_or_no)
    return {
        "denial_gap": gap,
        "denial_most": max(denied_a, denied_b),
        "brevity": brevity,
        "yes_no": yes_no,
        "yes_no_denial_gap": yes_no * gap,
    }


def entailment_features(
    asked: Asked, text_a: str, text_b: str, similarity: Similarity
) -> dict[str, float] | None:
    """Measure what each text means for the other and for the question; None without an entailment model."""
    yes = affirmed(asked.text)
    verdicts = similarity.entailment([(text_a, text_b), (text_b, text_a), (text_a, yes), (text_b, yes)])
    if verdicts is None:
        return None
    forth, back, answer_a, answer_b = verdicts
    return of_verdicts(forth, back) | of_answers(asked, answer_a, answer_b)


def affirmed(question: str) -> str:
    """Give a question answered with yes, for an entailment model to say whether a text bears that out."""
    return f"{question.strip().rstrip('?.')}? Yes."


def of_verdicts(forth: Verdicts, back: Verdicts) -> dict[str, float]:
    """Sum up what two texts mean for each other, the same whichever comes first."""
    return {
        "conflict": (_log_odds(forth) + _log_odds(back)) / 2,
        "open": (forth.leaves_open + back.leaves_open) / 2,
    }


def of_answers(asked: Asked, one: Verdicts, other: Verdicts) -> dict[str, float]:
    """Sum up how far one text answers yes where the other answers no, as log odds against the same answer."""
    apart = one.entails * other.contradicts + one.contradicts * other.entails
    alike = one.entails * other.entails + one.contradicts * other.contradicts
    opposed = math.log((apart + _DOUBT) / (alike + _DOUBT))
    return {"opposed": opposed, "yes_no_opposed": opposed * asked.is_yes_or_no}


def _log_odds(verdicts: Verdicts) -> float:
    return math.log(max(verdicts.contradicts, _LEAST) / max(verdicts.entails, _LEAST))


def _found(pattern: re.Pattern[str], low: str) -> bool:
    return pattern.search(low) is not None


def _direction(low: str) -> int:
    return len(_UP.findall(low)) - len(_DOWN.findall(low))
