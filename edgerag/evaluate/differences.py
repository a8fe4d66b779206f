"""Does the map find, without the question, where handbooks are known to differ?

unasked_recall   gold pairs with a conflict that the map has: the same two handbooks, and on both sides the
                 gold page, or most of the words of the gold quotation / all gold pairs with a conflict
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from edgerag.domain.differences import DifferenceGroup, DifferingPair, Side
from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import CONFLICTS
from edgerag.evaluate.datasets.questions import GoldAnswer, GoldPair, HandbookQuestion
from edgerag.evaluate.metrics import share_measure
from edgerag.evaluate.results import Measurements

MOST_WORDS = 0.7
"""Share of a quotation's words that tells that two are of one place."""
FEWEST_WORDS = 5

Pair = frozenset[str]
"""The names of two handbooks."""


def evaluate_differences(
    questions: Sequence[HandbookQuestion], names: Mapping[HandbookId, str], groups: Iterable[DifferenceGroup]
) -> Measurements:
    """Measure a map.

    Args:
        questions: what is known of the handbooks.
        names: the names in the gold data, by handbook id.
        groups: the map.
    """
    found: defaultdict[Pair, list[DifferingPair]] = defaultdict(list)
    for group in groups:
        for pair in group.pairs:
            found[frozenset(names[side.handbook.id] for side in (pair.a, pair.b))].append(pair)
    shares = [_found_of(question, found, names) for question in questions]
    without_hard = [_found_of(question, found, names, with_hard=False) for question in questions]
    measures = {
        "unasked_recall": share_measure(shares),
        "unasked_recall_without_hard": share_measure(without_hard),
    }
    return Measurements(len(questions), measures)


def _found_of(
    question: HandbookQuestion,
    found: Mapping[Pair, Sequence[DifferingPair]],
    names: Mapping[HandbookId, str],
    *,
    with_hard: bool = True,
) -> tuple[int, int]:
    """Count the conflicts of a question that are in the map, and all of them."""
    gold = [pair for pair in question.pairs if pair.label in CONFLICTS and (with_hard or not pair.hard)]
    return sum(_is_found(pair, question, found, names) for pair in gold), len(gold)


def _is_found(
    gold: GoldPair,
    question: HandbookQuestion,
    found: Mapping[Pair, Sequence[DifferingPair]],
    names: Mapping[HandbookId, str],
) -> bool:
    answers = {side: [one for one in question.answers if one.handbook == side] for side in (gold.a, gold.b)}
    return any(
        all(_is_at_one(side, answers[names[side.handbook.id]]) for side in (pair.a, pair.b))
        for pair in found.get(frozenset({gold.a, gold.b}), [])
    )


def _is_at_one(side: Side, answers: Sequence[GoldAnswer]) -> bool:
    """Whether a quotation stands where one of some gold answers does."""
    return any(
        (answer.page is not None and answer.page == side.page_number)
        or _is_same(side.quote, answer.quote or "")
        for answer in answers
    )


def _is_same(quote: str, gold: str) -> bool:
    said, wanted = _words(quote), _words(gold)
    return len(wanted) >= FEWEST_WORDS and len(said & wanted) >= MOST_WORDS * len(wanted)


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9.]+", text.lower()))
