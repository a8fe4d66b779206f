"""Values of one kind, statement against statement: doses, durations, thresholds, frequencies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, pairwise, takewhile
from typing import Final

from edgerag.compare.compatibility import agree, are_apart, compatible, is_same, is_wider
from edgerag.compare.courses import of_all, with_whole
from edgerag.compare.findings import (
    AGREEING,
    Finding,
    Relation,
    foremost,
    of_values,
    statement_span,
    value_span,
    value_topic,
)
from edgerag.compare.nearness import weighed
from edgerag.compare.people import YOUNG, are_exclusive, is_of_asked_size, people_of, special, values_parted
from edgerag.compare.standing import Beside, Weighed, stand
from edgerag.language import names
from edgerag.language.bands import BY_AGE, are_all_of_other_age
from edgerag.language.conversions import in_daily_terms, in_terms_of_weight
from edgerag.language.cues import Cue, says
from edgerag.language.negation import Polarity
from edgerag.language.quantities import Dimension, Interval
from edgerag.language.questions import Asked
from edgerag.language.reading import Statement, going_on, terms
from edgerag.language.stages import are_apart as are_of_other_stages
from edgerag.language.text import folded
from edgerag.language.times import IN_THE_PAST, is_of_nothing_given
from edgerag.language.values import FOREVER, Kind, Stage, Value

_ANALYTES: Final = {
    str(Dimension.CELLS): "cd4",
    str(Dimension.COPIES): "viral-load",
    str(Dimension.LENGTH): "muac",
    str(Dimension.TEMPERATURE): "temperature",
}
"""What is measured, where the unit tells it."""
_TIMES: Final = frozenset({Kind.DURATION, Kind.TIMING})
_LEAST_OF_UNIT: Final = Fraction(1, 10)
"""Of the unit in which a time is asked for: what is shorter is of another thing."""
_AGED_IN_DAYS: Final = frozenset({"newborn", "infant"})
"""For whom "24 hours after birth" and "6 weeks of age" are two answers to "when"."""
_COUNTED: Final = frozenset({Kind.DOSE, Kind.COUNT, Kind.THRESHOLD, Kind.WEIGHT})
"""Kinds of which a further value says more; a further time is mostly that of something else."""
_PHASED: Final = frozenset({Kind.THRESHOLD, Kind.TIMING})
_SCHEDULED: Final = frozenset({Kind.TIMING, Kind.DURATION, Kind.FREQUENCY})
_WHO: Final = BY_AGE | {"pregnant", "breastfeeding"}
"""Of these a question names those for whom alone it asks."""
_AS_LONG: Final = re.compile(r"\b(?:as|so) long as\b")
_DENIES: Final = re.compile(
    r"\b(?:is|are)\s(?:not|never)\b|\bneeds?\sno\b|\bdo(?:es)?\snot\sneed\b|\bnot\s(?:necessary|needed|required)\b"
)
"""Says of a limit that beyond it nothing is so or done: "with 110 g/L or more she is not anaemic"."""
_JOINS: Final = re.compile(r"\b(?:and|but)\b")
"""Between a limit and what denies something else: "under 8 °C, but are never frozen"."""
_MOST_VALUES: Final = 50
"""Distinct values compared of one statement; keeps time bounded."""


@dataclass(frozen=True, slots=True)
class _Stated:
    """What one statement says on the kind that is compared, and on what belongs to it."""

    values: tuple[Value, ...]
    statements: tuple[Statement, ...]
    """The statement, and the next if it goes on about the same."""
    is_open: bool
    """Whether it says "any" besides a limit."""
    is_for_others: bool
    """Whether its text has no value for the people in the question, so that this one stands in."""


def compare_amounts(
    kind: Kind, asked: Asked, a: Sequence[Statement], b: Sequence[Statement], beside: Beside
) -> Finding:
    """Compare all values of a kind; `beside` looks through statements that agree on them."""
    stated_a, stated_b = (_stated(kind, asked, text) for text in (a, b))
    if not stated_a or not stated_b:
        return _one_sided(kind, stated_a, stated_b, a, b)

    def relate(x: _Stated, y: _Stated) -> Finding:
        found = relate_values(kind, asked, x.values, y.values, is_extra=x.is_open != y.is_open)
        others = [value for one in (x, y) if one.is_for_others for value in one.values]
        if others:
            is_near = all(_is_of_the_young(value, asked) for value in others)
            return replace(found, relation=Relation.UNALIGNED if is_near else Relation.FOR_OTHERS)
        return beside(found, x.statements, y.statements)

    found = stand(stated_a, stated_b, relate)
    if found.relation in AGREEING and _names_wider_limit(stated_a, stated_b):
        return replace(found, relation=Relation.UNALIGNED)
    return _opposed_change(found, a, b) if found.relation is Relation.CONFLICT else found


def _is_of_the_young(value: Value, asked: Asked) -> bool:
    """Whether a value is for children and the question for a baby, who is one, or the other way round.

    What is for another age or weight than the question gives is for others all the same.
    """
    are_young = not YOUNG.isdisjoint(people_of(value)) and not YOUNG.isdisjoint(asked.populations)
    return are_young and is_of_asked_size(value, asked)


def _names_wider_limit(a: Sequence[Weighed[_Stated]], b: Sequence[Weighed[_Stated]]) -> bool:
    """Whether a limit of one text, for everybody, takes in more people than all of the other's.

    Which of its limits holds is unclear then; a narrower one, as for urgent cases, only says more.
    """
    limits_a, limits_b = _limits_for_all(a), _limits_for_all(b)
    return _exceeds(limits_a, limits_b) or _exceeds(limits_b, limits_a)


def _limits_for_all(stated: Sequence[Weighed[_Stated]]) -> list[Value]:
    values = [value for one in stated for value in one.said.values if value.kind is Kind.THRESHOLD]
    return [value for value in values if value.is_compared and not special(value.populations)]


def _exceeds(limits: Sequence[Value], others: Sequence[Value]) -> bool:
    for limit in limits:
        alike = [other for other in others if _have_one_side(limit, other)]
        if alike and all(is_wider(limit, other) and not compatible(limit, other) for other in alike):
            return True
    return False


def _have_one_side(x: Value, y: Value) -> bool:
    """Whether two limits of one unit are open to the same side."""
    return x.unit == y.unit and (x.interval.low is None) == (y.interval.low is None)


def _one_sided(
    kind: Kind,
    a: Sequence[Weighed[_Stated]],
    b: Sequence[Weighed[_Stated]],
    texts_a: Sequence[Statement],
    texts_b: Sequence[Statement],
) -> Finding:
    speaking = next(iter(a or b), None)
    if speaking is None:
        return Finding(Relation.NOTHING, kind)
    value = speaking.said.values[0]
    span_a, span_b = (value_span(value), None) if a else (None, value_span(value))
    finding = Finding(Relation.ONE_SIDED, kind, value_topic(kind, value), span_a, span_b)
    return _opposed_change(finding, texts_a, texts_b)


def _stated(kind: Kind, asked: Asked, statements: Sequence[Statement]) -> list[Weighed[_Stated]]:
    """Give what each statement says to the question, those for the people in question if there are any."""
    said = [(s, _asked(kind, asked, s)) for s in statements if not _is_other_phase(kind, asked, s)]
    if kind in _SCHEDULED:
        said = _kept([(s, values) for s, values in said if _names_what_is_measured(s, asked)], said)
    if any(value.kind is kind for _, values in said for value in values):
        said = [(s, [v for v in values if v.kind is kind]) for s, values in said]
    if kind is Kind.THRESHOLD:
        said = [(s, [v for v in values if _is_asked_analyte(v, asked)]) for s, values in said]
        said = said if asked.is_ending else [(s, [_permitted(v, s) for v in values]) for s, values in said]
        general = [(s, [v for v in values if v.interval != FOREVER or _is_for_all(s)]) for s, values in said]
        said = general if any(v.interval != FOREVER for _, values in general for v in values) else said
    if kind is Kind.THRESHOLD and asked.is_aim:
        said = _kept([(s, values if says(s.text, Cue.AIMS_AT) else []) for s, values in said], said)
    if kind in _TIMES and asked.time_unit is not None:
        least = asked.time_unit * _LEAST_OF_UNIT
        said = _kept([(s, [v for v in values if _is_so_long(v, least)]) for s, values in said], said)
    if asked.is_maximum:
        said = [(s, [v for v in values if _is_most(v)]) for s, values in said]
    said = with_whole(said) if kind is Kind.DURATION and kind in asked.kinds else said
    if asked.stage is Stage.INITIAL:
        said = _kept([(s, [v for v in values if v.stage is not Stage.LATER]) for s, values in said], said)
    for_asked = [(s, [v for v in values if _is_for_asked(s, v, asked)]) for s, values in said]
    is_for_asked = any(values for _, values in for_asked)
    said = _without_general(for_asked, asked) if is_for_asked else said
    found: list[tuple[Statement, _Stated]] = []
    for index, (statement, values) in enumerate(said):
        if values:
            limited = [value for value in values if value.interval != FOREVER]
            is_open = 0 < len(limited) < len(values)
            kept = _distinct(limited or values)
            stated = _Stated(kept, going_on(statements, index), is_open, not is_for_asked)
            found.append((statement, stated))
    return weighed(found, asked)


_Said = list[tuple[Statement, list[Value]]]


def _kept(narrowed: _Said, said: _Said) -> _Said:
    """Give what answers better, if anything does."""
    return narrowed if any(values for _, values in narrowed) else said


def _is_so_long(time: Value, least: Fraction) -> bool:
    """Whether a time is not far below the unit in which it is asked for: no days are told by "15 minutes"."""
    end = time.interval.high if time.interval.high is not None else time.interval.low
    return end is None or end >= least


def _is_other_phase(kind: Kind, asked: Asked, statement: Statement) -> bool:
    """Whether it tells of the end where the beginning is asked for, or of the beginning where the end is."""
    if kind not in _PHASED:
        return False
    low = folded(statement.text)
    ends = says(low, Cue.STOPS, Cue.LASTS)
    begins = says(low, Cue.STARTS, Cue.GIVEN)
    return not ends if asked.is_ending else ends and not begins and kind is Kind.THRESHOLD


def _asked(kind: Kind, asked: Asked, statement: Statement) -> list[Value]:
    kinds, meant = _answering(kind, asked), asked.drugs or asked.drug_class
    values = [
        value
        for value in statement.values
        if value.kind in kinds and not (meant and value.drug and value.drug not in meant)
    ]
    values = [of_all(value, statement) for value in values if kind in asked.kinds or not _is_past(value)]
    values = values if asked.is_maximum else _without_ceilings(values)
    if asked.medicine is not None:
        values = [value for value in values if not _is_of_another_time(value, statement)]
    named = [value for value in values if _measures(value, statement) & asked.terms - asked.drugs]
    return named or values


def _without_ceilings(values: list[Value]) -> list[Value]:
    """Leave out the most that may be given of a medicine where its dose is told: "15 mg/kg, at most 1 g"."""
    dosed = {value.drug for value in values if value.kind is Kind.DOSE and not _is_most(value)}
    return [
        value for value in values if not (value.kind is Kind.DOSE and _is_most(value) and value.drug in dosed)
    ]


def _is_of_another_time(value: Value, statement: Statement) -> bool:
    """Whether it tells how long somebody has been ill, or when he is seen again, and nothing of giving."""
    return value.kind in _TIMES and is_of_nothing_given(value, folded(statement.text), statement.start)


def _answering(kind: Kind, asked: Asked) -> frozenset[Kind]:
    """Give the kinds of values that may answer what is asked; where nothing is, each stands for itself."""
    if kind not in asked.kinds:
        return frozenset({kind})
    kinds = _TIMES if kind in _TIMES else frozenset({kind})
    if kind is Kind.AGE:
        kinds |= _TIMES
    if kind is Kind.TIMING and asked.populations & _AGED_IN_DAYS:
        kinds |= {Kind.AGE}
    return kinds


def _is_past(value: Value) -> bool:
    """Whether it tells how long ago something happened: for whom a thing is to be done, and not when."""
    return value.unit.endswith(IN_THE_PAST)


def _names_what_is_measured(statement: Statement, asked: Asked) -> bool:
    """Whether a statement names what the question asks to measure, such as the viral load; if it does."""
    return not asked.analytes or any(one.name in asked.analytes for one in names.analytes(statement.text))


def _measures(value: Value, statement: Statement) -> frozenset[str]:
    """Give the words for what is measured: "8 level teaspoons of sugar"."""
    if value.kind in _TIMES:
        return frozenset()
    after = folded(statement.text[value.end - statement.start :])
    of, *named = after.split(maxsplit=4)[:4] or [""]
    words = takewhile(lambda word: word.replace("-", "").isalpha(), named)
    return terms(" ".join(words)) if of == "of" and after[:1].isspace() else frozenset()


def _distinct(values: Sequence[Value]) -> tuple[Value, ...]:
    kept = {(v.kind, v.unit, v.interval, v.drug, v.populations): v for v in reversed(values)}
    return tuple(sorted(kept.values(), key=lambda value: value.start))[:_MOST_VALUES]


def _is_for_asked(statement: Statement, value: Value, asked: Asked) -> bool:
    """Whether a value is meant for people like those in the question, of their age and weight."""
    if not is_of_asked_size(value, asked) or are_all_of_other_age(value.populations, asked.ages):
        return False
    people = value.populations if asked.ages else people_of(value)
    if are_exclusive(people, asked.populations) or value.populations & asked.left_out:
        return False
    limits = [
        (v, limit)
        for v in statement.values
        for limit in asked.limits
        if v.unit == limit.unit and v is not value
    ]
    return not any(are_apart(v.interval, limit.interval) for v, limit in limits)


def _without_general(
    said: Sequence[tuple[Statement, list[Value]]], asked: Asked
) -> list[tuple[Statement, list[Value]]]:
    """Leave out what is for all, or for special others, beside what is for those in question.

    So it is of one medicine: "1 g; child 15 mg/kg", "2.4 mg/kg (under 20 kg: 3 mg/kg)". What follows in a
    sentence of its own may say more of the same people.
    """
    parts = (not _goes_on(first, second) for (first, _), (second, _) in pairwise(said))
    rows = list(accumulate(parts, initial=0)) if said else []
    meant = [(row, s.paragraph, v) for row, (s, values) in zip(rows, said, strict=True) for v in values]

    def is_displaced(row: int, paragraph: int, value: Value) -> bool:
        return any(
            other.drug == value.drug
            and (row == at or (row + 1 == at and paragraph == near and not people_of(value)))
            and _is_rather_for_asked(other, value, asked)
            for at, near, other in meant
        )

    narrowed = [
        (s, [v for v in values if not is_displaced(row, s.paragraph, v)])
        for row, (s, values) in zip(rows, said, strict=True)
    ]
    return _kept(
        [(s, [v for v in values if not _is_of_special_others(v, asked)]) for s, values in narrowed], narrowed
    )


def _is_rather_for_asked(one: Value, other: Value, asked: Asked) -> bool:
    """Whether one value is told to be for those in question, and another, that differs, is for all."""
    if one.unit == other.unit and one.interval == other.interval:
        return False
    if asked.weights and one.weights is not None and other.weights is None:
        return True
    if asked.ages and one.ages is not None and other.ages is None:
        return True
    return bool(people_of(one) & special(asked.populations)) and not people_of(other)


def _is_of_special_others(value: Value, asked: Asked) -> bool:
    """Whether a value is for special people, such as the pregnant, and the question for others by name."""
    people = people_of(value) - (BY_AGE if asked.ages else frozenset())
    is_asked_for_some = bool(asked.ages) or not _WHO.isdisjoint(asked.populations)
    return is_asked_for_some and bool(special(people)) and not people & asked.populations


def _goes_on(first: Statement, second: Statement) -> bool:
    """Whether the second goes on with the sentence or row of the first, behind a semicolon."""
    return second.start - first.end == len("; ") and not first.text.endswith((".", "!", "?"))


def _is_most(value: Value) -> bool:
    """Whether a value is given as the most that may be: "up to 4 g", "maximum dose: 4 g"."""
    return value.is_compared and value.interval.low is None


def _permitted(value: Value, statement: Statement) -> Value:
    """Give the limit within which a deed may be done for one within which it may not.

    "If below 50: avoid it" and "only above 50" are one limit.
    """
    ends = value.interval.low, value.interval.high
    is_limit = value.kind is Kind.THRESHOLD and value.is_compared and ends.count(None) == 1
    if not is_limit or not _is_denied(value, statement):
        return value
    interval = Interval(value.interval.high, value.interval.low)
    return replace(value, interval=interval, is_strict=not value.is_strict)


def _is_denied(value: Value, statement: Statement) -> bool:
    """Whether a statement says that something is not so, or not to be done, at a limit."""
    low = folded(statement.text)
    is_in_case = statement.is_conditional or _AS_LONG.search(low) is not None
    if statement.polarity is Polarity.DO_NOT:
        return is_in_case
    start, end = value.start - statement.start, value.end - statement.start
    return any(
        not _JOINS.search(low, min(end, met.end()), max(start, met.start())) for met in _DENIES.finditer(low)
    )


def _is_for_all(statement: Statement) -> bool:
    """Whether a statement is for everybody: beside limits, "TB patients: at any count" is an exception."""
    return says(statement.text, Cue.EVERYBODY) and not special(statement.populations)


def _is_asked_analyte(value: Value, asked: Asked) -> bool:
    """Whether a limit is set on what the question names, or on nothing named if it names nothing."""
    measured = _ANALYTES.get(value.unit) or value.unit.rpartition(" ")[2]
    if asked.analytes:
        return measured in asked.analytes
    return not names.is_analyte(measured)


def relate_values(
    kind: Kind,
    asked: Asked,
    a: Sequence[Value],
    b: Sequence[Value],
    *,
    is_extra: bool = False,
    is_strict: bool = False,
) -> Finding:
    """Compare the values of two statements; strictly, only those of one and the same drug."""
    a, b = in_terms_of_weight(a, b, asked.weights), in_terms_of_weight(b, a, asked.weights)
    a, b = in_daily_terms(a, b), in_daily_terms(b, a)
    pairs = [
        (x, y) for x in a for y in b if _same_thing(x, y, is_strict=is_strict or kind not in asked.kinds)
    ]
    if kind not in asked.kinds:
        pairs = [(x, y) for x, y in pairs if not _are_two_sides(x, y)]
    beside = [(x, y, values_parted(x, y, asked)) for x in a for y in b]
    if beside and all(parted is Relation.OTHER_PEOPLE for _, _, parted in beside):
        return foremost(of_values(Relation.OTHER_PEOPLE, kind, x, y) for x, y, _ in beside)
    if not pairs:
        return foremost(of_values(Relation.UNALIGNED, kind, x, y) for x, y, _ in beside)
    met = [(x, y) for x, y in pairs if compatible(x, y)]
    lonely_a = {x for x, _ in pairs} - {x for x, _ in met}
    lonely_b = {y for _, y in pairs} - {y for _, y in met}
    clashes = [(x, y) for x, y in pairs if x in lonely_a and y in lonely_b]
    if clashes:
        relations = [values_parted(x, y, asked) or Relation.CONFLICT for x, y in clashes]
        return foremost(of_values(r, kind, x, y) for r, (x, y) in zip(relations, clashes, strict=True))
    same = [(x, y) for x, y in met if agree(x, y)]
    if not same:
        return foremost(of_values(Relation.UNALIGNED, kind, x, y) for x, y in met)
    says_more = kind in _COUNTED and any(map(_is_more, lonely_a | lonely_b))
    relation = Relation.EXTRA if is_extra or says_more else Relation.AGREE
    return foremost(replace(of_values(relation, kind, x, y), is_exact=is_same(x, y)) for x, y in same)


def _is_more(value: Value) -> bool:
    """Whether a value is given beside another, and is no later dose and none that is the most."""
    is_most = value.kind is Kind.DOSE and value.is_compared and value.interval.low is None
    return value.stage is not Stage.LATER and not is_most


def _same_thing(x: Value, y: Value, *, is_strict: bool) -> bool:
    if x.unit != y.unit or are_of_other_stages(x.stage, y.stage):
        return False
    if x.drug and y.drug:
        return names.choice(x.drug) == names.choice(y.drug)
    return not is_strict or (not x.drug and not y.drug)


def _are_two_sides(x: Value, y: Value) -> bool:
    """Whether two limits part cases at one number: "up to 2 weeks late" and "more than 2 weeks late"."""
    if not (x.is_compared and y.is_compared):
        return False
    first, second = x.interval, y.interval
    ends = (first.high, second.low) if first.low is None else (first.low, second.high)
    is_facing = (first.low is None) != (second.low is None) and (first.high is None) != (second.high is None)
    return is_facing and ends[0] is not None and ends[0] == ends[1]


def _opposed_change(finding: Finding, a: Sequence[Statement], b: Sequence[Statement]) -> Finding:
    """Oppose "8 weekly instead of 12 weekly" and "no need to change the interval"."""
    if finding.kind not in (Kind.DOSE, Kind.FREQUENCY):
        return finding
    for changing, keeping, is_first in ((a, b, False), (b, a, True)):
        changes = any(
            says(folded(s.text), Cue.CHANGES, Cue.INSTEAD) and _speaks(s, finding) for s in changing
        )
        keeps = next((s for s in keeping if says(s.text, Cue.NO_CHANGE)), None)
        if changes and keeps is not None:
            kept = statement_span(keeps)
            sides = (kept, finding.b) if is_first else (finding.a, kept)
            return replace(finding, relation=Relation.OPPOSITE, a=sides[0], b=sides[1])
    return finding


def _speaks(statement: Statement, finding: Finding) -> bool:
    """Whether a statement holds one of the values that were found."""
    return any(span and (span.start, span.end) in {(v.start, v.end) for v in statement.values}
               for span in (finding.a, finding.b))  # fmt: skip
