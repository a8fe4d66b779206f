"""Answers and their evidence as RAGAs measures them (Graph-guided paper, section 5.2), handbook by handbook.

    faithfulness         statements of the answer that its evidence supports / statements of the answer
    answer_relevancy     (1 / N) sum over the N statements s of the answer of cos(E_s, E_question)
    context_precision    sum over k of (Precision@k v_k) / number of relevant passages among the K;
                         v_k is 1 if passage k is relevant, Precision@k = (v_1 + ... + v_k) / k
    context_recall       statements of the reference that the evidence supports / statements of the reference

And statement by statement against the reference (PolyRAG, section 5.1.4), R over all statements of the
answers and N for each answer:

    r_c, n_c    correct: the reference supports them
    r_i, n_i    incorrect: the reference contradicts them
    r_n, n_n    not mentioned by the reference, which is a quotation of a line or two

The reference of a handbook is what a person quoted of it as its answer. A passage is relevant if it
supports a statement of the reference. Faithfulness and relevancy are of the handbooks with a reference that
are answered; the context's, of all that have one, and evidence that is empty supports nothing.

Differs from the paper: the entailment model judges support, and no language model (see
`edgerag.evaluate.support`). E_s are the answer's own statements; the paper has a model make questions of
them. An answer of quotations alone is faithful by what it is, and its figure says only that nothing broke.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from jaxtyping import Int64

from edgerag.evaluate.metrics import Measure, bootstrap, ratio
from edgerag.evaluate.results import Measurements, Progress
from edgerag.evaluate.support import Support, sentences_of
from edgerag.inference.roles import Embedder

MEASURES: Final = (
    *("faithfulness", "answer_relevancy", "context_precision", "context_recall"),
    *("r_c", "r_i", "r_n", "n_c", "n_i", "n_n"),
)


@dataclass(frozen=True, slots=True)
class Case:
    """What one handbook gave for a question, and what a person found in it."""

    answer: str
    """Empty if it gave none."""
    passages: tuple[str, ...]
    """Its evidence, best first."""
    reference: tuple[str, ...]
    """Quotations."""


Finding = Callable[[Sequence[str], str], Support]
"""What texts mean for a statement."""
Ask = Callable[[str], Sequence[Case]]
"""Asks a question of every handbook that has a reference for it."""
_Parts = dict[str, tuple[float, int]]
"""Of one question, each measure's sum and how many it is the sum of."""


def evaluate_rag(
    questions: Sequence[str], ask: Ask, finding: Finding, embedder: Embedder, progress: Progress
) -> Measurements:
    """Measure the answers to every question; a question is the unit that is drawn again for the intervals."""
    parts: list[_Parts] = []
    for done, question in enumerate(questions):
        progress("asking questions", done, len(questions))
        cases = ask(question)
        parts.append(_summed([score(question, case, finding, embedder) for case in cases]))
    progress("asking questions", len(questions), len(questions))
    return Measurements(len(questions), {name: _pooled([one[name] for one in parts]) for name in MEASURES})


def score(question: str, case: Case, finding: Finding, embedder: Embedder) -> _Parts:
    """Measure one handbook's answer and evidence."""
    said = sentences_of(case.answer)
    wanted = [statement for quote in case.reference for statement in sentences_of(quote)]

    def supports(texts: Sequence[str], statement: str) -> bool:
        return finding(texts, statement) is Support.BORNE_OUT

    relevant = [any(supports([passage], statement) for statement in wanted) for passage in case.passages]
    similar = embedder.encode(said) @ embedder.encode_query(question) if said else np.zeros(0)
    return {
        "faithfulness": (sum(supports(case.passages, statement) for statement in said), len(said)),
        "answer_relevancy": (float(similar.mean()) if said else 0.0, int(bool(said))),
        "context_precision": (average_precision(relevant), 1),
        "context_recall": (sum(supports(case.passages, statement) for statement in wanted), len(wanted)),
        **_counts([finding(case.reference, statement) for statement in said]),
    }


def _counts(findings: Sequence[Support]) -> _Parts:
    """Count the statements of one answer by what the reference means for them."""
    counts = {letter: findings.count(found) for letter, found in zip("cin", Support, strict=True)}
    ratios: _Parts = {f"r_{letter}": (count, len(findings)) for letter, count in counts.items()}
    per_answer: _Parts = {f"n_{letter}": (count, int(bool(findings))) for letter, count in counts.items()}
    return ratios | per_answer


def average_precision(relevant: Sequence[bool]) -> float:
    """Average Precision@k over the places k of relevant passages; 0 if there are none."""
    places = [place for place, is_relevant in enumerate(relevant, start=1) if is_relevant]
    return sum(n / place for n, place in enumerate(places, start=1)) / len(places) if places else 0.0


def _summed(scores: Sequence[_Parts]) -> _Parts:
    return {
        name: (sum(one[name][0] for one in scores), sum(one[name][1] for one in scores)) for name in MEASURES
    }


def _pooled(parts: Sequence[tuple[float, int]]) -> Measure:
    """Divide the sum of all by how many they are."""
    array = np.asarray(parts, dtype=np.float64).reshape(-1, 2)

    def mean(draw: Int64[np.ndarray, " draw"]) -> float:
        total, n = array[draw].sum(axis=0)
        return ratio(float(total), float(n))

    return bootstrap(len(array), mean)
