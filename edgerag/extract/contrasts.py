"""A statement that says one thing of one medicine and another of the next: "A is not given, but B should be".

It is cut at what contrasts them, if each side names a medicine and says whether to give it, so that each has
its own yes or no, its own people and its own amounts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from edgerag.language import names
from edgerag.language.cues import Cue, says
from edgerag.language.negation import polarity
from edgerag.language.reading import Statement, terms
from edgerag.language.sentences import trim
from edgerag.language.text import folded, lowered


def sides(statement: Statement) -> Iterator[Statement]:
    """Yield the sides of a contrast, or the statement as it is."""
    text = statement.text
    cuts = [match.span() for match in Cue.CONTRAST.finditer(lowered(text))]
    bounds = list(
        zip((0, *(end for _, end in cuts)), (*(start for start, _ in cuts), len(text)), strict=True)
    )
    parts = [trim(text, start, end) for start, end in bounds]
    if len(parts) > 1 and all(start < end and _tells(text[start:end]) for start, end in parts):
        yield from (_cut(statement, start, end) for start, end in parts)
    else:
        yield statement


def _tells(side: str) -> bool:
    return bool(names.drugs(folded(side), side)) and says(side, Cue.ORDERS, Cue.AFFIRMS)


def _cut(statement: Statement, start: int, end: int) -> Statement:
    """Give a part of a statement, with what stands in it."""
    text, first, last = statement.text[start:end], statement.start + start, statement.start + end
    return replace(
        statement,
        start=first,
        end=last,
        text=text,
        values=tuple(value for value in statement.values if first <= value.start < last),
        drugs=tuple(drug for drug in statement.drugs if first <= drug.start < last),
        routes=tuple(route for route in statement.routes if first <= route.start < last),
        populations=names.names_of_people(text) or statement.populations,
        polarity=polarity(text),
        terms=terms(text),
    )
