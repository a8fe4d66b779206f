"""What an evaluation gives: measures with intervals, and how they are written down."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import msgspec
import numpy as np
from jaxtyping import Int64

from edgerag.evaluate.metrics import Measure

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""

Confusion = Mapping[str, Mapping[str, int]]
"""Counts by gold label and then by predicted label."""


class Group(msgspec.Struct, frozen=True):
    """The measures of a part of the data."""

    n: int
    measures: dict[str, Measure]


Groups = Mapping[str, Mapping[str, Group]]
"""Parts of the data: by what it is divided by, such as "capability", and by the part's name."""


class Measurements(msgspec.Struct, frozen=True):
    """The measures of one evaluation."""

    n: int
    """Questions, or pairs, that were measured."""
    measures: dict[str, Measure]
    confusion: Confusion | None = None
    groups: Groups = {}
    misses: Confusion | None = None
    """Counts of misses by what was missed and then by the cause."""


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """Measures, and what they were measured on and with."""

    dataset: str
    split: str
    n: int
    measures: dict[str, Measure]
    versions: dict[str, str]
    """Program, models and settings that the values depend on."""
    confusion: Confusion | None = None
    groups: Groups = {}
    misses: Confusion | None = None


def result_json(result: Result) -> bytes:
    """Write a result as indented JSON; what could not be measured is null."""
    return msgspec.json.format(msgspec.json.encode(result), indent=2) + b"\n"


def measure_rows(result: Result) -> list[tuple[str, str, str]]:
    """Give name, value and interval of each measure, as text for a table."""
    return [(name, *_value_and_interval(measure)) for name, measure in result.measures.items()]


def group_rows(what: str, groups: Mapping[str, Group]) -> list[tuple[str, ...]]:
    """Give the parts of the data as text, parts against measures: the more numerous ones go down."""
    names = list(dict.fromkeys(name for group in groups.values() for name in group.measures))
    rows = [(what, "n", *names)]
    rows += [
        (part, str(group.n), *(_value(group.measures.get(name)) for name in names))
        for part, group in groups.items()
    ]
    return rows if len(groups) >= len(names) else list(zip(*rows, strict=True))


def confusion_rows(confusion: Confusion, corner: str = "gold \\ said") -> list[tuple[str, ...]]:
    """Give a matrix of counts as text: a header row, then one row a gold label."""
    predicted = list(dict.fromkeys(label for row in confusion.values() for label in row))
    rows = [(gold, *(str(row.get(label, 0)) for label in predicted)) for gold, row in confusion.items()]
    return [(corner, *predicted), *rows]


def named_confusion(
    counts: Int64[np.ndarray, "gold predicted"], gold: Sequence[str], predicted: Sequence[str]
) -> Confusion:
    """Put labels on the rows and columns of a matrix of counts."""
    return {
        label: {said: int(count) for said, count in zip(predicted, row, strict=True)}
        for label, row in zip(gold, counts, strict=True)
    }


def _value(measure: Measure | None) -> str:
    return "-" if measure is None or math.isnan(measure.value) else f"{measure.value:.3f}"


def _value_and_interval(measure: Measure) -> tuple[str, str]:
    if math.isnan(measure.value):
        return "-", ""
    return _value(measure), f"{measure.low:.3f} to {measure.high:.3f}"
