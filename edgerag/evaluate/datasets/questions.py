"""Questions over whole handbooks: who answers them where, who is silent, who disagrees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from edgerag.domain.reports import Label
from edgerag.evaluate.datasets.files import existing_file, read_rows


class GoldAnswer(msgspec.Struct, frozen=True):
    """Where one handbook answers a question."""

    handbook: str
    """The file's name without its ending."""
    page: int | None = None
    heading: str | None = None
    """Headings from the top down, joined by " > "; for handbooks without pages."""
    quote: str | None = None
    position: str | None = None
    """What a person read in the quotation."""


class GoldPair(msgspec.Struct, frozen=True):
    """How two handbooks' answers relate."""

    a: str
    b: str
    label: Label
    hard: bool = False
    """Whether a careful reader could label it otherwise."""


class HandbookQuestion(msgspec.Struct, frozen=True):
    """A question over whole handbooks: who answers it where, who is silent, who disagrees."""

    question: str
    answers: list[GoldAnswer] = []
    absent: list[str] = []
    pairs: list[GoldPair] = []
    id: str = ""


class _ProbePair(msgspec.Struct, frozen=True):
    """A row of a question file that holds one pair of handbooks instead of all of them."""

    question: str
    handbook_a: str
    handbook_b: str
    label: Label
    page_a: int | None = None
    page_b: int | None = None
    quote_a: str | None = None
    quote_b: str | None = None
    heading_a: str | None = None
    heading_b: str | None = None


class _Shape(msgspec.Struct, frozen=True):
    """Enough of a row to tell the two kinds of question file apart."""

    handbook_a: str | None = None


def read_questions(path: Path) -> tuple[HandbookQuestion, ...]:
    """Read a question file of either kind; rows with one pair each are gathered by their question.

    Raises:
        ConfigError: the file is missing or not of this format.
    """
    first = next(read_rows(existing_file(path), _Shape), None)
    if first is None or first.handbook_a is None:
        return tuple(read_rows(path, HandbookQuestion))
    return _gathered(read_rows(path, _ProbePair))


def _gathered(rows: Iterator[_ProbePair]) -> tuple[HandbookQuestion, ...]:
    by_question: dict[str, list[_ProbePair]] = {}
    for row in rows:
        by_question.setdefault(row.question, []).append(row)
    return tuple(_question_of(question, pairs) for question, pairs in by_question.items())


def _question_of(question: str, rows: list[_ProbePair]) -> HandbookQuestion:
    """Gather pairs into one question; a place in a handbook that several pairs name counts once."""
    answers: dict[tuple[str, int | str | None], GoldAnswer] = {}
    for row in rows:
        for answer in (
            GoldAnswer(row.handbook_a, row.page_a, row.heading_a, row.quote_a),
            GoldAnswer(row.handbook_b, row.page_b, row.heading_b, row.quote_b),
        ):
            answers.setdefault((answer.handbook, answer.page or answer.heading or answer.quote), answer)
    pairs = [GoldPair(row.handbook_a, row.handbook_b, row.label) for row in rows]
    return HandbookQuestion(question, list(answers.values()), [], pairs)
