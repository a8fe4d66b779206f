"""The last stage of a question: every pair of answers judged (HERO-QA, section 4.3).

Answers with the same words are one group. A pair of groups is judged once and the judgement is
given to every pair of their members, so a hundred handbooks with seven different answers cost
twenty-one comparisons and not 4,950.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from edgerag.compare.judge import Comparison, compare_texts, judge, normalised, swapped, worded
from edgerag.compare.similarity import Similarity
from edgerag.domain.answers import Answer, Status
from edgerag.domain.reports import Judgement, Label, Layer


def compare_answers(question: str, answers: Sequence[Answer], similarity: Similarity) -> Iterator[Judgement]:
    """Judge every unordered pair, in the order of `answers`: (0, 1), (0, 2), ... (1, 2), ..."""
    judged: dict[tuple[str, str], Comparison] = {}
    texts = [compared_text(answer) for answer in answers]
    groups = [normalised(text) for text in texts]
    for first, second in combinations(range(len(answers)), 2):
        screened = _screened(answers[first], answers[second])
        if screened is None:
            key = (groups[first], groups[second])
            if key not in judged:
                judged[key] = judge(question, texts[first], texts[second], similarity)
                judged[key[::-1]] = swapped(judged[key]) if key[0] != key[1] else judged[key]
            screened = worded(judged[key])
        yield _judgement(answers[first], answers[second], screened)


def compared_text(answer: Answer) -> str:
    """Give what is compared: the answer, and quotations that it does not already contain."""
    kept = [answer.text]
    for citation in answer.citations:
        if normalised(citation.quote) not in normalised("\n".join(kept)):
            kept.append(citation.quote)
    return "\n\n".join(part for part in kept if part.strip())


def _screened(a: Answer, b: Answer) -> Comparison | None:
    """Decide by status alone, or return None if the texts must be read."""
    statuses = {a.status, b.status}
    if Status.NOT_ADDRESSED in statuses:
        reason = "At least one handbook does not address the question."
        return Comparison(Label.ABSENT, 1.0, "", None, reason, Layer.ABSENCE)
    if Status.FAILED in statuses:
        reason = "At least one answer failed, so there is nothing to compare."
        return Comparison(Label.NOT_CHECKED, 0.0, "", None, reason, Layer.NONE)
    return None


def _judgement(a: Answer, b: Answer, judged: Comparison) -> Judgement:
    return Judgement(
        a.handbook.id,
        b.handbook.id,
        judged.label,
        judged.probability,
        judged.topic,
        judged.significance,
        judged.reasoning,
        judged.decided_by,
    )


__all__ = ["Comparison", "compare_answers", "compare_texts", "compared_text"]
