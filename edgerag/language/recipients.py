"""For whom a value is meant, by where people are named around it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from edgerag.language.clauses import has_figure
from edgerag.language.cues import Cue
from edgerag.language.governing import TIED, Governing
from edgerag.language.names import Mention
from edgerag.language.sentences import cell_of, is_record
from edgerag.language.values import Value

_LONGEST_JOINT: Final = 25
"""Characters between people for whom one value is."""
_LINKS: Final = frozenset({"in", "for", "if", "a", "an", "the"})
_BORN: Final = re.compile(r"\s(?:is|has been|was)\s(?:born|delivered|out)\b|'s\s(?:birth|delivery)\b")
_BIRTH_OF: Final = re.compile(r"\b(?:birth|delivery|delivering)\s(?:of\s)?(?:the|her|a)\s\Z")
_REASON: Final = re.compile(r"\b(?:since|because|as)\s(?:it|they|this|these|that)\b[^.;:|]*\Z")
"""Up to who is named as harmed or helped: "not given, since it can harm the newborn"."""
_EXCEPT: Final = re.compile(r"\b(?:unless|except|excluding|other than|apart from)\b")
_OTHERS: Final = re.compile(r"\b(?:otherwise|(?:all|for) others|everyone else)\b")


def recipients(
    values: Sequence[Value], populations: Sequence[Mention], low: str
) -> Callable[[Value], frozenset[str]]:
    """Make the function that tells for whom a value of a statement is meant; for nobody by name if empty.

    Args:
        values: all values of the statement, in its order.
        populations: the people that it speaks about, in its order.
        low: its text, folded.
    """
    heard = _meant(populations, low)
    if not heard:
        return lambda _: frozenset()
    if is_record(low):
        return lambda value: _of_cell(value, heard, low)
    row_head = low.find("|", 2) if low.lstrip().startswith("|") else len(low)
    governing = Governing(values, heard, low, _is_tied)

    def people_of(value: Value) -> frozenset[str]:
        cell = low.rfind("|", 0, value.start)
        of_row = [one for one in heard if one.start < row_head or one.start > cell]
        return _people_of(value, governing.heard(value, of_row), governing, low)

    return people_of


def named_alone(populations: Sequence[Mention], low: str) -> frozenset[str]:
    """Give the people that a statement is about, without those named as included or excepted."""
    return frozenset(mention.name for mention in _meant(populations, low))


def _meant(populations: Sequence[Mention], low: str) -> list[Mention]:
    beside = (_is_beside, _is_being_born, _is_in_reason)
    return [one for one in populations if not any(is_so(one, low) for is_so in beside)]


def _people_of(
    value: Value, heard: Sequence[Mention], governing: Governing[Mention], low: str
) -> frozenset[str]:
    """Give whom a value is meant for: of those who are heard there, all whom nothing ties to another."""
    chosen = governing.governor(value, heard)
    if chosen is None:
        after = next((one for one in heard if one.start >= value.end), None)
        if after and (governing.has_another(after, value) or _EXCEPT.search(low, value.end, after.start)):
            return frozenset()
        return frozenset(mention.name for mention in heard)
    if chosen.start < value.start:
        if _OTHERS.search(low, chosen.end, value.start):
            return frozenset()
        near = [m for m in heard if m.end <= chosen.start and _are_together(m, chosen, governing, low)]
        joined = [m for m in near if governing.has_before(chosen) or not governing.has_before(m)]
    else:
        near = [m for m in heard if m.start > chosen.start and _are_together(chosen, m, governing, low)]
        joined = [m for m in near if not governing.leads(m)]
    return frozenset(mention.name for mention in (chosen, *joined))


def _is_tied(gap: str, _: Mention) -> bool:
    return TIED.fullmatch(gap) is not None and _EXCEPT.search(gap) is None


def _are_together(first: Mention, second: Mention, governing: Governing[Mention], low: str) -> bool:
    gap = low[first.end : second.start]
    return len(gap) <= _LONGEST_JOINT and not has_figure(gap) and not governing.parts(first, second)


def _of_cell(value: Value, heard: Sequence[Mention], low: str) -> frozenset[str]:
    """Give whom a value of a row of data is meant for; "not in pregnancy" is meant for nobody.

    These are the people of its own cell, else those of cells without a figure.
    """
    own = cell_of(value.start, low)
    beside = [one for one in heard if cell_of(one.start, low) == own]
    apart = [one for one in heard if not _is_denied(low[slice(*cell_of(one.start, low))])]
    return frozenset(mention.name for mention in beside or apart)


def _is_denied(cell: str) -> bool:
    """Whether a cell tells a value of its own, or for whom a medicine is not: "Pregnancy: avoid"."""
    return has_figure(cell) or any(Cue.FORBIDS_CELL.opens(part.lstrip()) for part in cell.split(":")[1:])


def _is_beside(people: Mention, low: str) -> bool:
    """Whether people are named without a value being meant for them alone: "also in pregnancy"."""
    return Cue.BESIDES.precedes(low, people.start, most=1, over=_LINKS.__contains__, signs=".")


def _is_being_born(people: Mention, low: str) -> bool:
    """Whether a child is named to tell when: "after the baby is born", "at the birth of the baby"."""
    return bool(_BORN.match(low, people.end)) or bool(_BIRTH_OF.search(low, 0, people.start))


def _is_in_reason(people: Mention, low: str) -> bool:
    """Whether people are named to tell why: "since it can harm the newborn"."""
    return bool(_REASON.search(low, 0, people.start))
