"""What a level that was measured in somebody is called: a blood sugar of 2.9 mmol/L is hypoglycaemia.

Handbooks speak of the finding where a question gives its number, and what they say of the opposite finding
has all the words of the question: insulin is injected for a blood sugar too. `data/levels.toml` draws the
lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

import msgspec

from edgerag.domain.entities import EntityType
from edgerag.language import names
from edgerag.language.clauses import cut
from edgerag.language.cues import Cue, says
from edgerag.language.entities import named
from edgerag.language.quantities import Interval
from edgerag.language.reading import read
from edgerag.language.spelling import spelling
from edgerag.language.text import folded
from edgerag.language.values import Kind, Value
from edgerag.language.words import folded_words


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    line: str
    called: str


class _Bare(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    under: str
    times: str


class _Measure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    unit: str
    bare: list[_Bare]
    low: list[_Line]
    high: list[_Line]
    is_of_adults: bool = False


@dataclass(frozen=True, slots=True)
class Level:
    """A level of somebody, and what it is called."""

    measure: str
    """What was measured: "glucose"."""
    written: str
    """As the text has it: "blood sugar is 2.9"."""
    called: str
    """The canonical name of the finding."""
    band: Interval
    """All levels that are called so, in the unit in which they are read."""


_CHILDREN: Final = frozenset({"child", "infant", "newborn", "adolescent"})
_CLAUSE: Final = 40
"""Characters before a level in which its aim is told."""


def levels(text: str) -> tuple[Level, ...]:
    """Give the levels of somebody that have a name, in the order of the text; limits are none."""
    return tuple(_levels(text))


def with_findings(text: str) -> str:
    """Put the name of the finding behind each level whose name the text has not: "Hb 6 (anaemia)"."""
    for level in _unsaid(text):
        text = text.replace(level.written, f"{level.written} ({level.called})", 1)
    return text


def findings(text: str) -> tuple[str, ...]:
    """Give the names of findings that `with_findings` puts into a text."""
    return tuple(level.called for level in _unsaid(text))


def _unsaid(text: str) -> list[Level]:
    said = folded_words(text)
    return [level for level in levels(text) if _forms(level.called).isdisjoint(said)]


def is_for_another(level: Level, texts: Iterable[str]) -> bool:
    """Whether a text is for somebody with another level: its limits are beyond, or it has another finding.

    Args:
        level: somebody's.
        texts: the text, then what stands over it, the nearest first; the first that tells decides.
    """
    return next((said for text in texts if (said := _is_apart(level, text)) is not None), False)


def _levels(text: str) -> Iterator[Level]:
    is_child = not _CHILDREN.isdisjoint(one.name for one in names.populations(folded(text), text))
    told: set[str] = set()
    for value in _limits(text):
        measure = _measure_of(value)
        if measure is None or value.is_compared or not value.interval.is_point:
            continue
        known = _table()[measure]
        found = _finding(_in_unit(value, known), known)
        if found is None or found[0] in told or (known.is_of_adults and is_child):
            continue
        told.add(found[0])
        yield Level(measure, _written(text, value), *found)
    yield from _named(text, told, is_child=is_child)


def _named(text: str, told: set[str], *, is_child: bool) -> Iterator[Level]:
    """Yield the levels that a text names by their finding alone: "hypoglycaemia"; of two opposites none."""
    for measure, known in _table().items():
        lines = _lines_said(text, known)
        if len(lines) == 1 and lines[0].called not in told and not (known.is_of_adults and is_child):
            told.add(lines[0].called)
            line = Fraction(lines[0].line)
            band = Interval(None, line) if lines[0] in known.low else Interval(line, None)
            yield Level(measure, lines[0].called, lines[0].called, band)


def _written(text: str, value: Value) -> str:
    """Give the words from what is measured to its level."""
    places = [(one.start, one.end) for one in names.analytes(text)]
    places += [(one.start, one.end) for one in named(text) if one.type is EntityType.EXAMINATION]
    start = max((start for start, end in places if end <= value.start), default=value.start)
    return text[start : value.end]


def _finding(level: Interval, known: _Measure) -> tuple[str, Interval] | None:
    """Name the farthest line that a level passes, and give all that lies beyond it."""
    amount = level.low or Fraction(0)
    low = [(Fraction(line.line), line.called) for line in known.low if amount < Fraction(line.line)]
    high = [(Fraction(line.line), line.called) for line in known.high if amount >= Fraction(line.line)]
    if low:
        line, called = min(low)
        return called, Interval(None, line)
    if high:
        line, called = max(high)
        return called, Interval(line, None)
    return None


def _is_apart(level: Level, text: str) -> bool | None:
    """Whether a text is for another level; None if it tells of none."""
    known = _table()[level.measure]
    findings = {line.called for line in _lines_said(text, known)}
    if level.called in findings:
        return False
    limits = [
        _in_unit(limit, known)
        for limit in _limits(text)
        if _measure_of(limit) == level.measure and not _is_aim(limit, text)
    ]
    if limits:
        return all(limit.is_apart(level.band) for limit in limits)
    return True if findings else None


def _lines_said(text: str, known: _Measure) -> list[_Line]:
    """Give the lines whose finding a text names."""
    said = folded_words(text)
    return [line for line in (*known.low, *known.high) if not _forms(line.called).isdisjoint(said)]


@cache
def _forms(called: str) -> frozenset[str]:
    """Give a finding and what somebody is who has it: "hypoglycaemia", "hypoglycaemic"."""
    ends = (called, f"{called.removesuffix('ia')}ic", f"{called.removesuffix('sion')}sive")
    return frozenset(spelling(form) for form in ends)


def _is_aim(limit: Value, text: str) -> bool:
    """Whether a level is to be reached or kept, and is nobody's yet."""
    before = folded(text)[: limit.start]
    return says(before[-_CLAUSE:], Cue.AIMS) or says(cut(before, ".;|")[-1], Cue.TILL, Cue.KEEPS)


@lru_cache(maxsize=1 << 12)
def _limits(text: str) -> Sequence[Value]:
    return [value for said in read(text) for value in said.values if value.kind is Kind.THRESHOLD]


def _measure_of(value: Value) -> str | None:
    return next((name for name, one in _table().items() if value.unit in (one.unit, f" {name}")), None)


def _in_unit(value: Value, known: _Measure) -> Interval:
    """Give a level in the unit of its measure; a number without one is in the likeliest unit."""
    if value.unit == known.unit:
        return value.interval
    most = max(end for end in (value.interval.low, value.interval.high) if end is not None)
    times = next((one.times for one in known.bare if most < Fraction(one.under)), "1")
    return value.interval.scaled(Fraction(times))


@cache
def _table() -> dict[str, _Measure]:
    content = files("edgerag.language").joinpath("data", "levels.toml").read_bytes()
    return msgspec.toml.decode(content, type=dict[str, _Measure])
