"""A statement that says one thing of one medicine and another of the next: "A is not given, but B should be".

It is cut at what contrasts them, or where an order follows a ban ("avoid A, use B"), if each side names a
medicine and says whether to give it, so that each has its own yes or no, its own people and its own amounts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from edgerag.language import names
from edgerag.language.cues import Cue, says
from edgerag.language.negation import forbids, polarity
from edgerag.language.reading import Statement, terms
from edgerag.language.sentences import trim
from edgerag.language.text import folded, lowered

_SIGNS: Final = (",", ";")
_JOINTS: Final = (" and", " then")
_MOST_ORDERS: Final = 12
"""Of one statement that are looked at; keeps time bounded."""
_NOTS: Final = frozenset({"not", "never", "nor"})
"""What these forbid may go on behind "and": "do not give A and use B"."""


def sides(statement: Statement) -> Iterator[Statement]:
    """Yield the sides of a contrast, each with its own people, or the statement as it is."""
    found = spans(statement.text)
    if not found:
        yield statement
    for start, end in found:
        side = part(statement, start, end)
        yield replace(side, populations=names.names_of_people(side.text) or statement.populations)


def spans(text: str) -> list[tuple[int, int]]:
    """Find the sides of a contrast; none if not each of them says whether to give what it names."""
    low = lowered(text)
    cuts = [match.span() for match in Cue.CONTRAST.finditer(low)] or _orders_after_ban(text, low)
    bounds = zip((0, *(end for _, end in cuts)), (*(start for start, _ in cuts), len(text)), strict=True)
    found = [trim(text, start, end) for start, end in bounds]
    is_contrast = len(found) > 1 and all(start < end and _tells(text[start:end]) for start, end in found)
    return found if is_contrast else []


def _orders_after_ban(text: str, low: str) -> list[tuple[int, int]]:
    """Find the first place where a clause begins with an order, behind a ban: "omit A and increase B"."""
    if not forbids(text):
        return []
    for met in islice(Cue.TELLS_TO.finditer(low), _MOST_ORDERS):
        place = met.start()
        before = low[:place].rstrip()
        is_joined = before.endswith(_JOINTS) and _NOTS.isdisjoint(before.split())
        is_clause = is_joined or before.endswith(_SIGNS)
        if is_clause and forbids(text[:place]) and not forbids(text[place:]):
            return [(place, place)]
    return []


def part(statement: Statement, start: int, end: int) -> Statement:
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
        polarity=polarity(text),
        terms=terms(text),
    )


def _tells(side: str) -> bool:
    is_told = says(side, Cue.ORDERS, Cue.AFFIRMS) or forbids(side) or Cue.TELLS_TO.opens(side)
    return is_told and bool(names.drugs(folded(side), side))
