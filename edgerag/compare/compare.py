"""The last stage of a question: every pair of answers judged (HERO-QA, section 4.3).

Answers with the same words, and extractive answers with the same quotations in any order, are one
group. A pair of groups is judged once and the judgement is given to every pair of their members,
whose reasoning says so: a hundred handbooks with seven different answers cost twenty-one comparisons
and not 4,950.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from edgerag.compare.comparison import Comparison, swapped, worded
from edgerag.compare.doubt import may_not_answer
from edgerag.compare.judge import compare_texts, judge, normalised, paragraphs
from edgerag.compare.similarity import Similarity
from edgerag.compare.verdict import Reader
from edgerag.domain.answers import Answer, AnswerMode, Citation, Status
from edgerag.domain.reports import CONFLICTS, INHERITED, Judgement, Label, Layer
from edgerag.language.questions import Asked

_STOPPED: Final = Comparison(
    Label.NOT_CHECKED, 0.0, "", None, "Stopped before the two were compared.", Layer.NONE
)


def compare_answers(
    asked: Asked,
    answers: Sequence[Answer],
    similarity: Similarity,
    *,
    is_over: Callable[[], bool] = lambda: False,
    reader: Reader | None = None,
) -> Iterator[Judgement]:
    """Judge every unordered pair, in the order of `answers`: (0, 1), (0, 2), ... (1, 2), ...

    Args:
        asked: what all of them answer.
        answers: what is compared.
        similarity: the models.
        is_over: once it says yes, pairs whose texts would have to be read are left unchecked.
        reader: a language model for the pairs that are left open otherwise.
    """
    judged: dict[tuple[int, int], Comparison] = {}
    texts = [compared_text(answer) for answer in answers]
    groups = _groups(texts)
    for first, second in combinations(range(len(answers)), 2):
        screened = _screened(answers[first], answers[second])
        if screened is None:
            key = groups[first], groups[second]
            if key not in judged and is_over():
                screened = _STOPPED
            elif key in judged:
                screened = _inherited(worded(judged[key]))
            else:
                judged[key] = judge(asked, texts[key[0]], texts[key[1]], similarity, reader=reader)
                judged[key[::-1]] = swapped(judged[key])
                screened = worded(judged[key])
        yield _judgement(answers[first], answers[second], screened)


def _groups(texts: Sequence[str]) -> list[int]:
    """Give each text the position of the first text that has the same paragraphs."""
    first: dict[frozenset[str], int] = {}
    return [first.setdefault(paragraphs(text), position) for position, text in enumerate(texts)]


def _inherited(comparison: Comparison) -> Comparison:
    if comparison.decided_by is Layer.IDENTITY:
        return comparison
    return replace(comparison, reasoning=f"{comparison.reasoning} {INHERITED}")


def compared_text(answer: Answer) -> str:
    """Give what is compared, the best first: the answer, and quotations that it does not already contain.

    What stands elsewhere in the handbook is not compared.

    An extractive answer is its quotations, each of which is a paragraph with the lines of its page, below
    what it stands under: a row says little without the names of its columns.
    """
    quotes = [citation.quote for citation in answer.answering]
    if answer.mode is AnswerMode.EXTRACTIVE and quotes:
        return "\n\n".join(dict.fromkeys(_under_heads(answer.answering)))
    kept = [answer.text]
    for quote in quotes:
        if normalised(quote) not in normalised("\n".join(kept)):
            kept.append(quote)
    return "\n\n".join(part for part in kept if part.strip())


def _under_heads(citations: Sequence[Citation]) -> Iterator[str]:
    """Give what is quoted with what it stands under, and this not once more by itself."""
    heads = {line for citation in citations for line in citation.head.splitlines()}
    for citation in citations:
        if not heads.issuperset(citation.quote.splitlines()):
            yield "\n".join(part for part in (citation.head, citation.quote) if part)


def _screened(a: Answer, b: Answer) -> Comparison | None:
    """Decide by status alone, or return None if the texts must be read."""
    statuses = {a.status, b.status}
    if Status.NOT_ADDRESSED in statuses:
        reason = "At least one handbook does not address the question."
        return Comparison(Label.ABSENT, 1.0, "", None, reason, Layer.ABSENCE)
    if Status.UNCERTAIN in statuses:
        reason = "At least one handbook may not address the question; its nearest passage is not compared."
        return Comparison(Label.ABSENT, 0.0, "", None, reason, Layer.ABSENCE)
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
        *_words(judged),
        is_doubtful=judged.label in CONFLICTS and may_not_answer(a, b),
    )


def _words(judged: Comparison) -> tuple[str, str]:
    """Give the words of both sides that decided; none if one side has no place of its own."""
    return (judged.a.text, judged.b.text) if judged.a and judged.b else ("", "")


__all__ = ["INHERITED", "Comparison", "compare_answers", "compare_texts", "compared_text"]
