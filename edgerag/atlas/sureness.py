"""How surely two statements that differ speak of one thing: the probability that a reader finds a difference.

    sureness = 1 / (1 + exp(-(b + w . signs)))

    passages    the cosine of their passages
    words       the share of their words that both have, each counted by its rarity (`Rarity.shared`)
    headings    the same of the two nearest headings over each
    illness     1 if headings of both name an illness that is the same
    mutual      1 if each is the other's likeliest counterpart
    case        1 if they are for another line, trimester or history of treatment, or one for a severe case
    overlap     1 if what differs is a range of one and a value of the other within it
    ratio       |ln(middle of one value / middle of the other)|, `MOST_RATIO` at most: values of two things
                are often far apart
    agreeing    1 if both state another value of the same kind and medicine alike
    doubtful    1 if a handbook states elsewhere, as alike, what the other does, or knows its choice

Where a sign cannot be told it is 0. One alone excludes nothing: handbooks name illnesses in other words. How
rare a word is, is counted in all that the library states.

Fitted by `packaging/training/fit_sureness.py` on pairs of 20 handbooks that were read one by one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from edgerag.atlas.homologous import Difference
from edgerag.atlas.likeness import Rarity
from edgerag.atlas.stated import Stated
from edgerag.compare.findings import Span
from edgerag.language.claims import Claim
from edgerag.language.quantities import Interval
from edgerag.language.values import Value

SIGNS: Final = (
    "passages", "words", "headings", "illness", "mutual", "case", "overlap", "ratio", "agreeing", "doubtful",
)  # fmt: skip
INTERCEPT: Final = -6.51
WEIGHTS: Final = (5.37, 1.54, 1.59, 0.64, 0.79, -1.25, -0.39, -0.55, 0.76, -1.48)
"""In the order of `SIGNS`; printed by `packaging/training/fit_sureness.py`."""
MOST_RATIO: Final = 3.0

_CASES: Final = ("line", "history", "trimester")
"""Axes of which a case named by one alone leaves the other's open, and mostly is another."""
_SEVERE: Final = ("severity", "severe")


class Sureness:
    """Knows how rare each word is in a library."""

    def __init__(self, stated: Sequence[Stated]) -> None:
        """Count the words of all that handbooks state."""
        self._words = Rarity(one.claim.terms for one in stated)
        self._headings = Rarity(one.headings for one in stated)

    def of(self, difference: Difference) -> float:
        """Give the probability that two statements speak of one thing and differ, 0 to 1."""
        weighed = zip(WEIGHTS, self.signs(difference), strict=True)
        return 1 / (1 + math.exp(-INTERCEPT - math.fsum(weight * sign for weight, sign in weighed)))

    def signs(self, difference: Difference) -> tuple[float, ...]:
        """Give what speaks for and against two statements of the library, in the order of `SIGNS`."""
        a, b, finding = difference.a, difference.b, difference.finding
        x, y = _differing(a.claim, finding.a), _differing(b.claim, finding.b)
        return (
            float(a.passage @ b.passage),
            self._words.shared(a.claim.terms, b.claim.terms),
            self._headings.shared(a.headings, b.headings),
            float(not a.claim.topics.isdisjoint(b.claim.topics)),
            float(difference.is_mutual),
            float(_is_for_another_case(a.claim, b.claim)),
            float(_overlap(x, y)),
            _ratio(x, y),
            float(_agree_on_another(a.claim, b.claim, x, y)),
            float(difference.is_doubtful),
        )


def _differing(claim: Claim, span: Span | None) -> Value | None:
    """Give the value of a claim that differs, if it is one."""
    if span is None:
        return None
    return next((one for one in claim.values if (one.start, one.end) == (span.start, span.end)), None)


def _is_for_another_case(a: Claim, b: Claim) -> bool:
    apart = {axis for axis, _ in a.situation ^ b.situation}
    return not apart.isdisjoint(_CASES) or (_SEVERE in a.situation) is not (_SEVERE in b.situation)


def _overlap(x: Value | None, y: Value | None) -> bool:
    return x is not None and y is not None and x.unit == y.unit and not x.interval.is_apart(y.interval)


def _ratio(x: Value | None, y: Value | None) -> float:
    if x is None or y is None or x.unit != y.unit:
        return 0.0
    one, other = _middle(x.interval), _middle(y.interval)
    return min(abs(math.log(one / other)), MOST_RATIO) if one > 0 and other > 0 else 0.0


def _middle(interval: Interval) -> float:
    """Give the middle of an interval, or the end that it has; 0 if it has none."""
    ends = [float(end) for end in (interval.low, interval.high) if end is not None]
    return math.fsum(ends) / len(ends) if ends else 0.0


def _agree_on_another(a: Claim, b: Claim, x: Value | None, y: Value | None) -> bool:
    """Whether two claims state the same of something besides what differs."""
    said = {(one.kind, one.unit, one.drug, one.interval) for one in a.values if one is not x}
    return any((one.kind, one.unit, one.drug, one.interval) in said for one in b.values if one is not y)
