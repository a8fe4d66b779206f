"""Which of two texts does not answer the question: the absence layer, for pairs that come without handbooks.

Each text counts as a handbook that holds nothing else and is asked alone: two texts are no library in which
one could stand behind. All words of the question weigh the same, since nothing says which are rare.
"""

from __future__ import annotations

from collections.abc import Sequence

from edgerag.compare.comparison import Comparison
from edgerag.compare.similarity import Similarity
from edgerag.domain.reports import Label, Layer
from edgerag.evaluate.datasets.pairs import LabelledPair
from edgerag.index.queries import terms
from edgerag.retrieve.coverage import coverage
from edgerag.retrieve.screen import share_named
from edgerag.retrieve.sufficiency import SUFFICIENT, Signs, relevance
from edgerag.understand.understand import understand


def asks_for_screening(pairs: Sequence[LabelledPair]) -> frozenset[str]:
    """Give the questions of the data sets in which some text is known not to answer."""
    sources = {pair.source_dataset for pair in pairs if pair.label is Label.ABSENT}
    return frozenset(pair.question for pair in pairs if pair.source_dataset in sources)


def screened(question: str, a: str, b: str, similarity: Similarity) -> Comparison | None:
    """Judge a pair ABSENT if one of its texts, or both, leaves the question unanswered."""
    chance = min(_alone(question, text, similarity) for text in (a, b))
    if chance >= SUFFICIENT:
        return None
    reason = "At least one of the two does not answer the question."
    return Comparison(Label.ABSENT, 1 - chance, "", None, reason, Layer.ABSENCE)


def _alone(question: str, text: str, similarity: Similarity) -> float:
    """Give the probability that a text addresses the question."""
    logit = similarity.relevance(question, text)
    wanted = dict.fromkeys(terms(question), 1.0)
    covered = coverage(wanted, terms(text))
    asked = understand(question)
    named = share_named(asked, text, title="") if asked.conditions else covered
    cosine = similarity.cosine(question, text)
    return relevance(Signs(logit, covered, named, cosine, standing=1.0, n_terms=len(wanted)))
