"""At which place of a course a value stands: its beginning, what follows, the whole, or a step of one dose.

"Two months, then four" and "six months" are no two answers: values of different stages are never set against
each other. A value of which no stage is told may be of any but a step.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Final

from edgerag.language.cues import Cue
from edgerag.language.values import Kind, Stage, Value

_MARKS: Final[Mapping[Cue, Stage | None]] = {
    Cue.INITIAL: Stage.INITIAL,
    Cue.NO_INITIAL: None,
    Cue.LATER: Stage.LATER,
    Cue.SEQUEL: Stage.LATER,
}
"""What tells the stage of all that follows, up to the next of them."""
_PARTED: Final = re.compile(r"[.;|,:]\s|\d")
"""Between a value and a word behind it: the word belongs to something else."""
_IN_BRACKETS: Final = re.compile(r"\s{0,3}\(\s{0,3}")
_HEADS: Final = re.compile(r"\s?(?:dose|phase|treatment)?\s?:")
_OF: Final = re.compile(r"\s{0,3}(?:of|is|:|=)?\s{0,3}(?:about\s)?")
"""Between "total" and its amount."""
_REACH: Final = 60
"""Characters before an amount in which "total" is looked for."""
_CONDITION: Final = re.compile(r"\b(?:if|when|after|before|since|once|until)\b")
_ASKING: Final = re.compile(r"\b(?:what|which|when|how|who|where)\b")
_FIRST: Final = re.compile(
    r"\bthe first\b"
    r"(?![- ](?:line|choice|trimester|aid|time|contact|visit|(?:\S+ )?(?:hour|day|week|month|year)))"
)
"""In a question: the first of several, and no name such as "first aid"."""
_ASKED: Final = (
    (Stage.INITIAL, Cue.ASKS_INITIAL),
    (Stage.LATER, Cue.ASKS_LATER),
    (Stage.WHOLE, Cue.ASKS_WHOLE),
)
_TIMES: Final = (Kind.TIMING, Kind.DURATION)
_LISTED: Final = re.compile(r"[a-z\s]{0,20}(?:,\s{0,3}(?:and\s|at\s)?|\sand\s(?:at\s)?)")
"""Between a moment and one that is listed after it."""
_PART_END: Final = re.compile(r"[.,;:?]\s")


def stages(low: str) -> Callable[[int, int], Stage | None]:
    """Make the function that tells the stage of what stands between two places of a statement.

    The word before tells it, or one in brackets right behind; else one after it in its clause.
    """
    marks = _marks(low)
    ends = [end for end, _, _ in marks]

    def stage(start: int, end: int) -> Stage | None:
        if Cue.EACH.follows(low, end):
            return Stage.STEP
        if _is_whole(low, start, end):
            return Stage.WHOLE
        place = bisect_right(ends, start)
        behind = marks[place] if place < len(marks) else None
        if behind and _IN_BRACKETS.fullmatch(low, end, behind[1]):
            return _MARKS[behind[2]]
        if place:
            return _MARKS[marks[place - 1][2]]
        is_behind = behind and behind[2] is not Cue.SEQUEL and not _PARTED.search(low, end, behind[0])
        return _MARKS[behind[2]] if behind and is_behind else None

    return stage


def named_stage(low: str) -> Stage | None:
    """Tell the stage that a title or a column's head names."""
    named = [(met.end(), _MARKS[cue]) for cue in (Cue.INITIAL, Cue.LATER) for met in cue.finditer(low)]
    return max(named, key=itemgetter(0))[1] if named else None


def _marks(low: str) -> list[tuple[int, int, Cue]]:
    """Find where each word ends and starts that tells a stage; "then" after "Loading:" is still of it."""
    found = sorted((met.end(), met.start(), cue) for cue in _MARKS for met in cue.finditer(low))
    head = next((end for end, _, cue in found if cue is Cue.INITIAL and _HEADS.match(low, end)), len(low))
    return [mark for mark in found if mark[2] is not Cue.SEQUEL or mark[1] < head]


def _is_whole(low: str, start: int, end: int) -> bool:
    if Cue.WHOLE.follows(low, end) or Cue.COURSE.follows(low, end):
        return True
    before = Cue.WHOLE.finditer(low, max(0, start - _REACH), start)
    return any(_OF.fullmatch(low, met.end(), start) for met in before)


def asked_stage(low: str) -> Stage | None:
    """Tell which stage alone a question asks for; one that it only gives as a condition is none."""
    asked = {stage for stage, cue in _ASKED if any(_is_asked(low, met.start()) for met in cue.finditer(low))}
    first = _FIRST.search(low)
    if first and _is_asked(low, first.start()):
        asked.add(Stage.INITIAL)
    return asked.pop() if len(asked) == 1 else None


def _is_asked(low: str, place: int) -> bool:
    """Whether no condition stands before a place in its part of the question."""
    start = max((met.end() for met in _PART_END.finditer(low, 0, place)), default=0)
    condition = _CONDITION.search(low, start, place)
    return condition is None or _ASKING.search(low, condition.start(), place) is not None


def are_apart(one: Stage | None, other: Stage | None) -> bool:
    """Whether what stands at two stages says nothing of each other."""
    if Stage.STEP in (one, other):
        return one is not other
    return one is not other and None not in (one, other)


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
        if value.stage is Stage.STEP and is_repeated:
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
    return _LISTED.fullmatch(low, moment.end - offset, value.start - offset) is not None


def _follows(value: Value, later: Value) -> bool:
    if later.drug != value.drug or later.stage is not Stage.LATER:
        return False
    is_schedule = value.kind is Kind.TIMING and later.kind is Kind.FREQUENCY
    return is_schedule or (later.kind, later.unit) == (value.kind, value.unit)
