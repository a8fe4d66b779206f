"""Values in other terms, so that two ways to say one thing meet.

A volume beside its strength is the mass that it holds: 0.5 mL of 1:1000 is 0.5 mg, 50 mL of 50 % are
25 g; so are tablets and puffs: half of a 20 mg tablet is 10 mg. A dose with a frequency comes to so much
a day, and an amount for a day in so many doses to so much each time. Glucose in mg/dL is glucose in mmol/L.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from edgerag.domain.letters import LETTERS
from edgerag.language.clauses import cut
from edgerag.language.numbers import AS_NUMBER, NUMBER, number
from edgerag.language.quantities import DAY, UNITS, Dimension, Interval, dilutions
from edgerag.language.units import tables
from edgerag.language.values import Kind, Value

_SALT: Final = ("sodium", "saline")
_SALT_NAME: Final = 20
"""Characters before a strength in which salt water is named."""
_MAX_STRENGTH_GAP: Final = 40
_MAX_FREQUENCY_GAP: Final = 40
"""Characters from a dose to how often it is given."""
_IN_ML: Final = re.compile(
    rf"\s?(?:in|per|=)\s?(?:each\s|every\s)?(?P<n>{NUMBER})\s?(?:ml|mls|millilitres?|milliliters?)(?![a-z/])"
)
_PER_PUFF: Final = "/puff"
_PIECES: Final = (Dimension.TABLETS, Dimension.PUFFS)
_FORMS: Final[Mapping[str, Dimension]] = {
    **{name: dimension for name, (dimension, _) in UNITS.items() if dimension in _PIECES},
    "inhaler": Dimension.PUFFS,
    "inhalers": Dimension.PUFFS,
}
"""What has a strength: what is swallowed, and what a puff comes from."""
_HOLDING: Final = frozenset({"of", "containing", "at", "with"})
"""Between tablets and their strength."""
_MOST_NAMES: Final = 2
"""Words of a name between a strength and its tablets: "500 mg amoxicillin capsules"."""
_SO_MANY: Final = re.compile(rf"{AS_NUMBER}(?P<n>{NUMBER})\s?(?P<x>x\s?)?(?:of\s)?(?:an?\s)?$")
_COUNTED: Final = re.compile(rf"\s?:\s(?:[a-z]+\s)?(?:{NUMBER})\s(?P<form>[a-z]+)")
_VOLUMES: Final = frozenset({str(Dimension.VOLUME), f"{Dimension.VOLUME}/kg"})
_FORM_CHARS: Final = 90
"""Characters behind a strength in which its tablets are named."""
_NEAR: Final = 30
"""Characters before a strength in which the number of tablets stands."""
_PER_KG: Final = "/kg"


def converted(values: Sequence[Value], low: str, text: str) -> list[Value]:
    """Give the values of one statement in comparable terms; `low` is the folded text."""
    massed = _with_concentration(_with_pieces(values, low, text), low, text)
    return _with_daily([as_amount(value) for value in massed], low)


def in_terms_of_weight(
    values: Sequence[Value], others: Sequence[Value], weights: Sequence[Value]
) -> list[Value]:
    """Give doses per kilogram as doses for the weight in question where the other text knows them only so.

    Where the question gives no weight, the other text's own band of weights stands for it.
    """
    units = {other.unit: other for other in others}
    return [_for_weight(value, units, weights) for value in values]


def _for_weight(value: Value, others: Mapping[str, Value], weights: Sequence[Value]) -> Value:
    plain = value.unit.replace(_PER_KG, "", 1)
    if _PER_KG not in value.unit or value.unit in others or plain not in others:
        return value
    band = weights[0].weights if weights else others[plain].weights
    if band is None or band.low is None or band.high is None:
        return value
    return replace(
        value,
        unit=plain,
        interval=_times(value.interval, band.low, band.high),
        daily=value.daily and _times(value.daily, band.low, band.high),
        each=value.each and _times(value.each, band.low, band.high),
    )


def _times(interval: Interval, low: Fraction, high: Fraction) -> Interval:
    return Interval(
        None if interval.low is None else interval.low * low,
        None if interval.high is None else interval.high * high,
    )


def in_daily_terms(values: Sequence[Value], others: Sequence[Value]) -> list[Value]:
    """Give doses as doses a day, or a day's amount as its doses, where the other text knows them only so."""
    units = {other.unit for other in others}
    only_each = units - {other.unit for other in others if other.daily is not None}
    return [_in_unit_of(value, units, only_each) for value in values]


def _in_unit_of(value: Value, units: set[str], only_each: set[str]) -> Value:
    if value.unit in units:
        return value
    if value.daily is not None and f"{value.unit}/day" in units:
        return replace(value, unit=f"{value.unit}/day", interval=value.daily)
    if value.each is not None and (unit := value.unit.removesuffix("/day")) in only_each:
        return replace(value, unit=unit, interval=value.each)
    return value


def _with_daily(values: Sequence[Value], low: str) -> list[Value]:
    changed: list[Value] = []
    for place, value in enumerate(values):
        often = _often(value, values[place + 1 :][:4], low) if value.kind is Kind.DOSE else None
        if often is None:
            changed.append(value)
            continue
        unit = value.unit
        if _is_divided(often) and not unit.endswith("/day"):
            unit += "/day"
        if not often.interval.low or not often.interval.is_point:
            changed.append(replace(value, unit=unit))
            continue
        times = DAY / often.interval.low
        is_for_day = unit.endswith("/day")
        each, daily = value.interval.scaled(1 / times), value.interval.scaled(times)
        changed.append(replace(value, unit=unit, each=each) if is_for_day else replace(value, daily=daily))
    return changed


def _often(dose: Value, following: Sequence[Value], low: str) -> Value | None:
    """Give how often a dose is given: the first frequency after it, or that of its division into parts.

    An amount in brackets, the most of "30 mg/kg (up to 1 g) three times a day", does not part them.
    """
    near: list[Value] = []
    for value in following:
        if value.kind is Kind.DOSE and _is_bracketed(low, dose.end, value):
            continue
        if value.kind is Kind.DOSE or value.start - dose.end > _MAX_FREQUENCY_GAP:
            break
        if value.kind is Kind.FREQUENCY and value.start >= dose.end:
            near.append(value)
    return next((value for value in near if _is_divided(value)), near[0] if near else None)


def _is_bracketed(low: str, start: int, value: Value) -> bool:
    """Whether a value stands in a bracket that opens behind a place and closes behind the value."""
    before, after = low[start : value.start], low[value.end : value.end + _MAX_FREQUENCY_GAP]
    return "(" in before and ")" not in before and ")" in cut(after, "(")[0]


def _is_divided(often: Value) -> bool:
    return any(word in often.text.lower() for word in ("divided", "equal", "split"))


def as_amount(value: Value) -> Value:
    """Give a level in mmol/L, in steps within which laboratories take two ways to state it for one."""
    unit, _, analyte = value.unit.partition("/l ")
    level = tables().levels.get(analyte)
    if value.kind is not Kind.THRESHOLD or level is None or unit not in (Dimension.MASS, Dimension.AMOUNT):
        return value
    step = Fraction(level.step)
    per_mmol = Fraction(level.mg_per_mmol) if unit == Dimension.MASS else Fraction(1)

    def stepped(end: Fraction | None) -> Fraction | None:
        return None if end is None else round(end / per_mmol / step) * step

    interval = Interval(stepped(value.interval.low), stepped(value.interval.high))
    return replace(value, unit=f"{Dimension.AMOUNT}/l {analyte}", interval=interval)


@dataclass(frozen=True, slots=True)
class _Strength:
    """What a millilitre holds."""

    start: int
    end: int
    unit: str
    per_ml: Fraction
    value: Value | None
    """The value that states it and says nothing else."""


def _with_concentration(values: Sequence[Value], low: str, text: str) -> list[Value]:
    """Turn a volume beside its strength into what it holds: 0.5 mL of 1:1000 is 0.5 mg."""
    volumes = [v for v in values if v.kind is Kind.DOSE and v.unit in _VOLUMES]
    if not volumes:
        return list(values)
    held: dict[Value, Value] = {}
    said: set[Value] = set()
    for strength in _strengths(values, low):
        near = [v for v in volumes if _gap(v, strength) <= _MAX_STRENGTH_GAP and _beside(v, strength, low)]
        if not near:
            continue
        if strength.value is not None:
            said.add(strength.value)
        if not _is_salt(strength, low):
            volume = min(near, key=lambda v: _gap(v, strength))
            interval = volume.interval.scaled(strength.per_ml)
            unit = strength.unit + volume.unit.removeprefix(Dimension.VOLUME)
            words = " ".join(text[strength.start : strength.end].split())
            held[volume] = replace(volume, unit=unit, interval=interval, strength=words)
    return [held.get(value, value) for value in values if value not in said]


def _strengths(values: Sequence[Value], low: str) -> Iterator[_Strength]:
    """Find what says how much a millilitre holds: 1 % is 10 mg/mL, 10 mg in 5 mL are 2 mg/mL."""
    for start, end, per_ml in dilutions(low):
        yield _Strength(start, end, Dimension.MASS, per_ml, None)
    for value in values:
        if value.interval.low is None or not value.interval.is_point:
            continue
        if value.kind is Kind.STRENGTH and value.unit == Dimension.PERCENT:
            yield _Strength(value.start, value.end, Dimension.MASS, 10 * value.interval.low, value)
        elif value.kind is Kind.STRENGTH:
            unit = value.unit.removesuffix("/l")
            yield _Strength(value.start, value.end, unit, value.interval.low / 1000, value)
        elif value.kind is Kind.DOSE and (match := _IN_ML.match(low, value.end)) and number(match["n"]):
            per_ml = value.interval.low / number(match["n"])
            yield _Strength(value.start, match.end(), value.unit, per_ml, value)


def _gap(volume: Value, strength: _Strength) -> int:
    return max(strength.start - volume.end, volume.start - strength.end)


def _beside(volume: Value, strength: _Strength, low: str) -> bool:
    """Whether a strength belongs to a volume: no other number, and no end of a sentence, between them."""
    if strength.start < volume.end and volume.start < strength.end:
        return False
    ends = (volume.end, strength.start) if strength.start >= volume.end else (strength.end, volume.start)
    return not any(
        low[place] in ".;|" or (low[place].isdecimal() and not low[place - 1].isalpha())
        for place in range(*ends)
    )  # a digit right after a name is a footnote's


def _is_salt(strength: _Strength, low: str) -> bool:
    """Whether it is salt water's: that is given for its volume, and what it holds is not compared."""
    before = low[max(0, strength.start - _SALT_NAME) : strength.start]
    after = low[strength.end : strength.end + _SALT_NAME].lstrip().removeprefix("normal ")
    return any(name in before for name in _SALT) or after.startswith(_SALT)


def _with_pieces(values: Sequence[Value], low: str, text: str) -> list[Value]:
    """Turn tablets and puffs beside their strength into the mass that they hold: "4 tablets of 480 mg"."""
    held_by = {value: form for value in values if (form := _form_of(value, low))}
    counted = {value: _counted(value, low, text) for value in held_by}
    left_out: list[Value] = []
    for form in _PIECES:
        pieces = [
            value for value in values if value.kind is Kind.DOSE and value.unit in (form, f"{form}/day")
        ]
        alone = [value for value, by in held_by.items() if by == form and counted[value] == value]
        if pieces and len({value.interval for value in alone}) == 1:
            counted |= {value: _held(value, alone[0]) for value in pieces}
            left_out += alone
    return [counted.get(value, value) for value in values if value not in left_out]


def _held(pieces: Value, strength: Value) -> Value:
    """Give what pieces of a strength hold."""
    interval = pieces.interval.scaled(strength.interval.low or Fraction(1))
    _, per, period = pieces.unit.partition("/")
    unit = f"{strength.unit.removesuffix(_PER_PUFF)}{per}{period}"
    return replace(pieces, unit=unit, interval=interval, strength=strength.text)


def _form_of(value: Value, low: str) -> str:
    """Tell what has an amount as its strength: tablets or puffs; empty if nothing has."""
    if value.kind is not Kind.DOSE or not value.interval.is_point:
        return ""
    if value.unit == f"{Dimension.MASS}{_PER_PUFF}":
        return Dimension.PUFFS
    if value.unit not in (Dimension.MASS, Dimension.UNITS):
        return ""
    so_many = _SO_MANY.search(low, max(0, value.start - _NEAR), value.start)
    after, before = low[value.end : value.end + _FORM_CHARS], low[max(0, value.start - _NEAR) : value.start]
    named = _named_form(after.lstrip(" -.")) or _holding_form(before.split()) or _counted_form(after)
    return named or (Dimension.TABLETS if so_many is not None and so_many["x"] is not None else "")


def _named_form(after: str) -> str:
    """Tell what stands behind a strength, with no more than a name between."""
    for word in after.split()[: _MOST_NAMES + 1]:
        letters = LETTERS.match(word)
        if letters and letters[0] in _FORMS:
            return _FORMS[letters[0]]
        if not word.replace("-", "").isalpha():
            break
    return ""


def _counted_form(after: str) -> str:
    """Tell what is counted right behind the colon of a strength: "0.75 mg: take two tablets"."""
    met = _COUNTED.match(after)
    return _FORMS.get(met["form"], "") if met else ""


def _holding_form(before: Sequence[str]) -> str:
    """Tell what of a strength stands before it: "capsules of", "tablets containing amoxicillin"."""
    for n_names in range(min(_MOST_NAMES + 1, len(before) - 1)):
        form, joint = before[-2 - n_names], before[-1 - n_names]
        if joint in _HOLDING and form.lstrip("(") in _FORMS:
            return _FORMS[form.lstrip("(")]
        if not joint.replace("-", "").isalpha():
            break
    return ""


def _counted(strength: Value, low: str, text: str) -> Value:
    """Give what so many tablets hold, where their number stands before the strength: "two 250 mg tablets"."""
    so_many = _SO_MANY.search(low, max(0, strength.start - _NEAR), strength.start)
    if so_many is None or not (factor := number(so_many["n"])):
        return strength
    start = so_many.start()
    written = " ".join(text[start : strength.end].split())
    return replace(strength, start=start, text=written, interval=strength.interval.scaled(factor))
