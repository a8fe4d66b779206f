"""How one handbook's answer stands to all others, in a sign and a word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from edgerag.domain.answers import Status
from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import CONFLICTS, Judgement, Label, Report
from edgerag.present.lines import Style


@dataclass(frozen=True, slots=True)
class Standing:
    """What a card says before the handbook's name; no meaning rests on the colour."""

    sign: str
    word: str
    style: Style


DISAGREES = Standing("!", "DISAGREES", Style.DISAGREE)
MAY_DISAGREE = Standing("!", "MAY DISAGREE", Style.UNSURE)
AGREES = Standing("=", "AGREES", Style.AGREE)
NOT_COMPARED = Standing("?", "NOT CHECKED", Style.UNSURE)
ALONE = Standing("1", "ANSWERS ALONE", Style.UNSURE)

Standings = Mapping[HandbookId, Standing]


def standings(report: Report) -> Standings:
    """Say of each handbook that answers how it stands to the others that do; one conflict outweighs all."""
    answered = {answer.handbook.id for answer in report.answers if answer.status is Status.ANSWERED}
    if len(answered) == 1:
        return dict.fromkeys(answered, ALONE)
    pairs: dict[HandbookId, list[Judgement]] = {handbook: [] for handbook in answered}
    for pair in report.pairs:
        if pair.a in answered and pair.b in answered:
            pairs[pair.a].append(pair)
            pairs[pair.b].append(pair)
    return {handbook: _standing(seen) for handbook, seen in pairs.items()}


def _standing(pairs: Sequence[Judgement]) -> Standing:
    labels = {pair.label for pair in pairs}
    if labels & CONFLICTS:
        is_sure = any(pair.label in CONFLICTS and not pair.is_doubtful for pair in pairs)
        return DISAGREES if is_sure else MAY_DISAGREE
    return NOT_COMPARED if Label.NOT_CHECKED in labels or not labels else AGREES
