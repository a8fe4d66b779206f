"""A course of treatment in stages: how long the whole takes, and of which drugs a time is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from edgerag.language import names
from edgerag.language.quantities import Interval
from edgerag.language.reading import Statement
from edgerag.language.units import one_space
from edgerag.language.values import Kind, Stage, Value

_TIMES: Final = frozenset({Kind.DURATION, Kind.TIMING})
_JOINTS: Final = frozenset({"", ",", "+", "/", "&", "-", "and", "plus", "with", ", and"})
"""Between two names that are given together."""


def with_whole(said: Sequence[tuple[Statement, list[Value]]]) -> list[tuple[Statement, list[Value]]]:
    """Add how long the whole takes to the two stages of a course that stand next to each other."""
    placed = [(place, value) for place, (_, values) in enumerate(said) for value in values]
    first, later, whole = (
        [(place, value) for place, value in placed if value.stage is stage and value.kind is Kind.DURATION]
        for stage in (Stage.INITIAL, Stage.LATER, Stage.WHOLE)
    )
    if len(first) != 1 or len(later) != 1 or whole or later[0][0] - first[0][0] not in (0, 1):
        return list(said)
    places = {first[0][0], later[0][0]}
    both = _joined(first[0][1], later[0][1], [said[place][0] for place in sorted(places)])
    return [(s, [*values, *both] if place in places else values) for place, (s, values) in enumerate(said)]


def _joined(first: Value, later: Value, statements: Sequence[Statement]) -> list[Value]:
    """Give the sum of two times, in the words from the one to the other; nothing if one has no end."""
    one, other = first.interval, later.interval
    if first.unit != later.unit or one.low is None or one.high is None:
        return []
    if other.low is None or other.high is None:
        return []
    text = " ".join(
        statement.text[max(0, first.start - statement.start) : later.end - statement.start]
        for statement in statements
    )
    interval = Interval(one.low + other.low, one.high + other.high)
    drug = first.drug if first.drug == later.drug else ""
    return [
        replace(
            later, stage=Stage.WHOLE, interval=interval, start=first.start, text=one_space(text), drug=drug
        )
    ]


def of_all(value: Value, statement: Statement) -> Value:
    """Tie a time that is said of several drugs together to all of them."""
    if value.kind not in _TIMES or not value.drug:
        return value
    together = next((some for some in _lists(statement) if value.drug in some), [])
    return replace(value, drug="+".join(sorted({names.choice(drug) for drug in together})) or value.drug)


def _lists(statement: Statement) -> list[list[str]]:
    """Give the drugs that stand in one list, or in one abbreviation such as RHZE."""
    lists: list[list[str]] = []
    end = 0
    for drug in sorted(statement.drugs, key=lambda one: (one.start, one.end)):
        gap = statement.text[max(0, end - statement.start) : max(0, drug.start - statement.start)]
        if lists and (drug.start < end or one_space(gap) in _JOINTS):
            lists[-1].append(drug.name)
        else:
            lists.append([drug.name])
        end = max(end, drug.end)
    return lists
