"""What the relation model may change of a verdict: how two texts relate as answers, and when it is asked."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from edgerag.compare.comparison import AGREEMENTS, OPEN, Comparison, fitted, unchecked
from edgerag.compare.findings import AGREEING, CLASHING, Finding, Relation, stated_at
from edgerag.compare.fitted import calibration
from edgerag.compare.overlap import figures, has_ban
from edgerag.compare.pair import Pair
from edgerag.compare.similarity import Answering
from edgerag.compare.weighing import conflict_share, read_as, weighed
from edgerag.domain.reports import CONFLICTS, Label, Layer
from edgerag.language.values import Kind

_AMOUNTS: Final = frozenset({Kind.DOSE, Kind.FREQUENCY})
"""Kinds of which the typed comparison is right nine times of ten, whatever the texts are."""
_SETTLING: Final = frozenset({Relation.AGREE, Relation.CONFLICT})
"""Where both state a value of one kind, the same or not."""
_UNLIKE: Final = CLASHING | {Relation.ONE_SIDED}
"""Where values clash, or those that are asked for are on one side alone, no model makes them the same."""


def related(judged: Comparison, finding: Finding, pair: Pair) -> Comparison:
    """Weigh what was judged with how the texts relate as answers, if a model says so.

    What the typed comparison found stands unless the opposite is likely enough to be said. Where the model
    reads but a part of what was compared, it can only take back that both agree.
    """
    answering = None if Layer.RELATION in pair.without else answering_of(judged, finding, pair)
    if answering is None:
        return judged
    is_typed = judged.decided_by is Layer.TYPED
    label, probability = weighed(judged.label, answering, is_typed=is_typed)
    if is_typed and label in CONFLICTS and judged.label in CONFLICTS:
        return replace(judged, probability=probability)  # what clashes says how
    if label not in CONFLICTS and _is_doubted(judged, answering, finding, pair):
        return unchecked(f"{OPEN[finding.relation]} The models that read them do not agree.", finding)
    if label is judged.label:
        return judged if label is Label.NOT_CHECKED else replace(judged, probability=probability)
    if (label is Label.NOT_CHECKED and is_typed) or (label in AGREEMENTS and not pair.is_short):
        return judged
    if not pair.is_short or not _may_say(label, finding, pair):
        return unchecked(f"{OPEN[finding.relation]} The models that read them do not agree.", finding)
    return fitted(label, probability, finding, Layer.RELATION)


def _is_doubted(judged: Comparison, answering: Answering, finding: Finding, pair: Pair) -> bool:
    """Whether two texts that state one value are held to differ: by less where nobody asks for that value."""
    if judged.decided_by is not Layer.TYPED or judged.label is not Label.CONSISTENT or not pair.is_short:
        return False
    floor = "doubted" if finding.kind in pair.asked.kinds else "doubted_unasked"
    return conflict_share(answering) >= calibration().floors[floor]


def _may_say(label: Label, finding: Finding, pair: Pair) -> bool:
    """Whether models may give a pair a label that the layers before did not.

    Two texts are not the same where values clash, where one alone states what is asked for, and where one
    alone forbids something.
    """
    if label in CONFLICTS:
        return not _is_same_value(finding)
    if label is Label.CONSISTENT:
        is_unlike = finding.relation in _UNLIKE or _is_other_figure(finding)
        return not is_unlike and has_ban(pair.a) == has_ban(pair.b)
    return label is not Label.NOT_CHECKED


def _is_same_value(finding: Finding) -> bool:
    """Whether what would be shown of a difference is one value on both sides: "3 weeks" against "3 weeks"."""
    return finding.relation in AGREEING and finding.is_exact and finding.kind is not Kind.ACTION


def _is_other_figure(finding: Finding) -> bool:
    """Whether what both state has one unit and no figure in common: "0.25 mg/kg" against "0.5 mg/kg"."""
    if finding.relation in AGREEING or not finding.a or not finding.b:
        return False
    told = figures(finding.a.text), figures(finding.b.text)
    units = ["".join(filter(str.isalpha, span.text)).lower() for span in (finding.a, finding.b)]
    return all(told) and not told[0] & told[1] and units[0] == units[1]


def answering_of(judged: Comparison, finding: Finding, pair: Pair) -> Answering | None:
    """Say how two texts relate as answers; None where that is not for the relation model to say.

    So it is where amounts that are asked for are alike or clash, or one of them is for other people, where it
    would read but a part and models do not hold that both agree, and of what was found, which is for the
    entailment model.
    """
    is_agreed = judged.label in AGREEMENTS and judged.decided_by is not Layer.TYPED
    if _is_settled(judged, finding, pair) or _is_of_findings(pair):
        return None
    if not pair.is_short and not is_agreed:
        return None
    return pair.similarity.answering(pair.asked.text, *map(read_as, pair.focused))


def _is_settled(judged: Comparison, finding: Finding, pair: Pair) -> bool:
    """Whether the typed comparison judged by amounts that are asked for, or left these open.

    The same amount settles nothing where one text alone forbids it.
    """
    if finding.relation is Relation.FOR_OTHERS:
        return True
    if finding.relation is Relation.AGREE and _is_forbidden_once(finding, pair):
        return False
    is_of_amounts = finding.kind in _AMOUNTS.intersection(pair.asked.kinds)
    return judged.decided_by is Layer.TYPED and finding.relation in _SETTLING and is_of_amounts


def _is_forbidden_once(finding: Finding, pair: Pair) -> bool:
    return has_ban(stated_at(pair.a, finding.a)) != has_ban(stated_at(pair.b, finding.b))


def _is_of_findings(pair: Pair) -> bool:
    """Whether it is asked what is so, to be answered with yes or no or by what somebody found.

    "How is it given?" asks for no value either, and is answered as handbooks answer: by what to do. So is a
    question for yes or no where a text tells to do something.
    """
    asked = pair.asked
    orders = any(said.is_order for text in (pair.a, pair.b) for said in text)
    is_claimed = (asked.is_yes_or_no and not orders) or asked.text.rstrip().endswith(".")
    directing = (any(said.is_directive for said in text) for text in (pair.a, pair.b))
    return asked.is_claim and (is_claimed or not all(directing))
