"""What the selector learns from: statements of handbooks that were judged for a question, and their grades.

The texts are looked up in the handbooks themselves; no library is asked, which would take an hour. A group is
the statements of one handbook for one question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
import numpy as np

from edgerag.index.vocabulary import Vocabulary
from edgerag.language.words import words
from edgerag.understand.hear import hear
from selector.judged import HELPFUL, JudgedQuestion
from selector.stated import Stated

NO_WORDS: Final = Vocabulary({}, frozenset())
"""Where it is not known how the library spells, nothing is respelt."""


class Graded(msgspec.Struct, frozen=True):
    """A statement as the selector reads it, and its grade."""

    text: str
    grade: int


class Group(msgspec.Struct, frozen=True):
    """The statements of one handbook for one question."""

    question: str
    asked: tuple[str, ...]
    """What is searched for, the question's own wording first."""
    handbook: str
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


def groups_of(questions: Sequence[JudgedQuestion], handbooks: Mapping[str, Stated]) -> Iterator[Group]:
    """Yield the judged statements that the handbooks hold.

    Args:
        questions: judged.
        handbooks: what each states, by its name.
    """
    for one in questions:
        asked = tuple(searched(typed) for typed in (one.question, *one.wordings))
        wanted = frozenset(word for text in asked for word in words(text))
        for handbook, grades in one.grades.items():
            read = handbooks.get(handbook, {})
            statements = tuple(
                Graded(nearest(read[name], wanted), grade) for name, grade in grades.items() if name in read
            )
            if statements:
                yield Group(one.question, asked, handbook, one.held, statements)


def searched(typed: str) -> str:
    """Give what the program searches for, but for misspelt words."""
    return hear(typed, NO_WORDS, lambda _: True).asked.text


def nearest(texts: Sequence[str], wanted: frozenset[str]) -> str:
    """Choose, of the places where a statement stands, the one that says most of the question around it."""
    return max(texts, key=lambda text: len(wanted.intersection(words(text))))


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
