"""A small audit whose numbers can be counted by hand.

question 1 (topic dose)     A answers, B answers: CONTRADICTORY, high     C silent: two ABSENT
question 2 (topic dose)     A, B and C answer: A-B CONSISTENT, A-C and B-C DIVERGENT, high
question 3 (topic fluids)   failed
question 4 (topic fluids)   not asked yet
"""

from __future__ import annotations

from collections.abc import Sequence

from edgerag.domain.answers import Answer
from edgerag.domain.audited import Audited
from edgerag.domain.audits import AskedHandbook, AuditQuestion, Terms
from edgerag.domain.handbooks import Handbook
from edgerag.domain.reports import Label
from tests.unit.present.conftest import Builder

TOPICS = ("dose", "dose", "fluids", "fluids")
QUESTIONS = [AuditQuestion(n, f"Question {n + 1}?", {"topic": topic}) for n, topic in enumerate(TOPICS)]
MAKE = Builder()
BOOKS = [MAKE.handbook(title, "2013") for title in ("Alpha", "Beta", "Gamma")]


def asked(book: Handbook) -> AskedHandbook:
    return AskedHandbook(book.id, book.sha256, book.title, book.edition, "Clinic", "en", book.file_name, 9, 8)


TERMS = Terms(tuple(map(asked, BOOKS)), "1" * 64, {"edgerag": "0.1.0"}, "{}", is_extractive=True)


def said(book: Handbook, quote: str) -> Answer:
    return MAKE.answered(book, quote, MAKE.citation(quote))


def found(hostile: str = "") -> Sequence[Audited]:
    """Give what became of the questions; `hostile` is a part of every text that comes from outside."""
    a, b, c = BOOKS
    first = MAKE.report(
        said(a, f"Give 1 mg.{hostile}"),
        said(b, f"Do not give it.{hostile}"),
        MAKE.silent(c),
        pairs=(MAKE.pair(a, b, Label.CONTRADICTORY, f"Dose  of X{hostile}", f"1 mg against none{hostile}"),),
    )
    second = MAKE.report(
        said(a, f"Give 2 mg.{hostile}"),
        said(b, f"Give 2 mg.{hostile}"),
        said(c, f"Give 4 mg.{hostile}"),
        pairs=(
            MAKE.pair(a, b, Label.CONSISTENT),
            MAKE.pair(a, c, Label.DIVERGENT, f"dose of x{hostile}", "2 mg against 4 mg"),
            MAKE.pair(b, c, Label.DIVERGENT, f"dose of x{hostile}", "2 mg against 4 mg"),
        ),
    )
    questions = [AuditQuestion(q.position, q.text + hostile, q.labels) for q in QUESTIONS]
    return [
        Audited(questions[0], first),
        Audited(questions[1], second),
        Audited(questions[2], None, f"the worker ended{hostile}"),
    ]
