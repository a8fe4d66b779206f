"""The summary of a report in words: a sentence for each point, above the answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, product
from typing import Final

from edgerag.domain.answers import Answer, Status
from edgerag.domain.ids import HandbookId
from edgerag.domain.points import Family, Ground, Party, Point, PointKind, Saying, Trust
from edgerag.domain.reports import Report
from edgerag.present.amounts import count
from edgerag.present.inert import one_line
from edgerag.present.lines import Line, Segment, Style, paragraph, shorten
from edgerag.present.wording import collection, name, pages

MEDICINE: Final = "medicine"
"""The topic of what one quotation alone names; it gives all else."""

_STYLES: Final = {
    PointKind.OPPOSED: Style.DISAGREE,
    PointKind.DIFFERING: Style.DISAGREE,
    PointKind.DOUBTFUL: Style.UNSURE,
    PointKind.UNCHECKED: Style.UNSURE,
    PointKind.AGREEING: Style.AGREE,
    PointKind.COMPATIBLE: Style.AGREE,
    PointKind.ANSWERS_ALONE: Style.UNSURE,
    PointKind.UNCERTAIN: Style.UNSURE,
    PointKind.FAILED: Style.UNSURE,
    PointKind.SILENT: Style.ABSENT,
    PointKind.SAYS_ALONE: Style.PLAIN,
}


_PARTING: Final = frozenset({PointKind.OPPOSED, PointKind.DIFFERING})
_CONFLICTS: Final = _PARTING | {PointKind.DOUBTFUL}
_WHO: Final = frozenset({Style.TITLE, Style.DIM})
"""A handbook's name, and the page where its words stand."""
_MORE: Final = Segment(" …", Style.DIM)
_HANG: Final = 2


@dataclass(frozen=True, slots=True)
class _Manner:
    """How a sentence is put together."""

    across: str
    """Between two parties."""
    page: str
    space: str = " "
    """Inside words that are too few to be torn apart."""


_WRITTEN: Final = _Manner(" x ", "p. ")
_FOLDED: Final = _Manner(" x ", "p.\u00a0", "\u00a0")
_SPOKEN: Final = _Manner("; against ", "page ")
_MOST_NAMED: Final = 4
"""Silent handbooks that are named where columns are few."""
_UNTORN: Final = 20
"""Characters: an amount with its unit."""


@dataclass(frozen=True, slots=True)
class _Speaker:
    """Puts the points of one report into words."""

    answers: Mapping[HandbookId, Answer]
    n_answered: int
    is_clear: bool
    """Whether the question is; else who gives no answer may have one."""
    columns: int
    manner: _Manner

    def sentence(self, points: Sequence[Point]) -> list[Segment]:
        """Say points of one lead in one sentence."""
        if points[0].kind is PointKind.UNCHECKED and len(points) > 1:
            return self._pairs_to_read(points)
        said = [Segment(f"{self._lead(points[0])}: ", _STYLES[points[0].kind])]
        for place, point in enumerate(points):
            said += [Segment("; "), *self._body(point)] if place else self._body(point)
        return _glued([*said, Segment(".")])

    def _pairs_to_read(self, points: Sequence[Point]) -> list[Segment]:
        """Name once each handbook of pairs that cannot be told at once; the pairs are listed elsewhere."""
        sayings = [one for point in points for party in point.parties for one in party.sayings]
        pairs = {
            frozenset(two)
            for point in points
            for one, other in combinations(point.parties, 2)
            for two in product(one.handbooks, other.handbooks)
        }
        said = [Segment(f"{len(pairs)} pairs not checked, among ", _STYLES[PointKind.UNCHECKED])]
        for place, (book, same) in enumerate({one.handbook: one for one in sayings}.items()):
            said.append(Segment(", " if place else ""))
            said += [Segment(self._name(book), Style.TITLE), Segment(self._pages([same]), Style.DIM)]
        return _glued([*said, Segment(".")])

    def lead_of(self, point: Point) -> tuple[PointKind, str]:
        return point.kind, self._lead(point)

    def _body(self, point: Point) -> Iterator[Segment]:
        if point.kind is PointKind.SILENT and self.columns:
            yield from self._many(point.handbooks)
            return
        for place, party in enumerate(point.parties):
            yield Segment(self.manner.across if place else "")
            yield from self._party(party)
        best = point.parties[point.trust.party].handbooks if point.trust else ()
        yield from (Segment(self._newest(point, book)) for book in point.newest if book not in best)
        if point.trust:
            yield Segment(self._trusted(point, point.trust))

    def family(self, family: Family) -> list[Segment]:
        names = ", ".join(self._name(book) for book in family.handbooks)
        why = "editions of one work"
        if not family.is_one_work:
            named = (self.answers[book].handbook.metadata.institution.value for book in family.handbooks)
            why = f"of one institution, {one_line(next(filter(None, named), ''))}"
        return [Segment(f"One voice: {names} ({why}).", Style.DIM)]

    def _lead(self, point: Point) -> str:
        topic = one_line(point.topic)
        on = f" on {topic}" if topic else ""
        match point.kind:
            case PointKind.OPPOSED:
                return f"They say the opposite{on}"
            case PointKind.DIFFERING:
                return f"They differ{on}"
            case PointKind.DOUBTFUL:
                return f"They may differ{on}, but not all of them may address it"
            case PointKind.UNCHECKED:
                return "Not checked, read both"
            case PointKind.AGREEING:
                return f"{self._how_many(point)} agree"
            case PointKind.COMPATIBLE:
                return f"{self._how_many(point)} add more to each other, and can be followed together"
            case PointKind.ANSWERS_ALONE:
                return "Only one answers"
            case PointKind.UNCERTAIN:
                return "May not address it"
            case PointKind.FAILED:
                return "Could not be asked"
            case PointKind.SILENT:
                return self._silence(point)
            case PointKind.SAYS_ALONE:
                return f"Only one quotation {'names' if topic == MEDICINE else 'gives'} a {topic}"

    def _silence(self, point: Point) -> str:
        if not self.is_clear:
            return "Nothing found in"
        return "Does not address it" if len(point.handbooks) == 1 else "Do not address it"

    def _how_many(self, point: Point) -> str:
        n = len(point.handbooks)
        if n < self.n_answered:
            return f"{n} of the {self.n_answered} that answer"
        return "Both that answer" if n == 2 else f"All {n} that answer"

    def _many(self, books: Sequence[HandbookId]) -> Iterator[Segment]:
        """Name handbooks where columns are few: some, and how many more, whose cards say so themselves."""
        n = len(books) if len(books) <= _MOST_NAMED else _MOST_NAMED - 1
        yield Segment(", ".join(map(self._name, books[:n])), Style.TITLE)
        yield Segment(f", and {len(books) - n} more" if n < len(books) else "")

    def _party(self, party: Party) -> Iterator[Segment]:
        """Give each handbook its words, and handbooks with the same words the same quotation."""
        by_words: dict[tuple[str, ...], list[Sequence[Saying]]] = {}
        for _, sayings in groupby(party.sayings, key=lambda saying: saying.handbook):
            same = tuple(sayings)
            by_words.setdefault(tuple(saying.words for saying in same), []).append(same)
        for place, (words, speakers) in enumerate(by_words.items()):
            yield Segment(" and " if place else "")
            quoted = ", ".join(self._quoted(one) for one in words if one)
            yield Segment(f"{quoted} " if quoted else "", Style.QUOTE)
            for number, spoken in enumerate(speakers):
                yield Segment(", " if number else "")
                yield Segment(self._name(spoken[0].handbook), Style.TITLE)
                yield Segment(self._pages(spoken), Style.DIM)
        n = len(party.handbooks)
        if party.n_families < n:
            families = "1 family" if party.n_families == 1 else f"{party.n_families} families"
            yield Segment(f" ({count(n, 'handbook')}, {families})")

    def _pages(self, sayings: Sequence[Saying]) -> str:
        citations = self.answers[sayings[0].handbook].citations
        cited = pages([citations[saying.citation] for saying in sayings if saying.citation is not None])
        number = cited.rpartition(". ")[2]
        return f" {self.manner.page}{number}" if number else ""

    def _newest(self, point: Point, book: HandbookId) -> str:
        sayings = [one for party in point.parties for one in party.sayings if one.handbook == book]
        words = ", ".join(self._quoted(one.words) for one in sayings if one.words)
        return f"; the newest edition is {self._name(book)}" + (f": {words}" if words else "")

    def _trusted(self, point: Point, trust: Trust) -> str:
        """Say which party is borne out best, by what."""
        party = point.parties[trust.party]
        words = dict.fromkeys(self._quoted(one.words) for one in party.sayings if one.words)
        said = ", ".join(words) or ", ".join(map(self._name, party.handbooks))
        why = {
            Ground.VOICES: f"{trust.n_voices} of {trust.of_voices} voices",
            Ground.RANK: "you rank it higher",
            Ground.COLLECTION: self._higher(point, trust),
            Ground.RECORD: "found right more often before",
        }
        newest = [self._name(book) for book in party.handbooks if book in point.newest]
        named = f": {', '.join(newest)}" if words or len(party.handbooks) > 1 else ""
        grounds = [why.get(ground, f"newest edition{named}") for ground in trust.grounds]
        return f"; best supported: {said} ({', '.join(grounds)})"

    def _higher(self, point: Point, trust: Trust) -> str:
        """Say which collections are before which: "guideline before patient education"."""
        of_party = [self._collections(party) for party in point.parties]
        others = [name for place, names in enumerate(of_party) if place != trust.party for name in names]
        return f"{', '.join(of_party[trust.party])} before {', '.join(dict.fromkeys(others))}"

    def _collections(self, party: Party) -> list[str]:
        names = (collection(self.answers[book].handbook) for book in party.handbooks)
        return list(dict.fromkeys(filter(None, names)))

    def _quoted(self, words: str) -> str:
        shown = one_line(words)
        return f"“{shown.replace(' ', self.manner.space) if len(shown) <= _UNTORN else shown}”"

    def _name(self, book: HandbookId) -> str:
        return name(self.answers[book].handbook, self.columns)


def summary_lines(report: Report, width: int, *, indent: int = 0) -> list[Line]:
    """Lay the summary out in lines of at most `width` columns; every sentence begins one."""
    said = _said(report, _FOLDED, width // 3)
    return [line for one in said for line in _laid_out(one, width, indent)]


def folded_summary_lines(report: Report, width: int, most: int, where: str, *, indent: int = 0) -> list[Line]:
    """Lay out the foremost of the summary in at most `most` lines: how handbooks part, and who agrees.

    The last line tells `where` the whole is ("Ctrl+S shows"), and whether a difference is left out here.
    """
    whole = summary_lines(report, width, indent=indent)
    if len(whole) <= most:
        return whole
    said = _said(report, _FOLDED, width // 3)
    lines: list[Line] = []
    told: list[_Sentence] = []
    foremost = _foremost(said, most - 1)
    for n_after, sentence in zip(range(len(foremost) - 1, -1, -1), foremost, strict=True):
        shown = _cut(sentence, width, most - 1 - len(lines) - n_after, indent)
        told += [sentence] if shown == _laid_out(sentence, width, indent) else []
        lines += shown
    is_left = any(one.kind in _CONFLICTS and one not in told for one in said)
    left = count(len(report.summary.points), "point") + (", with more differences" if is_left else "")
    return [*lines, (Segment(shorten(f"{' ' * indent}… {where} all of {left}", width), Style.UNSURE),)]


def _foremost(said: Sequence[_Sentence], most: int) -> list[_Sentence]:
    """Choose what is told where there is room for few sentences; who agrees is among them."""
    agreeing = [one for one in said if one.kind is PointKind.AGREEING][:1]
    parting = [one for one in said if one.kind in _PARTING][: max(most - len(agreeing), 1)]
    return [*parting, *agreeing][:most] or list(said[:most])


def _cut(sentence: _Sentence, width: int, most: int, indent: int) -> list[Line]:
    """Lay out as much of a sentence as `most` lines hold; words are never parted from who says them."""
    whole = _laid_out(sentence, width, indent)
    if len(whole) <= most:
        return whole
    said = sentence.segments
    ends = [
        at for at in range(2, len(said)) if said[at - 1].style in _WHO and said[at].style is not Style.DIM
    ]
    shown = paragraph(
        [said[0], Segment(_MORE.text.lstrip(), _MORE.style)], width, indent=indent, hang=indent + _HANG
    )[:most]
    for end in ends:
        longer = paragraph([*said[:end], _MORE], width, indent=indent, hang=indent + _HANG)
        if len(longer) > most:
            break
        shown = longer
    return shown


def _laid_out(sentence: _Sentence, width: int, indent: int) -> list[Line]:
    return paragraph(sentence.segments, width, indent=indent, hang=indent + _HANG)


def summary_sentences(report: Report, columns: int = 0, *, is_spoken: bool = False) -> list[str]:
    """Give the summary as plain sentences.

    Args:
        report: whose summary.
        columns: as for `name`.
        is_spoken: for a screen reader, without signs.
    """
    said = _said(report, _SPOKEN if is_spoken else _WRITTEN, columns)
    return ["".join(segment.text for segment in one.segments) for one in said]


def point_sentence(report: Report, point: Point) -> str:
    """Put one point into a sentence."""
    return "".join(segment.text for segment in _speaker(report, _WRITTEN, 0).sentence([point]))


@dataclass(frozen=True, slots=True)
class _Sentence:
    """One sentence of a summary, and of which kind its points are; a family is no point."""

    kind: PointKind | None
    segments: Sequence[Segment]


def _said(report: Report, manner: _Manner, columns: int) -> list[_Sentence]:
    speaker = _speaker(report, manner, columns)
    alike = groupby(report.summary.points, key=speaker.lead_of)
    said = [_Sentence(lead[0], speaker.sentence(tuple(points))) for lead, points in alike]
    return said + [_Sentence(None, speaker.family(family)) for family in report.summary.families]


def _speaker(report: Report, manner: _Manner, columns: int) -> _Speaker:
    answers = {answer.handbook.id: answer for answer in report.answers}
    n_answered = sum(answer.status is Status.ANSWERED for answer in report.answers)
    return _Speaker(answers, n_answered, report.understood.is_clear, columns, manner)


def _glued(segments: Sequence[Segment]) -> list[Segment]:
    """Give each mark to the words before it, so that no line begins with it."""
    glued: list[Segment] = []
    for segment in filter(lambda one: one.text, segments):
        text = segment.text
        if glued and text[0] in ",;.":
            glued[-1] = Segment(glued[-1].text + text[0], glued[-1].style)
            text = text[1:]
        if text:
            glued.append(Segment(text, segment.style))
    return glued
