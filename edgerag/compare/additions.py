"""What one text adds to all that another says: a further medicine, a further deed.

"Morphine 4-hourly" and "morphine 4-hourly with bisacodyl" agree, and whoever reads the first alone does not
know of the bisacodyl. What adds no deed ("a yellow, sweet-tasting liquid") changes nothing in care.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from edgerag.compare.compatibility import agree, compatible
from edgerag.compare.overlap import has_ban, medicines, terms_of, values_of
from edgerag.language import names
from edgerag.language.clauses import cut
from edgerag.language.cues import Cue, says
from edgerag.language.negation import forbids
from edgerag.language.questions import Asked
from edgerag.language.reading import Statement, terms
from edgerag.language.text import folded
from edgerag.language.values import Value

_DEEDS: Final = (Cue.ORDERS, Cue.GIVES, Cue.WATCHES, Cue.STARTS, Cue.STOPS, Cue.PUTS, Cue.SEQUEL)
_IS: Final = frozenset({"is", "are", "was", "were", "has", "have"})
_MOST: Final = 0.75
"""Share of the words of a text that stand in another which says the same."""
_OWN: Final = 0.6
"""Share of the words of a further deed that are its own."""
_NEW: Final = 2
"""Content words that a further deed has of its own."""
_MOST_VALUES: Final = 50
"""A text with more values is no part of another; keeps time bounded."""


def is_one_sided_more(asked: Asked, a: Sequence[Statement], b: Sequence[Statement]) -> bool:
    """Whether one text says all that the other says, and tells a further deed."""
    if has_ban(a) and has_ban(b):
        return False  # a ban is one whatever is said of it
    return (_holds(b, a) and _adds(asked, a, b)) or (_holds(a, b) and _adds(asked, b, a))


def _holds(whole: Sequence[Statement], part: Sequence[Statement]) -> bool:
    """Whether a text says all that another says: its values, its medicines, and most of its words.

    Of one sentence that gives an amount of a medicine, the words may be others.
    """
    values, others, said = values_of(part), values_of(whole), terms_of(part)
    if max(len(values), len(others)) > _MOST_VALUES or not medicines(part) <= medicines(whole):
        return False
    if not all(_is_in(value, others) for value in values):
        return False
    is_amount = len(part) == 1 and bool(values) and bool(medicines(part))
    return is_amount or len(said & terms_of(whole)) >= _MOST * len(said)


def _is_in(value: Value, others: Sequence[Value]) -> bool:
    return any(_same(value, other) for other in others)


def _same(x: Value, y: Value) -> bool:
    return (x.kind, x.unit) == (y.kind, y.unit) and compatible(x, y) and agree(x, y)


def _adds(asked: Asked, part: Sequence[Statement], whole: Sequence[Statement]) -> bool:
    """Whether a text names a further medicine, or says something to do in a clause of words of its own."""
    if medicines(whole) - medicines(part) - {names.choice(drug) for drug in asked.drugs}:
        return True
    known = terms_of(part) | asked.terms | {names.action("give")}  # to give it is said by its amount too
    values = values_of(part)
    for statement in whole:
        for clause, held in _clauses(statement):
            said = terms(clause)
            n_own = len(said - known)
            is_own = n_own >= max(_NEW, _OWN * len(said)) and not any(_is_in(value, values) for value in held)
            if is_own and (
                held or _is_deed(clause) or (clause == statement.text and _may_be(statement, n_own))
            ):
                return True
    return False


def _is_deed(clause: str) -> bool:
    return says(clause, *_DEEDS) or forbids(clause)


def _may_be(statement: Statement, n_own: int) -> bool:
    """Whether a sentence says enough to tell a deed, and not how something is: "It has a bitter taste"."""
    return n_own > _NEW and statement.is_directive and _IS.isdisjoint(folded(statement.text).split())


def _clauses(statement: Statement) -> Iterator[tuple[str, list[Value]]]:
    """Give what stands between the commas and the joints of a statement, each with its values."""
    start = statement.start
    for clause in cut(statement.text.replace(" then ", ",then ").replace(" and ", ",and "), ",;"):
        end = start + len(clause)
        yield clause, [value for value in statement.values if start <= value.start < end]
        start = end + 1
