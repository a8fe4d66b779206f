"""One summary of a question's answers: it orders and explains what was found, and decides nothing.

1. every pair that conflicts is named: the parties on its topic, with the words of their quotations that
   clash; apart from the others those of which one may not address the question at all
2. every pair of answers that could not be compared is named
3. handbooks of which every two agree are said to agree; of which every two can be followed at once, so
4. every handbook that gives no answer is named
5. what one handbook's quotation alone says

A point is made of handbooks only if it is true of every two of them by the pairs that were judged. On one
side of a conflict stand those whose words that clash state one value, or agree with each other's: who agrees
on something else, or can be followed too, is not of one mind there. None is made by counting. Words are those
of verified quotations. No model is asked.

MultiRAG (algorithm 2) gives one answer from the claims that it trusts. Here no claim is dropped for being
trusted less: all are shown, each with its handbooks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final

from edgerag.domain.answers import Answer, Status
from edgerag.domain.handbooks import Handbook
from edgerag.domain.ids import HandbookId
from edgerag.domain.points import Family, Party, Point, PointKind, Saying, Summary
from edgerag.domain.reports import AGREEMENTS, Judgement, Label, Layer, Significance
from edgerag.language.reading import read
from edgerag.language.text import fold
from edgerag.summarise.alone import said_alone
from edgerag.summarise.blocks import Block, Pairs, blocks
from edgerag.summarise.families import families, n_families, newest, work
from edgerag.summarise.quoting import saying, stands_in, whole

_KINDS: Final = {Label.CONTRADICTORY: PointKind.OPPOSED, Label.DIVERGENT: PointKind.DIFFERING}
_GRAVEST_FIRST: Final = (Significance.HIGH, Significance.MEDIUM, Significance.LOW, None)
_WITHOUT_ANSWER: Final = {
    Status.UNCERTAIN: PointKind.UNCERTAIN,
    Status.FAILED: PointKind.FAILED,
    Status.NOT_ADDRESSED: PointKind.SILENT,
}

Say = Callable[[HandbookId, Sequence[Judgement]], list[Saying]]
"""Says what a handbook has on a point, by the pairs that bear the point out."""


def summarise(answers: Sequence[Answer], pairs: Sequence[Judgement]) -> Summary:
    """Say what the answers come to; the same answers and pairs always give the same summary."""
    made = _Making(answers, pairs)
    conflicts = list(made.conflicts())
    points = [
        *conflicts,
        *made.unchecked(),
        *_not_yet_said(made.agreements(), conflicts),
        *made.without_answer(),
    ]
    points += made.said_alone(points)
    return Summary(tuple(points), tuple(made.families))


@dataclass
class _Making:
    """A summary in the making."""

    answers: Sequence[Answer]
    pairs: Sequence[Judgement]

    @cached_property
    def answered(self) -> list[Answer]:
        return [answer for answer in self.answers if answer.status is Status.ANSWERED]

    @cached_property
    def families(self) -> list[Family]:
        return families([answer.handbook for answer in self.answered])

    @cached_property
    def _answer(self) -> Mapping[HandbookId, Answer]:
        return {answer.handbook.id: answer for answer in self.answered}

    @cached_property
    def _together(self) -> Pairs:
        """The pairs that can be followed at once."""
        return _of(pair for pair in self.pairs if pair.label in AGREEMENTS)

    def conflicts(self) -> Iterator[Point]:
        """Name every conflict: the most harmful first, each topic by as few points as are true.

        Of topics that could do as much harm, the one whose sides are likeliest to answer comes first.
        """
        by_topic: dict[tuple[PointKind, Significance | None, str], list[Judgement]] = {}
        for pair in self.pairs:
            if (kind := self._kind(pair)) is not None:
                by_topic.setdefault((kind, pair.significance, pair.topic), []).append(pair)
        order = list(PointKind)
        for kind, significance, topic in sorted(
            by_topic,
            key=lambda one: (order.index(one[0]), _GRAVEST_FIRST.index(one[1]), -self._surest(by_topic[one])),
        ):
            cover = _of(by_topic[kind, significance, topic])
            # Who says the opposite differs as well, so that three who differ are not told two by two.
            alike = {kind} if kind is PointKind.DOUBTFUL else {kind, PointKind.OPPOSED}
            pairs = [pair for pair in self.pairs if pair.topic == topic and self._kind(pair) in alike]
            across = _of(pairs)
            within = self._of_one_mind(pairs) - across
            for block in self._blocks(cover, across=across, within=within):
                parties = self._parties(block, pairs, self._clashing)
                yield Point(kind, parties, topic, tuple(self._newest(parties)))

    def _surest(self, pairs: Sequence[Judgement]) -> float:
        """Give how probably both sides answer, of the pair of which that is likeliest."""
        return max(min(self._answer[book].probability for book in (pair.a, pair.b)) for pair in pairs)

    def _kind(self, pair: Judgement) -> PointKind | None:
        """Say how a conflict is told; None of what is no conflict."""
        if pair.label not in _KINDS:
            return None
        return PointKind.DOUBTFUL if pair.is_doubtful else _KINDS[pair.label]

    def unchecked(self) -> Iterator[Point]:
        """Name every pair of answers of which nothing was found out."""
        known = self._together | _of(pair for pair in self.pairs if pair.label in _KINDS)
        every = frozenset(frozenset(two) for two in combinations(self._answer, 2))
        for block in self._blocks(every - known, within=self._together):
            yield Point(PointKind.UNCHECKED, self._parties(block, (), self._wholly))

    def agreements(self) -> Iterator[Point]:
        """Say who agrees, then who can be followed together."""
        agreeing = [pair for pair in self.pairs if pair.label is Label.CONSISTENT]
        for block in self._blocks(_of(agreeing)):
            yield Point(PointKind.AGREEING, self._one_party(block, agreeing, self._agreeing))
        compatible = [pair for pair in self.pairs if pair.label is Label.COMPLEMENTARY]
        for block in self._blocks(_of(compatible), across=self._together):
            yield Point(PointKind.COMPATIBLE, self._one_party(block, compatible, self._wholly))

    def without_answer(self) -> Iterator[Point]:
        """Name who answers alone, and every handbook that gives no answer."""
        if len(self.answered) == 1:
            yield Point(PointKind.ANSWERS_ALONE, (self._party([whole(self.answered[0])]),))
        for status, kind in _WITHOUT_ANSWER.items():
            found = [answer for answer in self.answers if answer.status is status]
            if found:
                yield Point(kind, (self._party([whole(answer) for answer in found]),))

    def said_alone(self, points: Sequence[Point]) -> list[Point]:
        """Say what one quotation alone says, unless `points` have its words already."""
        told: dict[HandbookId, str] = {}
        for said in (one for point in points for party in point.parties for one in party.sayings):
            told[said.handbook] = f"{told.get(said.handbook, '')} {said.words}"
        by_topic: dict[tuple[HandbookId, str], list[Saying]] = {}
        for lone in said_alone(self.answered):
            if not stands_in(lone.saying.words, told[lone.saying.handbook]):
                by_topic.setdefault((lone.saying.handbook, lone.topic), []).append(lone.saying)
        return [
            Point(PointKind.SAYS_ALONE, (self._party(sayings),), topic)
            for (_, topic), sayings in by_topic.items()
        ]

    def _blocks(
        self, cover: Pairs, *, across: Pairs | None = None, within: Pairs = frozenset()
    ) -> Iterator[Block]:
        order = [answer.handbook.id for answer in self.answers]
        return blocks(order, cover, cover if across is None else across, within)

    def _one_party(self, block: Block, pairs: Sequence[Judgement], say: Say) -> tuple[Party]:
        """Make one party of all in a block: every two of them are related alike."""
        parties = self._parties(block, pairs, say)
        return (self._party([one for party in parties for one in party.sayings]),)

    def _parties(self, block: Block, pairs: Sequence[Judgement], say: Say) -> tuple[Party, ...]:
        made: list[Party] = []
        for party in block:
            others = {book for other in block if other is not party for book in other}
            bearing = {
                book: [p for p in pairs if (p.a == book and p.b in others) or (p.b == book and p.a in others)]
                for book in party
            }
            made.append(self._party([one for book in party for one in say(book, bearing[book])]))
        return tuple(made)

    def _party(self, sayings: Sequence[Saying]) -> Party:
        return Party(tuple(sayings), n_families({said.handbook for said in sayings}, self.families))

    def _clashing(self, book: HandbookId, pairs: Sequence[Judgement]) -> list[Saying]:
        """Give the words of a handbook that clash with another's; the same words do not."""
        parted = [pair for pair in pairs if _alike(pair.words_a) != _alike(pair.words_b)]
        return self._said(book, parted)

    def _agreeing(self, book: HandbookId, pairs: Sequence[Judgement]) -> list[Saying]:
        """Give the words of a handbook that were found to state the same as another's."""
        return self._said(book, [pair for pair in pairs if pair.decided_by is Layer.TYPED])

    def _of_one_mind(self, pairs: Sequence[Judgement]) -> Pairs:
        """Give every two handbooks whose words that clash state one value, or were found to agree."""
        stated = self._stated(pairs)
        same = _pairs_of_same(stated)
        agreed = (pair for pair in self.pairs if pair.label is Label.CONSISTENT)
        return same | _of(pair for pair in agreed if _agrees_on(pair, stated))

    def _stated(self, pairs: Sequence[Judgement]) -> Mapping[HandbookId, set[object]]:
        """Give the values that each handbook's words state where they clash."""
        stated: dict[HandbookId, set[object]] = {}
        for pair in pairs:
            for book in (pair.a, pair.b):
                words = [one.words for one in self._clashing(book, [pair]) if one.words]
                stated.setdefault(book, set()).update(map(_value, words))
        return stated

    def _wholly(self, book: HandbookId, _: Sequence[Judgement]) -> list[Saying]:
        return [whole(self._answer[book])]

    def _said(self, book: HandbookId, pairs: Sequence[Judgement]) -> list[Saying]:
        """Quote what a handbook has in some pairs, each once; its best quotation if they tell no words."""
        answer = self._answer[book]
        words = dict.fromkeys(pair.words_a if pair.a == book else pair.words_b for pair in pairs)
        said = dict.fromkeys(saying(answer, one) for one in words)
        return [one for one in said if one.words] or [whole(answer)]

    def _newest(self, parties: Sequence[Party]) -> Iterator[HandbookId]:
        """Give the newest edition of each work whose editions stand in different parties."""
        party_of = {book: place for place, party in enumerate(parties) for book in party.handbooks}
        by_work: dict[object, list[Handbook]] = {}
        for answer in self.answers:
            by_work.setdefault(work(answer.handbook) or answer.handbook.id, []).append(answer.handbook)
        for editions in by_work.values():
            latest = newest(editions)
            parted = {party_of[book.id] for book in editions if book.id in party_of}
            if latest in party_of and len(parted) > 1:
                yield latest


def _not_yet_said(points: Iterable[Point], conflicts: Sequence[Point]) -> Iterator[Point]:
    """Leave out who agrees where all of them stand side by side in the parties of a conflict."""
    shown = {
        frozenset(two)
        for point in conflicts
        for party in point.parties
        for two in combinations(party.handbooks, 2)
    }
    for point in points:
        if not {frozenset(two) for two in combinations(point.handbooks, 2)} <= shown:
            yield point


def _pairs_of_same(stated: Mapping[HandbookId, set[object]]) -> Pairs:
    """Give every two handbooks that state one and the same value, and no other."""
    return frozenset(
        frozenset((a, b))
        for a, b in combinations(stated, 2)
        if len(stated[a]) == 1 and stated[a] == stated[b]
    )


def _agrees_on(pair: Judgement, stated: Mapping[HandbookId, set[object]]) -> bool:
    """Whether two handbooks agree by the very values that clash with others', as far as those are told."""
    sides = ((pair.a, pair.words_a), (pair.b, pair.words_b))
    return all(stated.get(book, set()) <= {_value(words)} for book, words in sides)


def _value(words: str) -> object:
    """Give the amounts that words state, or the words: "4 g" and "4 gm" are one value."""
    amounts = frozenset((value.unit, value.interval) for said in read(words) for value in said.values)
    return amounts or _alike(words)


def _alike(words: str) -> str:
    return " ".join(fold(words).split())


def _of(pairs: Iterable[Judgement]) -> frozenset[frozenset[HandbookId]]:
    return frozenset(frozenset((pair.a, pair.b)) for pair in pairs)
