"""What the selector learns from: the statements that a handbook might quote to a question, and their grades.

Every question is asked of the library as the program asks it, as far as the statements that the selector
reads. What it reads of them, and their signs without a model, are kept; statements without a grade are left
out. A group is the statements of one handbook for one question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import numpy as np

from asking import AskedLibrary
from edgerag.answer.extractive import likeliest, read_as
from edgerag.answer.signs import Signs
from edgerag.domain.evidence import Passage
from edgerag.language.own_names import OwnNames
from edgerag.language.questions import Asked
from selector.judged import HELPFUL, Grades, JudgedQuestion, digest


class Graded(msgspec.Struct, frozen=True):
    """A statement as the selector reads it, its grade, and what speaks for it without a model."""

    text: str
    grade: int
    signs: Signs


class Group(msgspec.Struct, frozen=True):
    """The statements of one handbook for one question, the likeliest by their words first."""

    question: str
    asked: tuple[str, ...]
    """What is searched for, the question's own wording first."""
    handbook: str
    relevance: float
    """Probability that the handbook addresses the question."""
    is_held: bool
    statements: tuple[Graded, ...]

    @property
    def best(self) -> int:
        """The grade of its best statement."""
        return max(one.grade for one in self.statements)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """What the selector reads."""
        return [(self.asked[0], one.text) for one in self.statements]


def read_groups(questions: Sequence[JudgedQuestion], library: AskedLibrary) -> Iterator[Group]:
    """Ask every question, and yield the groups of the handbooks of which statements were judged."""
    for one in questions:
        asked, *wordings = (library.heard(typed) for typed in (one.question, *one.wordings))
        for handbook, evidence in library.evidence(asked):
            own_names = library.own_names(evidence.handbook.id)
            statements = graded(asked, evidence.passages, own_names, one.grades.get(handbook, {}))
            if statements:
                yield Group(
                    one.question,
                    (asked.text, *(wording.text for wording in wordings)),
                    handbook,
                    evidence.trace.relevance,
                    one.held,
                    statements,
                )


def graded(
    asked: Asked, passages: Sequence[Passage], own_names: OwnNames, grades: Grades
) -> tuple[Graded, ...]:
    """Give those of the statements that the selector reads that have a grade."""
    likely = likeliest(asked, passages, own_names)
    read = [(digest(candidate.said), candidate, signs) for candidate, signs in likely]
    return tuple(
        Graded(read_as(candidate), grades[name], signs) for name, candidate, signs in read if name in grades
    )


def first_helps(groups: Sequence[Group], scores: Sequence[Sequence[float]]) -> tuple[float, int]:
    """Give the share of groups in which the statement with the best score is helpful, and of how many.

    Args:
        groups: those without a helpful statement do not count.
        scores: of the statements of each group.
    """
    firsts = [
        group.statements[int(np.argmax(of_group))].grade >= HELPFUL
        for group, of_group in zip(groups, scores, strict=True)
        if group.best >= HELPFUL
    ]
    return (sum(firsts) / len(firsts) if firsts else 0.0), len(firsts)
