"""What the fitted models look at: a few numbers about two texts, the same whichever comes first.

The typed comparison's finding and what the texts share come from reading them; models add how alike the
texts are and what each means for the other. How well a cross-encoder thinks that they answer the question, or
each other, adds nothing to that. Some features weigh
otherwise where the question asks for a claim, or where the typed comparison found values on one side or on
none: these enter once more as products.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final

from edgerag.compare.advice import direct_answer
from edgerag.compare.denials import share_denied, stated
from edgerag.compare.findings import Finding
from edgerag.compare.overlap import (
    OF_FINDING,
    OF_QUESTION,
    OVERLAP,
    finding_features,
    overlap_features,
    question_features,
    without_citations,
)
from edgerag.compare.similarity import Similarity, Verdicts
from edgerag.language.questions import Asked
from edgerag.language.reading import Statement

ALIKE: Final = ("cosine", "length_ratio")
"""How much one text has to do with the other."""
DENIALS: Final = ("denial_gap", "denial_most", "brevity", "yes_no", "yes_no_denial_gap")
"""How far each text denies, which weighs most as the answer to a yes-or-no question."""
ENTAILMENT: Final = ("conflict", "open", "opposed", "yes_no_opposed")
"""What an entailment model adds: each text as premise of the other, and each as an answer "yes" or "no"."""
_OF_CLAIM: Final = (
    "cosine", "words_within", "digits_compete", "denial_gap", "conflict", "open", "opposed",
)  # fmt: skip
_OF_GAP: Final = (
    "values_clash", "asked_values_shared", "digits_shared", "drugs_shared", "words_within",
    "conflict", "open",
)  # fmt: skip
_PRODUCTS: Final = (
    *product(("asks_claim",), _OF_CLAIM),
    *product(("found_one_sided", "found_nothing"), _OF_GAP),
)
_FOCUSED_CHARS: Final = 700
"""As much of a long answer as the models read; about 150 tokens, so that a pair stays fast."""
_LEAST: Final = 1e-4
"""A smaller probability counts as this."""
_DOUBT: Final = 0.02
"""Keeps the odds of two stances finite where neither text says yes or no."""
_BRIEF_CLAUSES: Final = 3.0
"""A text of so many clauses is a third as brief as one that says nothing."""


def feature_names(*, with_entailment: bool) -> tuple[str, ...]:
    """Name what `measured` gives, products last."""
    single = (
        *OF_FINDING, *OF_QUESTION, *OVERLAP, *ALIKE, *DENIALS,
        *(ENTAILMENT if with_entailment else ()),
    )  # fmt: skip
    return (*single, *(_name(one, other) for one, other in _PRODUCTS if {one, other} <= set(single)))


def measured(
    asked: Asked,
    a: Sequence[Statement],
    b: Sequence[Statement],
    finding: Finding,
    similarity: Similarity,
    *,
    with_entailment: bool = True,
) -> dict[str, float]:
    """Measure two texts; without an entailment model, or without leave, what that adds is not among it."""
    one, other = focused(a, asked), focused(b, asked)
    single = {
        **finding_features(finding),
        **question_features(asked),
        **overlap_features(asked, a, b),
        **alike_features(one, other, similarity),
        **denial_features(asked, one, other),
        **((entailment_features(asked, one, other, similarity) or {}) if with_entailment else {}),
    }
    return single | _products(single)


def focused(statements: Sequence[Statement], asked: Asked) -> str:
    """Give the sentences of a text that the question is about, in order, as far as models should read.

    A yes or no says what the question says, so it is read with it.
    """
    ranked = sorted(statements, key=lambda s: (-len(s.terms & asked.terms), s.start))
    kept: list[Statement] = []
    room = _FOCUSED_CHARS
    for statement in ranked:
        if kept and len(statement.text) > room:
            continue
        kept.append(statement)
        room -= len(statement.text)
    said = " ".join(s.text for s in sorted(kept, key=lambda s: s.start))
    asked_again = f"{asked.text} " if direct_answer(statements, asked) else ""
    return f"{asked_again}{without_citations(said)}"[:_FOCUSED_CHARS]


def alike_features(text_a: str, text_b: str, similarity: Similarity) -> dict[str, float]:
    """Measure how alike two texts are."""
    return {
        "cosine": similarity.cosine(text_a, text_b),
        "length_ratio": min(len(text_a), len(text_b)) / max(1, len(text_a), len(text_b)),
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


def _products(single: Mapping[str, float]) -> dict[str, float]:
    return {
        _name(one, other): single[one] * single[other]
        for one, other in _PRODUCTS
        if {one, other} <= set(single)
    }


def _name(one: str, other: str) -> str:
    return f"{one}_{other}"


def _log_odds(verdicts: Verdicts) -> float:
    return math.log(max(verdicts.contradicts, _LEAST) / max(verdicts.entails, _LEAST))
