"""What the program's own weighing is fitted to: the judged statements among those that it finds and reads.

Every question is asked of the library as the program asks it, as far as the statements that the selector
reads. What it reads of them and their signs without a model are kept; what has no grade is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from asking import AskedLibrary
from edgerag.answer.extractive import MOST_READ, likeliest, read_as
from edgerag.answer.signs import Signs
from edgerag.domain.evidence import Passage
from edgerag.language.own_names import OwnNames
from edgerag.language.questions import Asked
from selector.groups import Graded, Group
from selector.judged import Grades, JudgedQuestion, digest


class Found(Graded, frozen=True):
    """A statement with what speaks for it without a model."""

    signs: Signs


class AskedGroup(Group, frozen=True):
    """The statements that were found, the likeliest by their words first."""

    statements: tuple[Found, ...]
    relevance: float
    """Probability that the handbook addresses the question."""


def asked_groups(questions: Sequence[JudgedQuestion], library: AskedLibrary) -> Iterator[AskedGroup]:
    """Ask every question, and yield the groups of the handbooks of which statements were judged."""
    for one in questions:
        asked = library.heard(one.question)
        for handbook, evidence in library.evidence(asked):
            own_names = library.own_names(evidence.handbook.id)
            statements = graded(asked, evidence.passages, own_names, one.grades.get(handbook, {}))
            if statements:
                yield AskedGroup(
                    one.question,
                    (asked.text,),
                    handbook,
                    one.held,
                    statements,
                    evidence.trace.relevance,
                )


def graded(
    asked: Asked, passages: Sequence[Passage], own_names: OwnNames, grades: Grades
) -> tuple[Found, ...]:
    """Give those of the statements that the selector reads that have a grade."""
    likely = likeliest(asked, passages, own_names)[:MOST_READ]
    read = [(digest(candidate.said), candidate, signs) for candidate, signs in likely]
    return tuple(
        Found(read_as(candidate), grades[name], signs) for name, candidate, signs in read if name in grades
    )
