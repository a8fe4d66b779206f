"""Pairs to judge, from handbooks: the gold quotations with what stands around them, or the answers given."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from edgerag.compare.compare import compared_text
from edgerag.domain.answers import Answer, Status
from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import Label, Report
from edgerag.evaluate.datasets.pairs import LabelledPair
from edgerag.evaluate.datasets.questions import GoldPair, HandbookQuestion
from edgerag.language.sentences import statements

ABSENT_TEXT: Final = "NOT ADDRESSED"
"""Stands for the answer of a handbook that is silent; the judge knows it."""
AROUND: Final = 1
"""Statements before and after those that a quotation touches."""

TextOf = Callable[[str], str]
"""Gives a handbook's whole text by its name in the gold data."""


def pairs_from_quotes(questions: Sequence[HandbookQuestion], text_of: TextOf) -> list[LabelledPair]:
    """Put gold quotations side by side, with what surrounds them; pairs without two are left out."""
    read = cache(lambda name: _cut(text_of(name)))
    pairs: list[LabelledPair] = []
    for question in questions:
        said: dict[str, list[str]] = {}
        for gold in question.answers:
            if gold.quote:
                text, cut = read(gold.handbook)
                said.setdefault(gold.handbook, []).append(surrounded_quote(text, gold.quote, cut))
        for pair in question.pairs:
            if pair.label is not Label.ABSENT and pair.a in said and pair.b in said:
                a, b = ("\n\n".join(dict.fromkeys(said[name])) for name in (pair.a, pair.b))
                pairs.append(_labelled(question, pair, a, b))
    return pairs


def pairs_from_report(
    question: HandbookQuestion, report: Report, names: Mapping[str, HandbookId]
) -> list[LabelledPair]:
    """Put the answers of a report side by side."""
    said = {answer.handbook.id: _answered(answer) for answer in report.answers}
    return [
        _labelled(question, pair, said.get(names[pair.a], ""), said.get(names[pair.b], ""))
        for pair in question.pairs
    ]


def surrounded_quote(text: str, quote: str, cut: Sequence[tuple[int, int]]) -> str:
    """Give the statements of `text` that a quotation touches, with `AROUND` more on either side.

    Args:
        text: a handbook's text.
        quote: words that stand in it, apart from spacing and punctuation.
        cut: where its statements start and end, in order.
    """
    found = find_quote(quote, text)
    touched = [i for i, (start, end) in enumerate(cut) if found and start < found[1] and found[0] < end]
    if not touched:
        return quote
    first, last = max(0, touched[0] - AROUND), min(len(cut) - 1, touched[-1] + AROUND)
    return text[cut[first][0] : cut[last][1]]


def find_quote(quote: str, text: str) -> tuple[int, int] | None:
    """Find where a quotation starts and ends in `text`, whatever stands between its words."""
    found = re.search(r"\W+".join(re.findall(r"\w+", quote)), text, re.IGNORECASE)
    return found.span() if found else None


def _cut(text: str) -> tuple[str, list[tuple[int, int]]]:
    return text, [(statement.start, statement.end) for statement in statements(text)]


def _answered(answer: Answer) -> str:
    match answer.status:
        case Status.ANSWERED:
            return compared_text(answer)
        case Status.NOT_ADDRESSED | Status.UNCERTAIN:
            return ABSENT_TEXT
        case Status.FAILED:
            return ""


def _labelled(question: HandbookQuestion, pair: GoldPair, a: str, b: str) -> LabelledPair:
    identity = f"{question.id}:{pair.a}:{pair.b}"
    return LabelledPair(question.question, a, b, pair.label, identity)
