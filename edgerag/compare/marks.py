"""What in one text a reader should look at when another lies beside it: numbers, drugs, negations.

Marks help the eye; they decide nothing. The judge's label may rest on other places.
"""

from __future__ import annotations

from collections.abc import Iterator

from edgerag.compare.findings import Span
from edgerag.language.negation import bans_in
from edgerag.language.quantities import Interval
from edgerag.language.reading import Statement, read


def differing(text: str, other: str) -> tuple[Span, ...]:
    """Give the numbers and drugs of `text` that `other` lacks, and its negations if `other` has none."""
    theirs = read(other)
    amounts = {(value.unit, value.interval) for statement in theirs for value in statement.values}
    drugs = {drug.name for statement in theirs for drug in statement.drugs}
    found: list[tuple[int, int]] = []
    for statement in read(text):
        found += _amounts(statement, amounts)
        found += [(drug.start, drug.end) for drug in statement.drugs if drug.name not in drugs]
    if not bans_in(other):
        found += bans_in(text)
    return tuple(Span(start, end, text[start:end]) for start, end in _apart(sorted(found)))


def _amounts(statement: Statement, theirs: set[tuple[str, Interval]]) -> Iterator[tuple[int, int]]:
    for value in statement.values:
        if (value.unit, value.interval) not in theirs:
            yield value.start, value.end


def _apart(spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Join spans that overlap."""
    kept: list[tuple[int, int]] = []
    for start, end in spans:
        if kept and start < kept[-1][1]:
            kept[-1] = kept[-1][0], max(end, kept[-1][1])
        else:
            kept.append((start, end))
    yield from kept
