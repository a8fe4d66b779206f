"""What one statement says of the entities that it names: "give amoxicillin for pneumonia".

1. Entities of one kind that only commas and "and" part are one group: what is said of one is said of each.
2. The words between two groups that follow each other are compared with `cues`.
3. A remedy that the statement forbids is a treatment denied; `language.negation` says what forbids. Nothing
   is read over an exception, or over a bracket, which explains one of the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from edgerag.domain.entities import RelationType
from edgerag.extract.bans import is_only_named
from edgerag.extract.cues import CUES, ILLS, REMEDIES, Cue
from edgerag.language.entities import Named
from edgerag.language.negation import bans_in, forbids, is_turned
from edgerag.language.text import folded

CUE_CONFIDENCE: Final = 0.9
"""Of what the words between two entities say."""
MOST_GROUPS: Final = 40
"""A statement that names more is a list or a damaged table, and no sentence."""
_REACH: Final = 3
"""So many groups further a second entity is looked for: "give A, or B if allergic, for C"."""
_LONGEST_GAP: Final = 120
"""Characters between two entities that still speak of both."""
_CONTEXT_CHARS: Final = 40
"""So far before an entity it is looked at what it is said of."""

_JOINT: Final = re.compile(r"^(?: ?[,/&+] ?(?:and |or )?| and | or | plus | and/or )(?:an? |the )?$")
_EXCEPTED: Final = re.compile(r"\b(?:except|unless|other than|apart from|instead of|rather than)\b")
_TAKEN: Final = re.compile(
    r"\b(?:on|taking|receiving|took|of|sensitive to|monitor\w*|exposed to|previous|prior|past|history of"
    r"|dose of|reduce|adjust\w*)(?: (?:the|a|an|long-term|oral|high-dose))* $"
)
"""Before a remedy, beside what tells that it is only named: somebody has it already."""
_ORDER: Final = re.compile(
    r"\b(?:give|use|start|prescribe|take|treat|switch to|replace with|instead|rather|but)\b"
)
"""Between a ban and a remedy: the ban is over."""
_BAN_CHARS: Final = 6
"""Of a ban's own verb after it: "do not give"."""
_INTOLERANCE: Final = re.compile(r"allerg\w*|hypersensitiv\w*|anaphyla\w*")
_OF_DRUG: Final = re.compile(r"\b(?:if|drug|\w+cillin|known|history of)\b[^.;]*$")


@dataclass(frozen=True, slots=True)
class Said:
    """How one entity is related to another, without the place where it stands."""

    source: Named
    type: RelationType
    target: Named
    is_denied: bool
    confidence: float


def said(text: str, named: Sequence[Named]) -> Iterator[Said]:
    """Read how the words of a statement relate the entities that it names."""
    low = folded(text)
    groups = joined(low, named)
    if len(groups) > MOST_GROUPS:
        return
    denied = denied_remedies(text, named)
    for index, first in enumerate(groups):
        for second in groups[index + 1 : index + 1 + _REACH]:
            gap = low[first[-1].end : second[0].start]
            if len(gap) > _LONGEST_GAP:
                break
            cue = _matching(low, gap, first, second)
            if cue is not None:
                yield from _each(cue, (first, second), gap, low, denied)


def joined(low: str, named: Sequence[Named]) -> list[list[Named]]:
    """Put together what only commas and "and" part, if it is of one kind."""
    groups: list[list[Named]] = []
    for entity in named:
        last = groups[-1][-1] if groups else None
        if last and _kind(last) == _kind(entity) and _are_joined(low, last, entity):
            groups[-1].append(entity)
        else:
            groups.append([entity])
    return groups


def denied_remedies(text: str, named: Sequence[Named]) -> frozenset[Named]:
    """Give the remedies that a statement forbids: those after a ban, or before one that looks back."""
    if not forbids(text):
        return frozenset()
    low, bans = folded(text), bans_in(text)
    remedies = [entity for entity in named if entity.type in REMEDIES]
    return frozenset(r for r in remedies if any(_is_reached(low, ban, r, remedies) for ban in bans))


def is_taken(low: str, remedy: Named) -> bool:
    """Whether a statement speaks of somebody who has a remedy already, or cannot have it."""
    before = low[max(0, remedy.start - _CONTEXT_CHARS) : remedy.start]
    return is_only_named(low, remedy.start, remedy.end) or _TAKEN.search(before) is not None


def _matching(low: str, gap: str, first: Sequence[Named], second: Sequence[Named]) -> Cue | None:
    if _EXCEPTED.search(gap) or gap.count("(") != gap.count(")"):
        return None
    before = low[max(0, first[0].start - _CONTEXT_CHARS) : first[0].start]
    return next(
        (
            cue
            for cue in CUES
            if first[0].type in cue.firsts
            and second[0].type in cue.seconds
            and cue.between.match(gap)
            and (cue.after is None or cue.after.search(before))
        ),
        None,
    )


def _each(
    cue: Cue, groups: tuple[Sequence[Named], Sequence[Named]], gap: str, low: str, denied: frozenset[Named]
) -> Iterator[Said]:
    """Say of each of one group what the cue says of it and of each of the other."""
    sources, targets = reversed(groups) if cue.is_reversed else groups
    is_turned_here = cue.may_be_denied and is_turned(gap)
    is_treatment = cue.type is RelationType.TREATS
    for source in sources:
        is_banned = source in denied
        if (cue.is_ban and not is_banned) or (is_treatment and is_taken(low, source)):
            continue
        for target in targets:
            if _is_same(source, target) or (is_treatment and _is_intolerance(low, target)):
                continue
            is_denied = is_banned if is_treatment else is_turned_here
            yield Said(source, cue.type, target, is_denied, CUE_CONFIDENCE)


def _is_same(one: Named, other: Named) -> bool:
    return (one.type, one.name) == (other.type, other.name)


def _is_intolerance(low: str, ill: Named) -> bool:
    """Whether an ill is why another remedy is given, not what is treated: "if allergic, give ..."."""
    before = low[max(0, ill.start - _CONTEXT_CHARS) : ill.start]
    return _INTOLERANCE.fullmatch(low[ill.start : ill.end]) is not None and bool(_OF_DRUG.search(before))


def _is_reached(low: str, ban: tuple[int, int], remedy: Named, remedies: Sequence[Named]) -> bool:
    """Whether a ban's words reach a remedy: nothing between orders the contrary or is of another."""
    start, end = ban
    if end <= remedy.start:
        ordered = _ORDER.search(low, min(end + _BAN_CHARS, remedy.start), remedy.start)
        return ordered is None and re.search(r"[.;|]", low[end : remedy.start]) is None
    between = low[remedy.end : start]
    is_other = any(remedy.end <= other.start < start for other in remedies) and "," not in between
    is_bracketed = between.count("(") > between.count(")")
    return not is_other and not is_bracketed and re.search(r"[.;:]", between) is None


def _are_joined(low: str, last: Named, entity: Named) -> bool:
    return entity.start <= last.end or _JOINT.match(low[last.end : entity.start]) is not None


def _kind(entity: Named) -> str:
    """Tell remedies from ills from everything else."""
    if entity.type in REMEDIES:
        return "remedy"
    return "ill" if entity.type in ILLS else entity.type
