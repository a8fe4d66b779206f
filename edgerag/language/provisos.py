"""On what a deed depends: "only if ...", "not unless ...", "unless ..."."""

from __future__ import annotations

from dataclasses import dataclass

from edgerag.language.clauses import cut
from edgerag.language.cues import Cue
from edgerag.language.negation import is_turned
from edgerag.language.reading import Statement, terms
from edgerag.language.text import folded


@dataclass(frozen=True, slots=True)
class Proviso:
    """What must be so for a deed to be done, or what must not be so."""

    is_exception: bool
    """Whether the deed is done unless it is so; else it is done only if it is."""
    terms: frozenset[str]
    is_turned: bool
    """Whether a word in it says no: "only if not pregnant", "only if this failed"."""
    figures: frozenset[str]


def proviso(statement: Statement) -> Proviso | None:
    """Read on what a statement makes its deed depend; None if it names nothing or several things."""
    low = folded(statement.text)
    found = [(met, cue is Cue.UNLESS) for cue in (Cue.UNLESS, Cue.ONLY_IF) for met in cue.finditer(low)]
    if len(found) != 1:
        return None
    met, is_unless = found[0]
    what = cut(low[met.end() :], ".,;:|")[0]
    is_exception = is_unless and not is_turned(low[: met.start()])
    figures = frozenset(word for word in what.split() if any(map(str.isdecimal, word)))
    return Proviso(is_exception, terms(what), is_turned(what), figures)
