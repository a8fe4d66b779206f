"""What a report teaches of its handbooks: what a person confirmed of it, and what many sources bear out.

A person says that one handbook's answer is right or wrong. Who was found to say the same is right or wrong
with it; who cannot be followed with what is right is wrong. A reader's mark on a pair stands above its label.

Many sources bear a statement out if at least `MANY` voices that no other ground speaks against agree on it,
and at least four of five voices on the point. Nothing is learned from smaller majorities.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Final

from edgerag.domain.answers import Answer, Status
from edgerag.domain.entities import EntityType
from edgerag.domain.facts import Fact
from edgerag.domain.ids import HandbookId
from edgerag.domain.points import Ground, Point, PointKind
from edgerag.domain.reports import CONFLICTS, Judgement, Label, Report
from edgerag.errors import EdgeRagError
from edgerag.language.entities import named

MANY: Final = 4
"""Independent voices. Unfitted: three are easily three copies of one source that nobody knows of."""
CLEAR_OF_ALL: Final = 0.8
"""Share of the voices on a point."""
_SUBJECTS: Final = (EntityType.DISEASE, EntityType.DRUG)


def area_of(question: str) -> str:
    """Give the subject of a question: the first illness that it names, else the first medicine."""
    found = named(question)
    return next((one.name for kind in _SUBJECTS for one in found if one.type is kind), "")


def confirmed(report: Report, book: HandbookId, *, is_right: bool = True, topic: str = "") -> list[Fact]:
    """Give what follows from a person's word that a handbook's answer is right, or wrong.

    Args:
        report: with its marks.
        book: whose answer.
        is_right: or wrong.
        topic: of the disagreement that the person looked at; else the answer as a whole.

    Raises:
        EdgeRagError: the handbook gave no answer, or nobody differs on that topic.
    """
    answers = {answer.handbook.id: answer for answer in report.answers if answer.status is Status.ANSWERED}
    if book not in answers:
        raise EdgeRagError(
            "that handbook gave no answer in this report", hint="confirm a handbook that answers"
        )
    topics = sorted({pair.topic for pair in report.pairs if book in (pair.a, pair.b) and pair.topic})
    if topic and topic not in topics:
        raise EdgeRagError(
            f"nobody differs with it on {topic!r}", hint=f"topics: {', '.join(topics) or 'none'}"
        )
    area = area_of(report.question)
    worth = {book: float(is_right)}
    for pair in report.pairs:
        if book in (pair.a, pair.b):
            other = pair.b if pair.a == book else pair.a
            credit = _credit(report, pair, is_right=is_right, topic=topic)
            if credit is not None and other in answers:
                worth[other] = credit
    return [
        Fact(one, area, _statement(answers[one], topic), credit, by_person=True)
        for one, credit in worth.items()
    ]


def borne_out(report: Report) -> list[Fact]:
    """Give what many independent sources bear out in a report, and what they contradict."""
    answers = {answer.handbook.id: answer for answer in report.answers}
    area = area_of(report.question)
    return [
        Fact(book, area, _statement(answers[book], point.topic), credit, by_person=False)
        for point in report.summary.points
        for book, credit in _borne_out(point)
    ]


def _borne_out(point: Point) -> Iterator[tuple[HandbookId, float]]:
    if point.kind is PointKind.AGREEING and point.parties[0].n_families >= MANY:
        yield from ((book, 1.0) for book in point.handbooks)
    trust = point.trust
    if trust is None or Ground.VOICES not in trust.grounds:
        return
    if trust.n_voices >= MANY and trust.n_voices >= CLEAR_OF_ALL * trust.of_voices:
        for at, party in enumerate(point.parties):
            credit = trust.confidence if at == trust.party else 1 - trust.confidence
            yield from ((book, credit) for book in party.handbooks)


def _credit(report: Report, pair: Judgement, *, is_right: bool, topic: str) -> float | None:
    """Say what the other of a pair is worth; None if nothing follows."""
    mark = report.mark(pair)
    label = mark.right if mark else pair.label
    if label is Label.CONSISTENT:
        return float(is_right)
    if label in CONFLICTS and is_right and topic in ("", pair.topic):
        return 0.0
    return None


def _statement(answer: Answer, topic: str) -> bytes:
    """Name what a handbook says on a topic, so that asking again does not count it again."""
    quotes = "\0".join(citation.quote for citation in answer.answering)
    return blake2b(f"{quotes}\0\0{topic}".encode(), digest_size=16).digest()
