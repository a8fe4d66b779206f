"""In which order a text tells things to be done: "first A, then B", "B comes first", "A before B"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from edgerag.language.clauses import cut, has_figure
from edgerag.language.cues import Cue
from edgerag.language.reading import Statement, terms
from edgerag.language.situations import degrees
from edgerag.language.stages import is_name
from edgerag.language.text import folded

_SIGNS: Final = " -*•\n"
_ARROW: Final = re.compile(r"\s*(?:→|->|⇒|=>)\s*")
"""What stands between a step and the next."""
_MOST_CLAUSES: Final = 60
"""A longer text tells several things, each in an order of its own; keeps time bounded."""


class Order(NamedTuple):
    """What is done before what, in content words, and the statement that says so."""

    earlier: frozenset[str]
    later: frozenset[str]
    statement: Statement


def orders(statements: Sequence[Statement]) -> list[Order]:
    """Give what a text tells to do before what; what comes first comes before all else that it tells."""
    said = [(clause, statement) for statement in statements for clause in _clauses(statement)]
    clauses = [clause for clause, _ in said]
    if len(said) > _MOST_CLAUSES:
        return []
    found: list[Order] = []
    for place, (clause, statement) in enumerate(said):
        if _is_first(clause):
            found.append(Order(terms(clause), _words(clauses[:place] + clauses[place + 1 :]), statement))
        elif _is_next(clause):
            found.append(Order(_words(clauses[:place]), terms(clause), statement))
        else:
            found += _within(clause, statement)
    return [*found, *_by_step(statements)]


def _by_step(statements: Sequence[Statement]) -> Iterator[Order]:
    """Read "Step 2: start A. Step 3: add B": what stands under a number comes before what follows."""
    numbered = [statement for statement in statements if degrees(statement.text)]
    for place in range(1, len(numbered)):
        earlier = frozenset().union(*(one.terms for one in numbered[:place]))
        yield Order(earlier, numbered[place].terms, numbered[place])


def _clauses(statement: Statement) -> Iterator[str]:
    low = _ARROW.sub(", then ", folded(statement.text).replace(" then ", ", then "))
    return (part for clause in cut(low, ",;.") if (part := clause.strip(_SIGNS)))


def _is_first(clause: str) -> bool:
    word, _, rest = clause.partition(" ")
    is_said = clause.endswith(" first") or Cue.DONE_FIRST.search(clause) is not None
    return is_said or (word == "first" and bool(rest) and not is_name(f" {rest}"))


def _is_next(clause: str) -> bool:
    return Cue.DONE_NEXT.search(clause) is not None or clause.partition(" ")[0] in ("then", "next")


def _within(clause: str, statement: Statement) -> Iterator[Order]:
    """Read "A before B" and "A after B"; with a figure it is a time."""
    if has_figure(clause):
        return
    for word in ("before", "after"):
        head, found, rest = f" {clause} ".partition(f" {word} ")
        if found and head.strip() and rest.strip():
            one, other = terms(head), terms(rest)
            yield Order(one, other, statement) if word == "before" else Order(other, one, statement)


def _words(clauses: Sequence[str]) -> frozenset[str]:
    return frozenset().union(*map(terms, clauses))
