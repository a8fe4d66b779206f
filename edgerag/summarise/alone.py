"""What one handbook's quotation alone says: an amount of a kind, or a medicine, that no other quotation has.

Nothing is said of the handbooks' other pages: a handbook that is not quoted on it may say it elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from edgerag.domain.answers import Answer
from edgerag.domain.points import Saying
from edgerag.language.reading import Statement, read
from edgerag.language.values import Kind
from edgerag.summarise.quoting import stands_in

MEDICINE: Final = "medicine"

_AKIN: Final = (
    frozenset({Kind.DOSE, Kind.STRENGTH}),
    frozenset({Kind.DURATION, Kind.FREQUENCY, Kind.TIMING}),
    frozenset({Kind.COUNT}),
)
"""Kinds of amounts that one sentence may give as the one and another as the other: "every 5 minutes", "after
5 minutes". Whom or when something is for, an age, a weight or a limit, is no advice of its own."""


@dataclass(frozen=True, slots=True)
class Lone:
    """What one handbook alone says."""

    topic: str
    saying: Saying


def said_alone(answers: Sequence[Answer]) -> Iterator[Lone]:
    """Yield what the best quotation of one answer says, and no quotation of any other."""
    if len(answers) < 2:
        return
    read_by = {
        answer.handbook.id: [read(" ".join(cited.quote.split())) for cited in answer.answering]
        for answer in answers
    }
    for answer in answers:
        others = [
            said
            for book, quotes in read_by.items()
            if book != answer.handbook.id
            for quote in quotes
            for said in quote
        ]
        if answer.citations and others:
            yield from _lone(answer, read_by[answer.handbook.id][0], others)


def _lone(answer: Answer, best: Sequence[Statement], others: Sequence[Statement]) -> Iterator[Lone]:
    book, quote = answer.handbook.id, " ".join(answer.citations[0].quote.split())
    held = {value.kind for said in others for value in said.values}
    for akin in _AKIN:
        values = (value for said in best for value in said.values if value.kind in akin)
        first = next((value for value in values if stands_in(value.text, quote)), None)
        if first is not None and not held & akin:
            yield Lone(first.kind.value, Saying(book, first.text, 0))
    named = {drug.name for said in others for drug in said.drugs}
    own: Mapping[str, str] = {
        drug.name: quote[drug.start : drug.end] for said in reversed(best) for drug in reversed(said.drugs)
    }
    for name in sorted(own.keys() - named, key=lambda name: quote.index(own[name])):
        yield Lone(MEDICINE, Saying(book, own[name], 0))
