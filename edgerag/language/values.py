"""What a typed value is: its kind, its exact interval, and whom and what it is for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from edgerag.language.cues import Cue
from edgerag.language.numbers import has_number
from edgerag.language.quantities import Interval


class Kind(StrEnum):
    """What a value tells."""

    DOSE = "dose"
    DURATION = "duration"
    TIMING = "timing"
    FREQUENCY = "frequency"
    COUNT = "number of doses"
    AGE = "age"
    WEIGHT = "body weight"
    THRESHOLD = "threshold"
    STRENGTH = "strength"
    ROUTE = "route"
    DRUG = "drug"
    ACTION = "action"


class Stage(StrEnum):
    """A place in a course."""

    INITIAL = "initial"
    """What comes first: a loading dose, an intensive phase."""
    LATER = "later"
    """What follows: a maintenance dose, a repetition."""
    WHOLE = "whole"
    """All stages together."""
    STEP = "step"
    """A part of one dose: "one puff at a time"."""
    TRIAL = "trial"
    """A test dose, from which it is told whether any is borne."""


@dataclass(frozen=True, slots=True)
class Value:
    """One typed value and where it is said."""

    kind: Kind
    unit: str
    """What makes two values comparable: the dimension, what it is per, the analyte, the role."""
    interval: Interval
    start: int
    end: int
    text: str = ""
    drug: str = ""
    """Canonical name, or empty if the text does not tie the value to one."""
    populations: frozenset[str] = frozenset()
    is_compared: bool = False
    """Whether the text gives it as a limit: "at least", "<", "within"."""
    is_strict: bool = False
    """Whether the limit leaves its number out: "<", "under"; "92 or lower" does not."""
    ends_before: bool = False
    """Whether a range leaves its upper end out: "3-<6 kg"."""
    daily: Interval | None = None
    """What a dose comes to in a day, if the text says how often it is given."""
    each: Interval | None = None
    """What the amount for a day comes to each time, if the text says in how many doses."""
    stage: Stage | None = None
    """At which place of a course it stands, if the text says so: "then 5 g every 4 hours" is for later."""
    ages: Interval | None = None
    """For whom it is meant, in hours of age; None for everybody."""
    weights: Interval | None = None
    """For whom it is meant, in kilograms; None for everybody."""
    strength: str = field(default="", compare=False)
    """The words by which a volume, or a number of tablets, was turned into what it holds."""

    @property
    def is_limit(self) -> bool:
        """Whether it is a limit or a range, and no single number."""
        return self.is_compared or not self.interval.is_point


MAX_GAP: Final = 90
"""Characters within which a name belongs to a value; about a line and a half."""
_OF_THE_SHELF: Final = frozenset({"strength", "form", "pack size", "presentation"})
_SOLD: Final = re.compile(
    r"(?:(?:(?P<before>\S+)\s+)?(?:tablets|capsules|caplets|ampo?ules|vials)\s(?:of|containing)|\bcontains)\s+"
    r"(?:[^.;:|]{0,60}\s(?:with|and|plus)\s+)?$"
)
"""Before the strength of what is sold; what stands before tablets counts them, or not."""
_SOLD_CHARS: Final = 120
"""How far back that may begin."""
FOREVER: Final = Interval(None, None)


def is_on_shelf(before: str) -> bool:
    """Whether a text ends before a strength or a form on the shelf, and nobody's dose.

    In a cell that is headed so, behind "contains" and "comes in:", and behind tablets that nobody counts:
    "tablets of 20 mg A with 120 mg B".
    """
    sold = _SOLD.search(before, max(0, len(before) - _SOLD_CHARS))
    if sold is not None and not has_number(sold["before"] or ""):
        return True
    if Cue.SOLD.precedes(before, len(before), signs=":"):
        return True
    _, bar, cell = before.rpartition("|")
    name, colon, said = cell.partition(":")
    return bool(bar and colon) and ";" not in said and name.strip().removesuffix("s") in _OF_THE_SHELF


def names_shelf(head: str) -> bool:
    """Whether the head of a column, folded, tells that below it stands what is sold: "Drug and strength"."""
    words = head.strip(" *").removesuffix("s").split()
    return any(" ".join(words[-n:]) in _OF_THE_SHELF for n in (1, 2))
