"""What the selector learns from: the statements that a handbook might quote to a question, and their grades.

Every question is asked of the library as the program asks it, as far as the statements that the selector
reads. What it reads of them, and their signs without a model, are kept; statements without a grade are left
out. A group is the statements of one handbook for one question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
import numpy as np

from edgerag.answer.extractive import likeliest, read_as
from edgerag.answer.signs import Signs
from edgerag.config import Retrieval
from edgerag.domain.evidence import Passage
from edgerag.domain.ids import HandbookId
from edgerag.evaluate.workspace import Workspace
from edgerag.inference.roles import Embedder, Reranker
from edgerag.language.own_names import OwnNames
from edgerag.language.questions import Asked
from edgerag.retrieve.retrieve import Retriever
from edgerag.understand.hear import hear
from selector.judged import HELPFUL, Grades, JudgedQuestion, digest

NO_GENERATOR: Final = 0
"""Tokens of a handbook that is given whole: without a generator none is."""


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


def read_groups(
    questions: Sequence[JudgedQuestion],
    shelf: Workspace,
    ids: Mapping[str, HandbookId],
    embedder: Embedder,
    reranker: Reranker,
) -> Iterator[Group]:
    """Ask every question, and yield the groups of the handbooks of which statements were judged.

    Args:
        questions: with the grades of statements.
        shelf: the library.
        ids: the library's id of each handbook by its name.
        embedder: the one that made the library's vectors.
        reranker: reads passages.
    """
    settings, names = Retrieval(), {handbook: name for name, handbook in ids.items()}
    retriever = Retriever(
        shelf.library,
        shelf.indexes,
        embedder,
        reranker,
        first_stage_k=settings.first_stage_k,
        rerank_passages=settings.rerank_passages,
        passages=settings.passages,
        full_document_tokens=NO_GENERATOR,
    )
    for one in questions:
        asked, *wordings = (heard(typed, shelf, list(names)) for typed in (one.question, *one.wordings))
        for evidence in retriever.retrieve(asked, list(names)):
            handbook = evidence.handbook.id
            grades = one.grades.get(names[handbook], {})
            own_names = shelf.library.own_names(handbook)
            statements = graded(asked, evidence.passages, own_names, grades)
            if statements:
                yield Group(
                    one.question,
                    (asked.text, *(wording.text for wording in wordings)),
                    names[handbook],
                    evidence.trace.relevance,
                    one.held,
                    statements,
                )


def heard(typed: str, shelf: Workspace, handbooks: Sequence[HandbookId]) -> Asked:
    """Understand a question as the program does."""
    lexical = shelf.indexes.lexical
    return hear(typed, lexical.vocabulary(), lambda names: lexical.names_any(names, handbooks)).asked


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
