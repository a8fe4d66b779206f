"""The map of differences as lines, for people and for pipes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from edgerag.domain.differences import DifferenceGroup, DifferingPair, GroupRelation, Side
from edgerag.present.amounts import count
from edgerag.present.inert import one_line
from edgerag.present.lines import Line, Segment, Style, paragraph, shorten
from edgerag.present.wording import name

_NAME_COLUMNS = 40
_SUBJECT_COLUMNS = 17
_VALUE_COLUMNS = 11
_STYLES = {
    GroupRelation.OPPOSED: Style.DISAGREE,
    GroupRelation.DIFFERING: Style.DISAGREE,
    GroupRelation.AGREED: Style.AGREE,
    GroupRelation.ONLY_ONE: Style.UNSURE,
    GroupRelation.NOT_COMPARABLE: Style.DIM,
    GroupRelation.DROPPED: Style.UNSURE,
    GroupRelation.NEW: Style.UNSURE,
}
PAIRS_SHOWN = 3
"""Pairs of one group that are shown in full."""


def group_title(group: DifferenceGroup) -> str:
    """Say what a group is about: "adrenaline: dose (child)"."""
    people = f" ({', '.join(group.people)})" if group.people else ""
    subject = _subject(group)
    illness = f" for {group.illness}" if group.illness and group.illness != group.subject else ""
    return f"{subject}{illness}: {group.attribute}{people}"


def _subject(group: DifferenceGroup) -> str:
    return group.subject.replace("-", " ") or "not named"


def differences_lines(groups: Iterable[DifferenceGroup], width: int) -> Iterator[Line]:
    """Lay the groups out in lines of at most `width` columns, a few pairs of each."""
    for number, group in enumerate(groups, start=1):
        yield from _head(f"{number}. {group_title(group)}", group, width)
        yield from _pair_lines(_of_all(group.pairs)[:PAIRS_SHOWN], width)
        yield from _undisputed_lines(group, width)
        n_more = len(group.pairs) - PAIRS_SHOWN
        if n_more > 0:
            yield (Segment(f"   and {count(n_more, 'more pair')}", Style.DIM),)
            yield ()


def _of_all(pairs: Sequence[DifferingPair]) -> list[DifferingPair]:
    """Put the surest pair of every two handbooks before a second one of the same two."""
    n_before: Counter[frozenset[str]] = Counter()
    turns = []
    for pair in pairs:
        both = frozenset((pair.a.handbook.id, pair.b.handbook.id))
        turns.append(n_before[both])
        n_before[both] += 1
    return [pair for _, pair in sorted(zip(turns, pairs, strict=True), key=lambda one: one[0])]


def group_lines(group: DifferenceGroup, width: int) -> list[Line]:
    """Lay one group out whole."""
    shown = (*_pair_lines(group.pairs, width), *_undisputed_lines(group, width))
    return [*_head(group_title(group), group, width), *shown]


def _head(title: str, group: DifferenceGroup, width: int) -> list[Line]:
    books = count(len(group.handbooks), "handbook")
    head = [
        Segment(title, Style.TITLE),
        Segment(f"  {group.relation}", _STYLES[group.relation]),
        Segment(f"  {books}, significance: {group.significance}", Style.DIM),
    ]
    return paragraph(head, width)


def _undisputed_lines(group: DifferenceGroup, width: int) -> Iterator[Line]:
    """Quote one statement of each handbook, and name those that are silent."""
    for side in group.stated:
        yield from side_lines(side, width)
    if group.stated and group.silent:
        books = ", ".join(name(book, _NAME_COLUMNS) for book in group.silent)
        said = f"on {group.illness} too, and nothing of the kind was found: {books}"
        yield from paragraph([Segment(said, Style.ABSENT)], width, indent=3)
    if group.stated:
        yield ()


def counts_line(counts: Mapping[GroupRelation, int]) -> str:
    """Say how many groups stand in each way that some do: "2 opposed, 14 differing, 9 agreed"."""
    return ", ".join(f"{n_groups} {relation}" for relation, n_groups in counts.items() if n_groups) or "none"


def _pair_lines(pairs: Sequence[DifferingPair], width: int) -> Iterator[Line]:
    """Quote a statement once, and under it every other that differs from it."""
    n_pairs = Counter(side for pair in pairs for side in (pair.a, pair.b))
    against: dict[Side, list[Side]] = {}
    for pair in pairs:
        stated, other = (pair.a, pair.b) if n_pairs[pair.a] >= n_pairs[pair.b] else (pair.b, pair.a)
        against.setdefault(stated, []).append(other)
    for stated, others in against.items():
        yield from side_lines(stated, width)
        if len(others) > 1:
            yield (Segment("   differs from each of", Style.DIM),)
        for other in others:
            yield from side_lines(other, width)
        yield ()


COLUMNS = ("subject", "what", "books", "values")


def row(group: DifferenceGroup) -> tuple[str, str, str, str]:
    """Give a group as cells under `COLUMNS`; "!" marks one that forbids what another tells to do.

    The values are those of its surest pair: of one subject there may be several groups.
    """
    what = f"{group.attribute}{'!' if group.relation is GroupRelation.OPPOSED else ''}"
    sides = [side for pair in group.pairs[:1] for side in (pair.a, pair.b)]
    is_one_strength = len({side.strength for side in sides}) == 1
    amounts = (one_line(side.value if is_one_strength else side.amount) for side in sides)
    values = " x ".join(shorten(amount, _VALUE_COLUMNS) for amount in amounts if amount)
    return shorten(_subject(group), _SUBJECT_COLUMNS), what, str(len(group.handbooks)), values


def words_of(group: DifferenceGroup) -> str:
    """Give all that a group says, in small letters, to look for words in."""
    sides = [*(side for pair in group.pairs for side in (pair.a, pair.b)), *group.stated]
    about = (group_title(group), group.relation.value)
    said = (*about, *(f"{name(side.handbook)} {_place(side)} {side.quote}" for side in sides))
    return one_line(" ".join(said)).casefold()


def side_lines(side: Side, width: int) -> list[Line]:
    """Say what one handbook states, with what differs marked, and where."""
    quote, value = one_line(side.quote), one_line(side.value)
    before, found, after = quote.partition(value) if value else (quote, "", "")
    where = Segment(source(side), Style.DIM)
    parts = (Segment(before, Style.QUOTE), Segment(found, Style.MARKED), Segment(after, Style.QUOTE))
    said = [part for part in parts if part.text]
    return [*paragraph([where], width, indent=3), *paragraph(said, width, indent=5)]


def source(side: Side) -> str:
    """Name the handbook, the page and the heading of a quotation."""
    return f"{name(side.handbook, _NAME_COLUMNS)}{_place(side)}"


def _place(side: Side) -> str:
    page = "" if side.page_number is None else f", p. {side.page_number}"
    return f"{page}, {one_line(side.heading)}"


def columns(pair: DifferingPair) -> Sequence[str]:
    """Give a pair as cells: label, then handbook, page, heading, value and quotation of both sides."""
    sides = [
        (s.handbook.title, str(s.page_number or ""), s.heading, s.value, s.quote) for s in (pair.a, pair.b)
    ]
    return [pair.label.value, *sides[0], *sides[1]]


_SIDE = ("handbook", "page", "heading", "value", "quotation")
HEADERS = (
    *("subject", "attribute", "people", "significance", "label"),
    *(f"{what} {side}" for side in "AB" for what in _SIDE),
)


def rows(groups: Iterable[DifferenceGroup]) -> Iterator[Sequence[str]]:
    """Give every pair as one row under `HEADERS`."""
    for group in groups:
        about = (group.subject, group.attribute, ", ".join(group.people), group.significance.value)
        for pair in group.pairs:
            yield (*about, *columns(pair))
