"""To which drug and to which people a value belongs, by where these are named around it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from edgerag.language.cues import Cue, says
from edgerag.language.names import Mention
from edgerag.language.numbers import number
from edgerag.language.quantities import UNITS, Dimension, Interval
from edgerag.language.sentences import is_record
from edgerag.language.units import any_of
from edgerag.language.values import MAX_GAP, SHELF_CELL, Kind, Value

_OR_ELSE: Final = re.compile(r"\(\s*or\s*$")
_REPLACES: Final = re.compile(
    r"\b(?:replac\w+|substitut\w+|switch\w*|chang\w+)\b[^.;|]{1,40}\b(?:with|to|by)\s+$"
)
_IN_FLUID: Final = re.compile(
    r"\b(?:in|with|into|to)\s*(?:[\d.\s]*(?:mls?|l|cc|litres?)?(?:/kg)?\s*(?:of\s*)?)(?:\d+\s*%\s*)?$"
)
VEHICLES: Final = frozenset({"sodium-chloride", "glucose", "ringers-lactate"})
"""What drugs are dissolved in."""
_WITH: Final = re.compile(r"\bwith (?:[a-z]+ ){0,3}$")
"""What is named after this accompanies: "zinc is dispensed with every packet of ORS: 20 mg daily"."""
_BEFORE: Final = 120
"""Characters before a name in which such words stand."""
_FIGURE: Final = re.compile(r"\d")
_DENIED: Final = re.compile(r":\s*(?:not|no|never|avoid|without|except|keep)\b")
"""Opens a cell that says for whom a medicine is not."""
_BESIDES: Final = re.compile(
    r"\b(?:including|incl\.?|even|also|except|not|as well as|born to|her|his|their|your)"
    r"\s*(?:in|for|if|an?|the)?\s*$"
)
"""After these, people are named without a value being meant for them alone."""
_MASS: Final = any_of(unit for unit, (dimension, _) in UNITS.items() if dimension is Dimension.MASS)
_PART: Final = rf"\d{{1,4}}(?:[.,]\d{{1,3}})?(?:\s?{_MASS})?"
_PARTS: Final = re.compile(
    rf"(?<![\d/.])({_PART}(?:\s?/\s?{_PART}){{0,3}}\s?/\s?\d{{1,4}}(?:[.,]\d{{1,3}})?\s?{_MASS})(?![a-z/])"
)
"""The parts of a fixed combination: "60 mg/400 mcg", "50/12.5 mg"."""
_AMOUNT: Final = re.compile(rf"(?P<number>[\d.,]+)\s?(?P<unit>{_MASS})?")


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
        before = list(dict.fromkeys(drug.name for drug in named[-len(parts) :]))
        are_in_order = len({drug.start for drug in named[-len(parts) :]}) == len(named[-len(parts) :])
        if not before or not are_in_order or SHELF_CELL.search(low, 0, match.start()):
            continue
        if len(before) < len(parts):
            before, parts = before[-1:], [(sum((mg for mg, _ in parts), Fraction(0)), match[1])]
        start, end = match.start() + offset, match.end() + offset
        spans.append((start, end))
        for name, (mg, written) in zip(before, parts, strict=True):
            yield Value(Kind.DOSE, str(Dimension.MASS), Interval(mg, mg), start, end, written, name)
    for value in values:
        if not any(start < value.end and value.start < end for start, end in spans):
            yield value


def _amounts(written: str) -> list[tuple[Fraction, str]]:
    """Give the parts of a combination in milligrams; one without a unit has that of the next."""
    found: list[tuple[Fraction, str]] = []
    unit = ""
    for amount in reversed(list(_AMOUNT.finditer(written))):
        unit = amount["unit"] or unit
        found.append((number(amount["number"]) * UNITS[unit][1], f"{amount['number']} {unit}"))
    return found[::-1]


def drug_of(value: Value, drugs: Sequence[Mention], low: str) -> str:
    """Tie a value to the drug right after it ("1 mL 1% lignocaine"), else the last before, else the next.

    In a row of data only the drugs of its own cell count, else those of the first cell that names any.
    """
    if is_record(low):
        beside = [drug for drug in drugs if _cell(drug.start, low) == _cell(value.start, low)]
        if not beside:
            return _subject(drugs, low)
        drugs = beside
    for drug in drugs:
        gap = low[value.end : drug.start] if drug.start >= value.end else "."
        if re.fullmatch(r"\s*(?:of\s+)?(?:\d+(?:\.\d+)?\s*%\s*)?", gap) and value.kind in (
            Kind.DOSE,
            Kind.COUNT,
        ):
            previous = [d for d in drugs if d.end <= value.start]
            if not previous or low[previous[-1].end : value.start].strip(" ,:(|"):
                return drug.name
    before = [drug for drug in drugs if drug.end <= value.start and not is_vehicle(drug, low)]
    if (
        len(before) > 1
        and _stands_before(_WITH, before[-1], low)
        and ":" in low[before[-1].end : value.start]
    ):
        return before[-2].name
    if before:
        return before[-1].name
    later = next((drug for drug in drugs if drug.start >= value.end), None)
    if later is None:
        return ""
    gap = low[value.end : later.start]
    is_near = re.fullmatch(r"[^\d,;.]{0,40}", gap) and not re.search(
        r"\b(?:with|plus|and|after|before|then|in)\b", gap
    )
    return later.name if is_near else ""


def is_vehicle(drug: Mention, low: str) -> bool:
    """Whether a fluid is named as what something is dissolved in: "in 20 mL of normal saline"."""
    return drug.name in VEHICLES and _stands_before(_IN_FLUID, drug, low)


def people_of(value: Value, populations: Sequence[Mention], low: str) -> frozenset[str]:
    """Give whom a value is meant for: those named just before it, else those of the whole statement.

    In a table row these are the people of the same cell, or of the row's first cell; in a row of data those
    of the same cell, else those of cells without a figure.
    """
    if is_record(low):
        return _people_of_cell(value, populations, low)
    row_head = low.find("|", 2) if low.lstrip().startswith("|") else len(low)
    cell = low.rfind("|", 0, value.start)
    heard = [
        m
        for m in populations
        if (m.start < row_head or m.start > cell) and not _stands_before(_BESIDES, m, low)
    ]
    before = [mention for mention in heard if mention.end <= value.start]
    if not before:
        return frozenset(mention.name for mention in heard)
    last = before[-1]
    together = [m for m in before if re.fullmatch(r"\D{0,25}", low[m.end : last.start]) or m is last]
    return frozenset(mention.name for mention in together)


def _people_of_cell(value: Value, populations: Sequence[Mention], low: str) -> frozenset[str]:
    """Give whom a value of a row of data is meant for; "not in pregnancy" is meant for nobody."""
    heard = [mention for mention in populations if not _stands_before(_BESIDES, mention, low)]
    own = _cell(value.start, low)
    beside = [one for one in heard if _cell(one.start, low) == own]
    apart = [
        one
        for one in heard
        if not any(sign.search(low, *_cell(one.start, low)) for sign in (_FIGURE, _DENIED))
    ]
    return frozenset(mention.name for mention in beside or apart)


def _subject(drugs: Sequence[Mention], low: str) -> str:
    """Name what a row of data is about: the last drug of the first cell that names any."""
    cell = _cell(drugs[0].start, low) if drugs else None
    return next((drug.name for drug in reversed(drugs) if _cell(drug.start, low) == cell), "")


def _cell(place: int, low: str) -> tuple[int, int]:
    """Give the start and the end of the cell that a place is in."""
    end = low.find("|", place)
    return low.rfind("|", 0, place) + 1, len(low) if end < 0 else end


def is_second_choice_of_drug(low: str) -> bool:
    """Whether a text names what is used in place of the first choice."""
    return says(low, Cue.SECOND_CHOICE, Cue.INSTEAD)


def second_choices(drugs: Sequence[Mention], low: str) -> set[int]:
    """Find where drugs stand that are named as a second choice."""
    starts: set[int] = set()
    for index, drug in enumerate(drugs):
        begin = max((other.end for other in drugs[:index] if other.end <= drug.start), default=0)
        end = min((other.start for other in drugs[index + 1 :] if other.start >= drug.end), default=len(low))
        before = re.split(r"[,.;|]", low[max(begin, drug.start - 45) : drug.start])[-1]
        after = re.split(r"[,.;|]", low[drug.end : min(end, drug.end + 50)])[0]
        if (
            _stands_before(_REPLACES, drug, low)
            or _OR_ELSE.search(before)
            or is_second_choice_of_drug(before)
            or is_second_choice_of_drug(after)
        ):
            starts.add(drug.start)
    return starts


def named_alone(populations: Sequence[Mention], low: str) -> frozenset[str]:
    """Give the people that a statement is about, without those named as included or excepted."""
    return frozenset(m.name for m in populations if not _stands_before(_BESIDES, m, low))


def _stands_before(pattern: re.Pattern[str], mention: Mention, low: str) -> bool:
    """Whether words that a pattern describes stand right before a name; no further is looked back."""
    return pattern.search(low, max(0, mention.start - _BEFORE), mention.start) is not None
