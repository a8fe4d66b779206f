"""To which drug a value belongs, by where drugs are named around it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from edgerag.domain.letters import LETTERS
from edgerag.language.clauses import cut, has_figure
from edgerag.language.cues import Cue, says
from edgerag.language.names import Mention
from edgerag.language.numbers import number
from edgerag.language.quantities import UNITS, Dimension, Interval
from edgerag.language.sentences import cell_of, is_record
from edgerag.language.units import any_of
from edgerag.language.values import MAX_GAP, Kind, Value, is_on_shelf

VEHICLES: Final = frozenset({"sodium-chloride", "glucose", "ringers-lactate"})
"""What drugs are dissolved in."""
_SO_MUCH_FLUID: Final = frozenset({
    "ml", "mls", "l", "cc", "litre", "litres", "kg", "of", "dextrose", "glucose",
})  # fmt: skip
"""Between "in" and a fluid, a part of its name among them: "in 500 mL of dextrose saline"."""
_LONGEST_SWAP: Final = 45
"""Characters from "replace" to what is given from then on."""
_NEAR_CHARS: Final = 40
_NO_TIE: Final = frozenset({"with", "plus", "and", "after", "before", "then", "in"})
"""Between a value and a drug behind it these show that it is another's."""
_MASS: Final = any_of(unit for unit, (dimension, _) in UNITS.items() if dimension is Dimension.MASS)
_SIGNS: Final = " \n(-–:"
"""Between the short name of a combination and its strengths."""
_JOINTS: Final = frozenset({"", "/", "+", "&", "-", ",", "and", "with", "plus"})
"""Between the parts of a fixed combination."""
_UNIT_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_PART: Final = rf"\d{{1,4}}(?:[.,]\d{{1,3}})?(?:\s?{_MASS})?"
_PARTS: Final = re.compile(
    rf"(?<![\d/.])({_PART}(?:\s?/\s?{_PART}){{0,3}}\s?/\s?\d{{1,4}}(?:[.,]\d{{1,3}})?\s?{_MASS})(?![a-z/])"
)
"""The parts of a fixed combination: "60 mg/400 mcg", "50/12.5 mg"."""


def with_strengths(
    values: Sequence[Value], drugs: Sequence[Mention], low: str, offset: int
) -> Iterator[Value]:
    """Give each part of "iron/folic acid 60 mg/400 mcg" to its own drug, and one drug's parts as their sum.

    A tablet of 500/125 mg is sold as one of 625 mg.
    """
    spans: list[tuple[int, int]] = []
    for match in _PARTS.finditer(low):
        parts = _amounts(match[1])
        named = [d for d in drugs if d.end <= match.start() and match.start() - d.end <= MAX_GAP]
        named = _together(named[-len(parts) :], low)
        before = list(dict.fromkeys(drug.name for drug in named))
        are_in_order = len({drug.start for drug in named}) == len(named)
        if not before or not are_in_order or is_on_shelf(low[: match.start()]):
            continue
        if len(before) < len(parts):
            before, parts = before[-1:], [(sum((mg for mg, _ in parts), Fraction(0)), match[1])]
        start, end = match.start() + offset, match.end() + offset
        spans.append((start, end))
        for name, (mg, written) in zip(before, parts, strict=True):
            yield Value(Kind.DOSE, str(Dimension.MASS), Interval(mg, mg), start, end, written, name)
    for value in values:
        is_part = any(start < value.end and value.start < end for start, end in spans)
        if not is_part and not _is_of_combination(value, drugs, low, offset):
            yield value


def _together(drugs: Sequence[Mention], low: str) -> list[Mention]:
    """Give the last of some medicines with those that it is joined to; one before "or" has no part."""
    joined = list(drugs[-1:])
    for drug in reversed(drugs[:-1]):
        if low[drug.end : joined[0].start].strip(" \n()") not in _JOINTS:
            break
        joined.insert(0, drug)
    return joined


def _is_of_combination(value: Value, drugs: Sequence[Mention], low: str, offset: int) -> bool:
    """Whether commas part the strengths of a combination right behind its short name: "RH(300,150mg)"."""
    named = {drug.name for drug in drugs if not low[drug.end : value.start - offset].strip(_SIGNS)}
    return "," in value.text and value.kind is Kind.DOSE and len(named) > 1


def _amounts(written: str) -> list[tuple[Fraction, str]]:
    """Give the parts of a combination in milligrams; one without a unit has that of the next."""
    found: list[tuple[Fraction, str]] = []
    unit = ""
    for part in reversed(written.split("/")):
        figure = part.strip().rstrip(_UNIT_LETTERS).strip()
        unit = part.strip().removeprefix(figure).strip() or unit
        found.append((number(figure) * UNITS[unit][1], f"{figure} {unit}"))
    return found[::-1]


def drug_of(value: Value, drugs: Sequence[Mention], low: str) -> str:
    """Tie a value to the drug right after it ("1 mL 1% lignocaine"), else the last before, else the next.

    In a row of data only the drugs of its own cell count, else those of the first cell that names any.
    """
    if is_record(low):
        beside = [drug for drug in drugs if cell_of(drug.start, low) == cell_of(value.start, low)]
        if not beside:
            return _subject(drugs, low)
        drugs = beside
    for drug in drugs:
        gap = low[value.end : drug.start] if drug.start >= value.end else "."
        if value.kind in (Kind.DOSE, Kind.COUNT) and _is_strength(gap.strip().removeprefix("of").strip()):
            previous = [d for d in drugs if d.end <= value.start]
            if not previous or low[previous[-1].end : value.start].strip(" ,:(|"):
                return drug.name
    before = [drug for drug in drugs if drug.end <= value.start and not is_vehicle(drug, low)]
    before = [drug for drug in before if not _is_aside(drug, value, low)] or before
    if (
        len(before) > 1
        and Cue.WITH.precedes(low, before[-1].start, most=3)
        and ":" in low[before[-1].end : value.start]
    ):
        return before[-2].name
    if before:
        return before[-1].name
    later = next((drug for drug in drugs if drug.start >= value.end), None)
    if later is None:
        return ""
    gap = low[value.end : later.start]
    is_near = len(gap) <= _NEAR_CHARS and not has_figure(gap) and len(cut(gap, ",;.")) == 1
    is_near = is_near and _NO_TIE.isdisjoint(LETTERS.findall(gap))
    return later.name if is_near else ""


def _is_aside(drug: Mention, value: Value, low: str) -> bool:
    """Whether a bracket before a value tells how much of a medicine something holds: "[60mg iron] daily"."""
    *outside, inside = cut(low[: drug.start], "([")
    is_inside = bool(outside) and len(cut(inside, ")]")) == 1
    return is_inside and has_figure(inside) and len(cut(low[drug.end : value.start], ")]")) > 1


def is_vehicle(drug: Mention, low: str) -> bool:
    """Whether a fluid is named as what something is dissolved in: "in 20 mL of normal saline"."""
    return drug.name in VEHICLES and Cue.INTO.precedes(low, drug.start, most=5, over=_is_of_fluid, signs="/%")


def _is_of_fluid(word: str) -> bool:
    """Whether a word tells how much of which fluid, and how strong: "20", "ml", "20ml", "of", "dextrose"."""
    unit = word.lstrip("0123456789.")
    return not unit or unit in _SO_MUCH_FLUID


def _is_strength(gap: str) -> bool:
    """Whether there is nothing but "0.9 %", if anything."""
    figure = gap.removesuffix("%").strip()
    return not gap or (gap.endswith("%") and figure.replace(".", "", 1).isdecimal())


def _subject(drugs: Sequence[Mention], low: str) -> str:
    """Name what a row of data is about: the last drug of the first cell that names any."""
    cell = cell_of(drugs[0].start, low) if drugs else None
    return next((drug.name for drug in reversed(drugs) if cell_of(drug.start, low) == cell), "")


def is_second_choice_of_drug(low: str) -> bool:
    """Whether a text names what is used in place of the first choice."""
    return says(low, Cue.SECOND_CHOICE, Cue.INSTEAD)


def second_choices(drugs: Sequence[Mention], low: str) -> set[int]:
    """Find where drugs stand that are named as a second choice."""
    starts: set[int] = set()
    for index, drug in enumerate(drugs):
        begin = max((other.end for other in drugs[:index] if other.end <= drug.start), default=0)
        end = min((other.start for other in drugs[index + 1 :] if other.start >= drug.end), default=len(low))
        before = cut(low[max(begin, drug.start - 45) : drug.start], ",.;|")[-1]
        after = cut(low[drug.end : min(end, drug.end + 50)], ",.;|")[0]
        if (
            _is_replacing(drug, low)
            or "".join(before.split()).endswith("(or")
            or is_second_choice_of_drug(before)
            or is_second_choice_of_drug(after)
        ):
            starts.add(drug.start)
    return starts


def _is_replacing(drug: Mention, low: str) -> bool:
    """Whether something else is given up for a drug: "replace X with"."""
    is_goal = Cue.WITH.precedes(low, drug.start) or Cue.TO.precedes(low, drug.start)
    return is_goal and Cue.REPLACES.is_near_before(low, drug.start, _LONGEST_SWAP)
