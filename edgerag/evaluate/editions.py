"""Where handbooks disagree by edition: is the newest edition's side the one that is trusted?

The gold quotations are taken for the answers, and the gold labels for the pairs, so that nothing but the
summary and its trust is measured. A case is a conflict point in which the newest edition of a work, of those
that answer, and an older one stand on different sides:

newest_named    cases in which the newest is named as such / all cases
trusted_right   cases in which its side is trusted / cases in which any side is
trusted         cases in which its side is trusted / all cases
older_trusted   cases in which a side is trusted that has an older edition and not the newest / all cases
older_shown     cases in which every older edition stands there with its quotation / all cases

`known` compares what the program reads of the files with what a keeper states: one title for each work, and
the makers' names as the manifest has them. Between them stands a keeper who does so for the pairs only that
the program asks about when they are added, because their texts are alike, whether or not they are editions.

`pairs` says how well pairs of all books are recognised as editions of one of the works: by their titles as
they are read, by their text, and by either.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from edgerag.confirm.credibility import Credibility
from edgerag.domain.answers import Answer, AnswerMode, Citation, Status
from edgerag.domain.evidence import EvidenceMode, RetrievalTrace
from edgerag.domain.handbooks import Handbook, Origin, Stated
from edgerag.domain.ids import SectionId
from edgerag.domain.points import Point
from edgerag.domain.reports import CONFLICTS, Judgement, Layer, Significance
from edgerag.engine.trust import with_trust
from edgerag.evaluate.datasets.questions import GoldAnswer, HandbookQuestion
from edgerag.evaluate.metrics import Measure, share_measure
from edgerag.evaluate.results import Group, Measurements
from edgerag.summarise.editions import are_editions
from edgerag.summarise.summarise import summarise

Books = Mapping[str, Handbook]
"""Handbooks by their names in the gold data."""
Share = tuple[int, int]
Pair = frozenset[str]
"""The names of two handbooks."""

_KNOWN_TO_ADDRESS: Final = RetrievalTrace(EvidenceMode.RETRIEVED, 0, 0, 0.0, 1.0, ())


def evaluate_editions(
    questions: Sequence[HandbookQuestion],
    books: Books,
    works: Sequence[Collection[str]],
    makers: Mapping[str, str],
    likely: Collection[Pair] = (),
) -> Measurements:
    """Measure the trust in editions.

    Args:
        questions: with gold answers and pairs.
        books: as the library has them.
        works: the names of each work's editions.
        makers: institutions by handbook, as a keeper would state them.
        likely: pairs that may be editions of one work by their text.
    """
    asked_about = joined(likely)
    known = {
        "read of the files": books,
        "asked about, and stated": as_stated(
            books,
            asked_about,
            {name: makers[name] for work in asked_about for name in work if name in makers},
        ),
        "stated by a keeper": as_stated(books, works, makers),
    }
    cases = {name: list(_cases(questions, some, works)) for name, some in known.items()}
    groups = {name: Group(len(some), _measures(some)) for name, some in cases.items()}
    stated = cases["stated by a keeper"]
    return Measurements(
        len(stated), _measures(stated), groups={"known": groups, "pairs": _recognised(books, works, likely)}
    )


def joined(pairs: Iterable[Pair]) -> list[set[str]]:
    """Join pairs that have a name in common."""
    works: list[set[str]] = []
    for pair in pairs:
        met = [work for work in works if work & pair]
        works = [work for work in works if work not in met] + [set(pair).union(*met)]
    return works


def _recognised(books: Books, works: Sequence[Collection[str]], likely: Collection[Pair]) -> dict[str, Group]:
    """Measure which pairs of books are recognised as editions of one work."""
    pairs = [frozenset(pair) for pair in combinations(sorted(books), 2)]
    gold = {pair for pair in pairs if any(pair <= set(work) for work in works)}
    by_title = {pair for pair in pairs if are_editions(*(books[name] for name in pair))}
    ways = {"title": by_title, "text": set(likely), "either": by_title | set(likely)}
    return {
        name: Group(
            len(pairs),
            {
                "precision": share_measure([(int(pair in gold), 1) for pair in sorted(found, key=sorted)]),
                "recall": share_measure([(int(pair in found), 1) for pair in sorted(gold, key=sorted)]),
            },
        )
        for name, found in ways.items()
    }


def as_stated(books: Books, works: Sequence[Collection[str]], makers: Mapping[str, str]) -> Books:
    """Give every edition of a work the newest one's title, and every handbook its maker's name."""
    title = {name: _newest(work, books).title for work in works for name in work}
    return {
        name: replace(
            book,
            metadata=replace(
                book.metadata,
                title=_by_person(title.get(name, book.title)),
                institution=_by_person(makers.get(name, book.metadata.institution.value)),
            ),
        )
        for name, book in books.items()
    }


def _by_person(value: str) -> Stated:
    return Stated(value, Origin.PERSON)


def _newest(names: Iterable[str], books: Books) -> Handbook:
    return max((books[name] for name in names), key=lambda book: book.edition)


def _cases(
    questions: Sequence[HandbookQuestion], books: Books, works: Sequence[Collection[str]]
) -> Iterator[dict[str, Share]]:
    for question in questions:
        answers = _answers(question, books)
        given = [answers[name] for name in answers]
        points = with_trust(summarise(given, _pairs(question, answers)), given, "", Credibility(())).points
        for work in works:
            editions = [answers[name].handbook for name in answers if name in work]
            if len(editions) > 1:
                last = max(editions, key=lambda book: book.edition)
                older = [book for book in editions if book.edition < last.edition]
                yield from (case for point in points if (case := _case(point, last, older)))


def _case(point: Point, last: Handbook, older: Sequence[Handbook]) -> dict[str, Share] | None:
    """Score a point; None unless the newest edition stands on one side and an older one on another."""
    side = {book: at for at, party in enumerate(point.parties) for book in party.handbooks}
    parted = [book for book in older if book.id in side and side[book.id] != side.get(last.id)]
    if last.id not in side or not parted or not point.topic:
        return None
    trusted = point.trust.party if point.trust else None
    is_right = trusted == side[last.id]
    quoted = {said.handbook for party in point.parties for said in party.sayings}
    return {
        "newest_named": (int(last.id in point.newest), 1),
        "trusted_right": (int(is_right), int(trusted is not None)),
        "trusted": (int(is_right), 1),
        "older_trusted": (int(any(trusted == side[book.id] for book in parted)), 1),
        "older_shown": (int(all(book.id in quoted for book in parted)), 1),
    }


def _measures(cases: Sequence[Mapping[str, Share]]) -> dict[str, Measure]:
    names = ("newest_named", "trusted_right", "trusted", "older_trusted", "older_shown")
    return {name: share_measure([case[name] for case in cases]) for name in names}


def _answers(question: HandbookQuestion, books: Books) -> dict[str, Answer]:
    """Make an answer of each handbook's gold quotations."""
    quotes: dict[str, list[GoldAnswer]] = {}
    for gold in question.answers:
        quotes.setdefault(gold.handbook, []).append(gold)
    return {
        name: Answer(
            books[name],
            Status.ANSWERED,
            "\n".join(gold.quote or gold.position or "" for gold in each),
            AnswerMode.EXTRACTIVE,
            tuple(_citation(at, gold) for at, gold in enumerate(each, start=1)),
            _KNOWN_TO_ADDRESS,
        )
        for name, each in quotes.items()
    }


def _citation(at: int, gold: GoldAnswer) -> Citation:
    quote = gold.quote or gold.position or ""
    return Citation(SectionId(at), gold.heading or "", gold.page, at, quote, 0, len(quote))


def _pairs(question: HandbookQuestion, answers: Mapping[str, Answer]) -> list[Judgement]:
    """Judge the answers as the gold does; all that differ do so on one topic, the question."""
    return [
        Judgement(
            answers[pair.a].handbook.id,
            answers[pair.b].handbook.id,
            pair.label,
            1.0,
            question.question if pair.label in CONFLICTS else "",
            Significance.HIGH if pair.label in CONFLICTS else None,
            "",
            Layer.TYPED,
        )
        for pair in question.pairs
        if pair.a in answers and pair.b in answers
    ]
