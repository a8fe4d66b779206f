"""At which place of a course a value stands: a trial, its beginning, what follows, the whole, or a step.

"Two months, then four" and "six months" are no two answers: values of different stages are never set against
each other. A value of which no stage is told may be of any but a step or a trial.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Final

from edgerag.language.clauses import ends, has_figure
from edgerag.language.cues import Cue, says
from edgerag.language.units import one_space
from edgerag.language.values import Kind, Stage, Value

_MARKS: Final[Mapping[Cue, Stage | None]] = {
    Cue.INITIAL: Stage.INITIAL,
    Cue.NO_INITIAL: None,
    Cue.LATER: Stage.LATER,
    Cue.RAISED_TO: Stage.LATER,
    Cue.SEQUEL: Stage.LATER,
}
"""What tells the stage of all that follows, up to the next of them."""
_HEADS: Final = ("dose", "phase", "treatment")
"""Between "loading" and its colon."""
_OF: Final = ("", "of", "is", ":", "=", "about", "of about", "is about", ": about", "= about")
"""Between "total" and its amount."""
_AS: Final = ("", "as a", "as an initial", "is a", "as the first")
"""Between an amount and "test dose"."""
_REACH: Final = 60
"""Characters before an amount in which "total" is looked for."""
_NO_FIRST: Final = ("line", "choice", "trimester", "aid", "time", "contact", "visit")
"""After "the first" these make it a name."""
_PERIODS: Final = ("hour", "day", "week", "month", "year")
_A_DAY: Final = re.compile(r"(?:\b(?:per|a|each|every) |/)(?:hour|day|week|month|24)|\bdaily\b")
_ASKED: Final = (
    (Stage.INITIAL, Cue.ASKS_INITIAL),
    (Stage.LATER, Cue.ASKS_LATER),
    (Stage.WHOLE, Cue.ASKS_WHOLE),
)
_ALONE: Final = frozenset({Stage.STEP, Stage.TRIAL})
"""Stages whose values say nothing of one of which no stage is told."""
_TIMES: Final = (Kind.TIMING, Kind.DURATION)
_LONGEST_UNIT: Final = 20
"""Characters between a moment and the comma after it."""


def stages(low: str) -> Callable[[int, int], Stage | None]:
    """Make the function that tells the stage of what stands between two places of a statement.

    The word before tells it, or one in brackets right behind; else one after it in its clause.
    """
    marks = _marks(low)
    places = [end for end, _, _ in marks]

    def stage(start: int, end: int) -> Stage | None:
        if Cue.EACH.follows(low, end) or _is_change(low, start):
            return Stage.STEP
        if _is_trial(low, start, end):
            return Stage.TRIAL
        if _is_whole(low, start, end):
            return Stage.WHOLE
        place = bisect_right(places, start)
        behind = marks[place] if place < len(marks) else None
        if behind and low[end : behind[1]].strip() == "(":
            return _MARKS[behind[2]]
        if place:
            return _MARKS[marks[place - 1][2]]
        if Cue.ADDED.precedes(low, start):
            return Stage.STEP
        is_behind = behind and behind[2] is not Cue.SEQUEL and not _is_parted(low, end, behind[0])
        return _MARKS[behind[2]] if behind and is_behind else None

    return stage


def named_stage(low: str) -> Stage | None:
    """Tell the stage that a title or a column's head names."""
    named = [(met.end(), _MARKS[cue]) for cue in (Cue.INITIAL, Cue.LATER) for met in cue.finditer(low)]
    return max(named, key=itemgetter(0))[1] if named else None


def _marks(low: str) -> list[tuple[int, int, Cue]]:
    """Find where each word ends and starts that tells a stage; "then" after "Loading:" is still of it."""
    found = [(met.end(), met.start(), cue) for cue in _MARKS for met in cue.finditer(low)]
    raised = [end for end, _, cue in found if cue is Cue.RAISED_TO]
    stops = [next(ends(low, ".;|", end, len(low)), len(low)) for end in raised]
    found = sorted([*found, *((stop, stop, Cue.NO_INITIAL) for stop in stops)])
    head = next((end for end, _, cue in found if cue is Cue.INITIAL and _heads(low, end)), len(low))
    return [mark for mark in found if mark[2] is not Cue.SEQUEL or mark[1] < head]


def _is_parted(low: str, start: int, end: int) -> bool:
    """Whether a sign or a number stands between a value and a word behind it, which is of something else."""
    return has_figure(low[start:end]) or any(ends(low, ".;|,:", start, end))


def _heads(low: str, place: int) -> bool:
    """Whether the word that ends at a place, or "loading dose", stands before a colon."""
    head, colon, _ = low[place : place + _REACH].partition(":")
    return bool(colon) and head.strip() in ("", *_HEADS)


def _is_change(low: str, start: int) -> bool:
    """Whether an amount is how much a dose changes by: "increase the dose by 50 mg"."""
    clause = low[max(0, start - _REACH) : start].replace(";", ".").rpartition(".")[2]
    return clause.endswith(" by ") and says(clause, Cue.CHANGES)


def _is_trial(low: str, start: int, end: int) -> bool:
    """Whether "test dose" tells of an amount, from the next cell of its row too."""
    behind = Cue.TRIAL.search(low, end, end + _REACH)
    is_behind = behind is not None and one_space(low[end : behind.start()]).strip("(|, ") in _AS
    return is_behind or _tells_of(Cue.TRIAL, low, start) or _is_under(Cue.TRIAL, low, start)


def _is_whole(low: str, start: int, end: int) -> bool:
    """Whether an amount is the whole of a course; "400 mg per day in total" is that of a day."""
    if _A_DAY.search(low, start, end):
        return False
    return Cue.WHOLE.follows(low, end) or Cue.COURSE.follows(low, end) or _tells_of(Cue.WHOLE, low, start)


def _is_under(cue: Cue, low: str, start: int) -> bool:
    """Whether a cue and a colon stand before the first amount of a text, which begins at a place."""
    gaps = (low[met.end() : start] for met in cue.finditer(low, max(0, start - _REACH), start))
    return any(gap.startswith(":") and not has_figure(gap) for gap in gaps)


def _tells_of(cue: Cue, low: str, start: int) -> bool:
    """Whether a cue stands before an amount that begins at a place, with nothing but "of" between."""
    before = cue.finditer(low, max(0, start - _REACH), start)
    return any(one_space(low[met.end() : start]) in _OF for met in before)


def asked_stage(low: str) -> Stage | None:
    """Tell which stage alone a question asks for; one that it only gives as a condition is none."""
    asked = {stage for stage, cue in _ASKED if any(_is_asked(low, met.start()) for met in cue.finditer(low))}
    first = next((met for met in Cue.THE_FIRST.finditer(low) if not is_name(low[met.end() :])), None)
    if first and _is_asked(low, first.start()):
        asked.add(Stage.INITIAL)
    return asked.pop() if len(asked) == 1 else None


def _is_asked(low: str, place: int) -> bool:
    """Whether no condition stands before a place in its part of the question."""
    start = max(ends(low, ".,;:?", 0, place), default=0)
    condition = Cue.ON_CONDITION.search(low, start, place)
    return condition is None or Cue.ASKING.search(low, condition.start(), place) is not None


def is_name(after: str) -> bool:
    """Whether "the first" begins a name such as "first aid", or a time: "the first few days"."""
    words = after.replace("-", " ").split()[:2]
    return (
        after[:1] in ("-", " ")
        and bool(words)
        and (words[0].startswith((*_NO_FIRST, *_PERIODS)) or words[-1].startswith(_PERIODS))
    )


def are_apart(one: Stage | None, other: Stage | None) -> bool:
    """Whether what stands at two stages says nothing of each other."""
    is_told = None not in (one, other) or not _ALONE.isdisjoint((one, other))
    return one is not other and is_told


def with_series(values: Sequence[Value], low: str, offset: int) -> list[Value]:
    """Tell the first stage by what follows it, and moments in a row from each other.

    What is followed by a later value of the same drug, kind and unit comes first: "4 g, then 2 g". Of moments
    in a row that are followed by how often, only the first does: "at 6 months, 12 months, then every year".
    What is given "at a time" every so many hours is a dose and no step of one.

    Args:
        values: those of one statement, in its order.
        low: the folded statement.
        offset: where it begins in the text to which the places of the values refer.
    """
    is_repeated = any(value.kind is Kind.FREQUENCY for value in values)
    found: list[Value] = []
    for index, value in enumerate(values):
        if value.stage is Stage.STEP and is_repeated and not _is_change(low, value.start - offset):
            found.append(replace(value, stage=None))
            continue
        is_in_row = bool(found) and _is_listed(found[-1], value, low, offset)
        told = replace(value, kind=Kind.TIMING) if is_in_row else value
        if told.stage is None and any(_follows(told, other) for other in values[index + 1 :]):
            told = replace(told, stage=Stage.LATER if is_in_row else Stage.INITIAL)
        found.append(told)
    return found


def _is_listed(moment: Value, value: Value, low: str, offset: int) -> bool:
    """Whether a time is listed after a moment, which makes it one: "at 6 months, 12 months"."""
    if moment.kind is not Kind.TIMING or value.kind not in _TIMES or value.unit != moment.unit:
        return False
    head, comma, joint = low[moment.end - offset : value.start - offset].rpartition(",")
    if not comma:
        head, conjunction, joint = joint.rpartition(" and ")
        return bool(conjunction) and _is_unit(head) and joint.strip() in ("", "at")
    return _is_unit(head) and joint.strip() in ("", "and", "at")


def _is_unit(head: str) -> bool:
    """Whether nothing but words stands before a comma."""
    return len(head) <= _LONGEST_UNIT and all(map(str.isalpha, head.split()))


def _follows(value: Value, later: Value) -> bool:
    if later.drug != value.drug or later.stage is not Stage.LATER:
        return False
    is_schedule = value.kind is Kind.TIMING and later.kind is Kind.FREQUENCY
    return is_schedule or (later.kind, later.unit) == (value.kind, value.unit)
