"""Reads a question: what is asked, of what, for whom, within which limits."""

from __future__ import annotations

import string
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

from edgerag.language import names
from edgerag.language.cases import cases_of
from edgerag.language.conditions import conditions
from edgerag.language.cues import Cue, says
from edgerag.language.frequencies import PERIODS
from edgerag.language.levels import levels
from edgerag.language.medicines import asked_about, medicines, named_in, named_medicines, tried
from edgerag.language.names import Mention
from edgerag.language.questions import Asked, Entity
from edgerag.language.reading import is_second_choice, read, terms
from edgerag.language.stages import asked_stage
from edgerag.language.text import folded
from edgerag.language.values import Kind, Value
from edgerag.language.words import concepts
from edgerag.understand.bare_name import bare_name
from edgerag.understand.checked import LONGEST_QUESTION
from edgerag.understand.deeds import Deed, deed_of, terms_of_deed
from edgerag.understand.kinds import (
    asks_one_drug,
    asks_open_deed,
    asks_what_to_avoid,
    asks_yes_or_no,
    kinds_beside,
    kinds_of,
    medicines_to_choose,
    whether_from,
)
from edgerag.understand.not_borne import not_borne
from edgerag.understand.parts import parts

_PRESSURES: Final = frozenset({"systolic", "diastolic"})


@lru_cache(maxsize=64)
def understand(
    question: str, hidden: tuple[tuple[int, int], ...] = (), kinds: tuple[Kind, ...] | None = None
) -> Asked:
    """Read all that later stages need to know of a question; a text too long to be one asks nothing.

    Args:
        question: what is searched.
        hidden: places in it that are not read, for they do not mean what they seem to.
        kinds: what it asks for; if None, what it seems to ask for.
    """
    if len(question) > LONGEST_QUESTION:
        return replace(understand(""), text=question, parts=(question,))
    if hidden:
        read_of_it = understand(_blanked(question, hidden), kinds=kinds)
        return replace(read_of_it, text=question, parts=parts(question))
    low = folded(question)
    is_yes_or_no = asks_yes_or_no(low)
    clause = question[whether_from(low) :]
    is_avoided = asks_what_to_avoid(low)
    if kinds is None:
        kinds = () if is_avoided else kinds_of(low)
    deed = deed_of(question, low, kinds)
    values = [value for statement in read(question) for value in statement.values]
    all_terms = terms(question)
    unborne = not_borne(question, low)
    offered = medicines_to_choose(low) if Kind.DRUG in kinds else frozenset()
    return Asked(
        text=question,
        parts=parts(question),
        kinds=kinds,
        beside=kinds_beside(kinds),
        entities=tuple(_entities(question)),
        drugs=(asked_about(clause) or asked_about(question)) - offered,
        poisons=_named(names.poisons(low, question)),
        drug_class=frozenset().union(*names.drug_classes(question).values()) - unborne,
        tried=tried(question),
        not_borne=unborne,
        analytes=_analytes(low, question),
        populations=_named(names.populations(low, question)),
        left_out=names.left_out(low, question),
        medicine=medicines(clause) or medicines(question),
        medicine_or_class=medicines(clause, or_classes=is_yes_or_no)
        or medicines(question, or_classes=is_yes_or_no),
        named_medicine=named_medicines(question, or_classes=is_yes_or_no),
        conditions=conditions(question),
        cases=cases_of(question),
        limits=tuple(value for value in values if value.kind is Kind.THRESHOLD and value.is_compared),
        levels=levels(question),
        ages=_of_kind(Kind.AGE, values),
        weights=_of_kind(Kind.WEIGHT, values),
        terms=all_terms,
        concepts=frozenset(concepts(question)),
        subject=frozenset(term for term in all_terms if not names.is_asking_word(term)),
        bare_name=bare_name(question),
        whether=_whether(deed, question, clause) if is_yes_or_no or clause != question else frozenset(),
        deed=deed.terms,
        verbs=deed.verbs,
        n_deed=deed.n_least,
        is_open_deed=asks_open_deed(low),
        stage=asked_stage(low),
        is_maximum=says(low, Cue.MAXIMUM),
        is_one_drug=asks_one_drug(low),
        routes=_routes(low, question),
        time_unit=_time_unit(low),
        is_aim=says(low, Cue.AIMS_AT),
        is_second_choice=is_second_choice(low),
        is_ending=says(low, Cue.STOPS, Cue.ENDS),
        is_avoided=is_avoided,
        is_claim=not kinds or (kinds == (Kind.TIMING,) and not says(low, Cue.ASKS_ADVICE)),
        is_yes_or_no=is_yes_or_no,
    )


def _whether(deed: Deed, question: str, clause: str) -> frozenset[str]:
    """Give the words of the deed; where that is to give a medicine, those that say how."""
    return terms_of_deed(clause) if not deed.terms or deed.terms & named_in(question) else deed.terms


def _blanked(question: str, hidden: tuple[tuple[int, int], ...]) -> str:
    """Put spaces over some places: all others stay where they are."""
    for start, end in hidden:
        question = question[:start] + " " * (end - start) + question[end:]
    return question


def _named(mentions: list[Mention]) -> frozenset[str]:
    return frozenset(mention.name for mention in mentions)


def _entities(question: str) -> Iterator[Entity]:
    """List everything that is named, in the order of the question."""
    found = [
        (one.start, one.end, family, one.name)
        for family, some in names.find(question).items()
        for one in some
    ]
    return (Entity(family, name, start, end) for start, end, family, name in sorted(found))


def _of_kind(kind: Kind, values: list[Value]) -> tuple[Value, ...]:
    return tuple(value for value in values if value.kind is kind)


def _routes(low: str, question: str) -> frozenset[str]:
    """Name the ways of giving that are asked about; "no drip", "cannot get a vein" are none."""
    return frozenset(
        route.name
        for route in names.routes(question)
        if not Cue.LEAVES_OUT.precedes(low, route.start) and not Cue.WITHOUT.precedes(low, route.start)
    )


def _time_unit(low: str) -> Fraction | None:
    """Give the unit of time that is asked for, in hours: 24 of "for how many days"."""
    words = low.split()
    for how, many, unit in zip(words, words[1:], words[2:], strict=False):
        if (how, many) == ("how", "many") and unit.strip(string.punctuation) in PERIODS:
            return PERIODS[unit.strip(string.punctuation)]
    return None


def _analytes(low: str, question: str) -> frozenset[str]:
    """Name what is measured in a question; a blood pressure is two."""
    named = _named(names.analytes(question))
    return named | _PRESSURES if says(low, Cue.PRESSURE) else named
