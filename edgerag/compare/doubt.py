"""Is a conflict one, or does what one of the two is quoted with not answer the question?

    doubtful   min(P(a answers), P(b answers)) < 0.34

P is the probability of `edgerag.answer.extractive.answering`: by the selector, the signs of the statement
that is quoted first, and the handbook's relevance. The label of the pair stays; it is told apart.
"""

from __future__ import annotations

from typing import Final

from edgerag.domain.answers import Answer

SURE: Final = 0.34
"""Of the conflicts flagged between 20 real handbooks, 86 of 107 that were some stay on this side (67 of 72 on
the questions held back), and 63 of 126 (29 of 72) with a handbook that does not address the question are
beyond; of 300 flagged for nurses' own questions and read one by one, 17 of 21 that were some stay, and 164 of
279 that were none are beyond; of 480 flagged for others, in full sentences, all 15 that were some stay, and
220 of 465 that were none are beyond."""


def may_not_answer(a: Answer, b: Answer) -> bool:
    """Whether one of two answers may be none."""
    return min(_probability(a), _probability(b)) < SURE


def _probability(answer: Answer) -> float:
    """Say how probable it is that a handbook's quotations answer; less is known where no selector reads."""
    return answer.trace.views.get("answer", answer.trace.relevance)
