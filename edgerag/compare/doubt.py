"""Is a conflict one, or does what one of the two is quoted with not answer the question?

    doubtful   min(P(a answers), P(b answers)) < 0.34

P is the probability of `edgerag.answer.extractive.answering`: by the selector, the signs of the statement
that is quoted first, and the handbook's relevance. The label of the pair stays; it is told apart.
"""

from __future__ import annotations

from edgerag.domain.answers import Answer


def may_not_answer(a: Answer, b: Answer) -> bool:
    """Whether one of two answers may be none."""
    return a.is_doubtful or b.is_doubtful
