"""What the judge says of a pair: the label, how sure it is, and the places and words that it shows for it.

The quotations of both sides are put into the reasoning last (`worded`), so that a comparison can be swapped.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from edgerag.compare.findings import SIGNIFICANCE, Finding, Relation, Span
from edgerag.compare.fitted import calibration
from edgerag.compare.verdict import MAIN_STATEMENT
from edgerag.domain.reports import CONFLICTS, Label, Layer, Significance
from edgerag.language.values import Kind

AGREEMENTS: Final = (Label.CONSISTENT, Label.COMPLEMENTARY)
BOTH: Final = "{both}"
"""Where the reasoning quotes the two sides."""
_LONGEST_QUOTE: Final = 120
OPEN: Final = {
    Relation.CONFLICT: f"What they state differs, perhaps of different things: {BOTH}.",
    Relation.OPPOSITE: f"One says what the other denies, perhaps of different things: {BOTH}.",
    Relation.OTHER_PEOPLE: f"They may speak about different people, conditions or stages: {BOTH}.",
    Relation.ONE_SIDED: "Only one of them states what the question asks.",
    Relation.FOR_OTHERS: f"What one of them states is for other people than those in question: {BOTH}.",
    Relation.UNALIGNED: f"Both state values that cannot be put beside each other: {BOTH}.",
    Relation.SPECIAL_PEOPLE: f"One of them speaks about special people: {BOTH}.",
    Relation.AGREE: f"They state the same values, perhaps of different things: {BOTH}.",
    Relation.EXTRA: f"They state the same values, perhaps of different things: {BOTH}.",
    Relation.NOTHING: "Neither states a value that could be compared.",
}
"""What the reader is told of a pair that stays open."""
_READS: Final = {
    Label.CONSISTENT: "They read as the same recommendation",
    Label.COMPLEMENTARY: "They treat the same subject and differ in what they cover",
    Label.DIVERGENT: "They read as different advice",
    Label.CONTRADICTORY: "One denies or reverses what the other states",
}
"""What the reader is told of a pair that the fitted model decides."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two texts relate as answers to one question."""

    label: Label
    probability: float
    topic: str
    significance: Significance | None
    reasoning: str
    decided_by: Layer
    a: Span | None = None
    """What in the first text decided; None if it was not one place."""
    b: Span | None = None


def swapped(comparison: Comparison) -> Comparison:
    """Give the judgement of the same two texts in the other order; only before it is worded."""
    return replace(comparison, a=comparison.b, b=comparison.a)


def fitted(label: Label, probability: float, finding: Finding, layer: Layer) -> Comparison:
    """Report what the model says, with the places that the typed comparison laid side by side.

    Values that cannot be put beside each other are no difference to show: a model read the whole texts.
    """
    if label in CONFLICTS and finding.relation is Relation.UNALIGNED:
        finding = Finding(Relation.NOTHING)
    sides = f": {BOTH}" if finding.a and finding.b else ""
    reason = f"{_READS[label]}{sides}."
    if label in AGREEMENTS:
        return Comparison(label, probability, "", None, reason, layer, finding.a, finding.b)
    topic = finding.topic or MAIN_STATEMENT
    gravity = SIGNIFICANCE[finding.kind] if finding.kind else Significance.MEDIUM
    return Comparison(label, probability, topic, gravity, reason, layer, finding.a, finding.b)


def conflict_of(finding: Finding) -> Comparison:
    """Report a clash that the typed comparison found."""
    kind = finding.kind or Kind.ACTION
    is_opposite = finding.relation is Relation.OPPOSITE
    label = Label.CONTRADICTORY if is_opposite else Label.DIVERGENT
    how = "They say the opposite" if is_opposite else f"They differ in {finding.topic or kind}"
    return Comparison(
        label,
        calibration().typed[finding.relation],
        finding.topic or str(kind),
        SIGNIFICANCE.get(kind, Significance.LOW),
        f"{how}: {BOTH}.",
        Layer.TYPED,
        finding.a,
        finding.b,
    )


def agreement_of(finding: Finding) -> Comparison:
    """Report values that the typed comparison found the same."""
    is_same = finding.is_exact and finding.relation is Relation.AGREE
    how = "Both state the same" if is_same else "Both can be followed at once"
    return typed_as(Label.CONSISTENT, finding, f"{how}: {BOTH}.")


def typed_as(label: Label, finding: Finding, reason: str) -> Comparison:
    """Report what the typed comparison found, as right as it mostly is."""
    probability = calibration().typed[finding.relation]
    return Comparison(label, probability, "", None, reason, Layer.TYPED, finding.a, finding.b)


def plain(label: Label, probability: float, reason: str, layer: Layer) -> Comparison:
    """Report what no one place decided."""
    return Comparison(label, probability, "", None, reason, layer)


def unchecked(reason: str, finding: Finding | None = None) -> Comparison:
    """Report that nobody could tell, with the places that a reader would look at first."""
    a, b = (finding.a, finding.b) if finding else (None, None)
    return Comparison(Label.NOT_CHECKED, 0.0, "", None, f"{reason} Look at both.", Layer.NONE, a, b)


def worded(comparison: Comparison) -> Comparison:
    """Put both quotations into the reasoning, in the order in which the texts were given."""
    both = f"{_quoted(comparison.a)} against {_quoted(comparison.b)}"
    return replace(comparison, reasoning=comparison.reasoning.replace(BOTH, both))


def _quoted(span: Span | None) -> str:
    """Quote a value, and the strength without which a volume is no amount of a drug."""
    at = f" at “{span.strength}”" if span and span.strength else ""
    return f"“{_short(span)}”{at}"


def _short(span: Span | None) -> str:
    text = span.text if span else "nothing"
    return text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE].rsplit(" ", 1)[0] + " …"
