"""What the relation model learns from: what handbooks state on a question, and how it relates or is graded.

Every question of which pairs (`relation.judged`) or statements (`selector.judged`) were judged is asked of
the library as the program asks it. A statement is found by its digest in the passages of its handbook, and
kept as the program quotes it: with what completes it. Where several places say it, the likeliest counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Final

import msgspec

from asking import AskedLibrary
from edgerag.answer.complete import completed
from edgerag.answer.signs import signs_of
from edgerag.domain.evidence import Passage
from edgerag.language.own_names import OwnNames
from edgerag.language.questions import Asked
from relation.judged import ComparedQuestion, JudgedPair, Relation
from selector.judged import Grades, JudgedQuestion, digest

N_HEADINGS: Final = 2
"""The nearest, as the selector reads them."""


class Statement(msgspec.Struct, frozen=True):
    """What a handbook states, as the program quotes it."""

    headings: tuple[str, ...]
    """Those that it stands under, the nearest last."""
    text: str


class Graded(msgspec.Struct, frozen=True):
    """A statement, and how well it answers the question."""

    handbook: str
    statement: Statement
    grade: int


class Pair(msgspec.Struct, frozen=True):
    """Statements of two handbooks, and how they relate."""

    a: Statement
    b: Statement
    relation: Relation


class Answers(msgspec.Struct, frozen=True):
    """What handbooks state on one question."""

    asked: tuple[str, ...]
    """What is searched for, the question's own wording first."""
    is_held: bool
    pairs: tuple[Pair, ...]
    graded: tuple[Graded, ...]


Found = Mapping[tuple[str, str], Statement]
"""Statements by handbook and digest."""


def read_answers(
    compared: Sequence[ComparedQuestion], judged: Sequence[JudgedQuestion], library: AskedLibrary
) -> Iterator[Answers]:
    """Ask every question, and yield what was found of it."""
    pairs = {one.question: one.pairs for one in compared}
    grades = {one.question: one.grades for one in judged}
    questions: list[JudgedQuestion | ComparedQuestion] = [*judged, *compared]
    for one in {one.question: one for one in questions}.values():
        asked, *wordings = (library.heard(typed) for typed in (one.question, *one.wordings))
        mine, graded = pairs.get(one.question, ()), grades.get(one.question, {})
        found = dict(statements(asked, library, named(mine, graded)))
        yield Answers(
            (asked.text, *(wording.text for wording in wordings)),
            one.held,
            tuple(found_pairs(mine, found)),
            tuple(found_graded(graded, found)),
        )


def named(pairs: Sequence[JudgedPair], grades: Mapping[str, Grades]) -> Mapping[str, set[str]]:
    """Give the digests of the statements that are looked for, by handbook."""
    digests = defaultdict[str, set[str]](set, {handbook: set(graded) for handbook, graded in grades.items()})
    for pair in pairs:
        digests[pair.a].add(pair.a_said)
        digests[pair.b].add(pair.b_said)
    return digests


def statements(
    asked: Asked, library: AskedLibrary, wanted: Mapping[str, set[str]]
) -> Iterator[tuple[tuple[str, str], Statement]]:
    """Ask the library, and yield the statements that are wanted."""
    for handbook, evidence in library.evidence(asked):
        if handbook in wanted:
            own_names = library.own_names(evidence.handbook.id)
            of_handbook = said_in(asked, evidence.passages, own_names, wanted[handbook])
            yield from (((handbook, said), statement) for said, statement in of_handbook.items())


def said_in(
    asked: Asked, passages: Sequence[Passage], own_names: OwnNames, wanted: Set[str]
) -> dict[str, Statement]:
    """Find the statements with these digests in a handbook's evidence, but for what is never quoted."""
    found: dict[str, Statement] = {}
    for candidate, _ in sorted(signs_of(asked, passages, own_names), key=lambda one: -one[1].by_words):
        said = digest(candidate.said)
        if said in wanted and said not in found:
            text = "\n\n".join(quote.text for quote in completed(asked, candidate))
            if text:
                found[said] = Statement(candidate.passage.path[-N_HEADINGS:], text)
    return found


def found_pairs(pairs: Sequence[JudgedPair], found: Found) -> Iterator[Pair]:
    """Yield the judged pairs of which both statements were found."""
    for pair in pairs:
        a, b = found.get((pair.a, pair.a_said)), found.get((pair.b, pair.b_said))
        if a is not None and b is not None:
            yield Pair(a, b, pair.relation)


def found_graded(grades: Mapping[str, Grades], found: Found) -> Iterator[Graded]:
    """Yield the judged statements that were found."""
    for handbook, graded in grades.items():
        for said, grade in graded.items():
            if (handbook, said) in found:
                yield Graded(handbook, found[handbook, said], grade)
