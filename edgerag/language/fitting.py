"""Which row of a table is for somebody: the only one whose ages or weights surely hold theirs.

A wrongly chosen row is a wrong dose, so that none is chosen unless all of this holds:

- a head names the column of ages or weights that the question has, and every row can be read there;
- no two rows are for the same people;
- the band holds the age or weight however its ends are meant, and no other band may hold it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Final

from edgerag.language.bands import exact
from edgerag.language.cell_bands import Band, Whom, completed, tells, tells_who, whom
from edgerag.language.quantities import YEAR, Interval
from edgerag.language.reading import read
from edgerag.language.tables import Row, Table
from edgerag.language.values import Kind, Value

_GROWN_UP: Final = 12 * YEAR
"""A row for adults is for nobody younger."""
_YOUNG: Final = frozenset({"child", "infant", "newborn"})
_OLD: Final = frozenset({"adult", "elderly"})


@dataclass(frozen=True, slots=True)
class Patient:
    """Somebody's age and weight, as far as a question states them once."""

    age: Band | None = None
    weight: Band | None = None
    is_grown: bool | None = None
    """Whether it is an adult; None if that is not said."""
    age_said: str = ""
    """In the question's words."""
    weight_said: str = ""

    def band(self, kind: Kind) -> Band | None:
        """Give the age or the weight."""
        return self.weight if kind is Kind.WEIGHT else self.age

    def said(self, kind: Kind) -> str:
        """Give the words for it."""
        return self.weight_said if kind is Kind.WEIGHT else self.age_said


NOBODY: Final = Patient()


@dataclass(frozen=True, slots=True)
class Fitting:
    """The row for a patient."""

    row: Row
    why: str
    """The words of the question that chose it: "14 kg"."""


@lru_cache(maxsize=64)
def patient_of(question: str) -> Patient:
    """Read whom a question is about; of two ages or two weights, neither is taken."""
    statements = read(question)
    values = [value for statement in statements for value in statement.values]
    people = frozenset().union(*(statement.populations for statement in statements))
    age, weight = _only(values, Kind.AGE), _only(values, Kind.WEIGHT)
    patient = Patient(is_grown=_is_grown(people, age))
    if age is not None:
        patient = replace(patient, age=Band(exact(age), completed(age)), age_said=age.text)
    if weight is not None:
        patient = replace(patient, weight=Band(exact(weight), exact(weight)), weight_said=weight.text)
    return patient


def _only(values: Sequence[Value], kind: Kind) -> Value | None:
    found = [value for value in values if value.kind is kind]
    return found[0] if len({exact(value) for value in found}) == 1 else None


def _is_grown(people: frozenset[str], age: Value | None) -> bool | None:
    latest = completed(age).high if age is not None else None
    is_young = bool(people & _YOUNG) or (latest is not None and latest < _GROWN_UP)
    is_old = bool(people & _OLD)
    return None if is_young is is_old else is_old


def fitting_row(text: str, table: Table, patient: Patient) -> Fitting | None:
    """Choose the row of a table, on the page that has this text; None unless one row is surely meant."""
    if patient.age is None and patient.weight is None:
        return None
    asked = [kind for kind in (Kind.WEIGHT, Kind.AGE) if _column_tells(table, kind) and patient.band(kind)]
    columns = [at for at, name in enumerate(table.names) if any(_tells(name, kind) for kind in asked)]
    known = [_whom(text, table, row, columns) for row in table.body]
    if not columns or any(one is None for one in known):
        return None
    rows = [(row, one) for row, one in zip(table.body, known, strict=True) if one is not None]
    if patient.is_grown is False:
        rows = [(row, one) for row, one in rows if not one.is_for_adults]
    chosen = _choose(rows, patient)
    if chosen is not None and _column_tells(table, Kind.WEIGHT) and Kind.WEIGHT not in asked:
        return replace(chosen, why=f"{chosen.why}, by age alone")
    return chosen


def _tells(name: str, kind: Kind) -> bool:
    return tells_who(name) and tells(name, kind)


def _column_tells(table: Table, kind: Kind) -> bool:
    return any(_tells(name, kind) for name in table.names)


def _choose(rows: Sequence[tuple[Row, Whom]], patient: Patient) -> Fitting | None:
    """Choose by all that both the patient and the rows have."""
    asked = [
        kind
        for kind in (Kind.WEIGHT, Kind.AGE)
        if patient.band(kind) and any(one.band(kind) for _, one in rows)
    ]
    theirs = [band for kind in asked if (band := patient.band(kind))]
    bands = [[band for kind in asked if (band := one.band(kind))] for _, one in rows]
    if not asked or any(len(of_row) < len(asked) for of_row in bands):
        return None
    bands = [list(of_row) for of_row in zip(*map(_parted, zip(*bands, strict=True)), strict=True)]
    possible = [at for at, of_row in enumerate(bands) if all(map(_may_hold, of_row, theirs))]
    if _overlap(bands) or len(possible) != 1 or not all(map(_holds, bands[possible[0]], theirs)):
        return None
    row, one = rows[possible[0]]
    is_doubtful = one.is_for_adults and patient.is_grown is None
    return None if is_doubtful else Fitting(row, ", ".join(patient.said(kind) for kind in asked))


def _parted(bands: Sequence[Band]) -> list[Band]:
    """Part bands at ends that a sign gives to the band above: "≥ 11-14 kg", "≥ 14-17.5 kg"."""
    begins = {band.narrow.low for band in bands if band.is_signed or band.narrow.high is None}
    return [
        replace(band, wide=band.narrow) if band.is_signed and band.wide.high in begins else band
        for band in bands
    ]


def _overlap(bands: Sequence[Sequence[Band]]) -> bool:
    """Whether two rows are for the same people, more than those at a common end."""
    return any(
        all(_have_in_common(x.narrow, y.narrow) for x, y in zip(one, other, strict=True))
        for one, other in combinations(bands, 2)
    )


def _have_in_common(one: Interval, other: Interval) -> bool:
    if one == other:
        return True
    low = max(_low(one), _low(other))
    highs = [interval.high for interval in (one, other) if interval.high is not None]
    return not highs or low < min(highs)


def _holds(band: Band, theirs: Band) -> bool:
    """Whether a band holds all that is asked about, however it is meant."""
    high, latest = band.narrow.high, theirs.narrow.high
    ends_after = high is None or (latest is not None and latest <= high)
    return _low(band.narrow) <= _low(theirs.narrow) and ends_after


def _may_hold(band: Band, theirs: Band) -> bool:
    """Whether a band may hold some of what is asked about."""
    one, other = band.wide, theirs.wide
    begins_before = one.high is None or _low(other) <= one.high
    return begins_before and (other.high is None or _low(one) <= other.high)


def _low(interval: Interval) -> Fraction:
    """Give the lower end; nobody is younger or lighter than nothing."""
    return interval.low or Fraction(0)


def _whom(text: str, table: Table, row: Row, columns: Sequence[int]) -> Whom | None:
    """Read whom a row is for; None if that is not certain, or two columns say the same of it."""
    if not table.is_aligned(row):
        return None
    told = [whom(table.names[at], row.cells[at].of(text)) for at in columns]
    return _joined(one for one in told) if all(one is not None for one in told) else None


def _joined(told: Iterator[Whom | None]) -> Whom | None:
    joined = Whom()
    for one in told:
        if one is None or (joined.age and one.age) or (joined.weight and one.weight):
            return None
        is_for_adults = joined.is_for_adults or one.is_for_adults
        joined = Whom(joined.age or one.age, joined.weight or one.weight, is_for_adults)
    return joined
