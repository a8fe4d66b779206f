"""What the typed comparison can find out about two texts, and where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from edgerag.domain.reports import Significance
from edgerag.language.quantities import Dimension
from edgerag.language.reading import Statement
from edgerag.language.values import Kind, Value


class Relation(StrEnum):
    """How two texts, or two statements, stand to each other."""

    CONFLICT = "conflict"
    OPPOSITE = "opposite"
    """One says to do what the other says not to do."""
    OTHER_PEOPLE = "other people"
    """They differ, and nobody belongs to both the people that they speak about."""
    SPECIAL_PEOPLE = "special people"
    """They differ, and one speaks about special people whom the other does not name."""
    EXTRA = "extra"
    """What both state agrees, and one states more."""
    AGREE = "agree"
    FOR_OTHERS = "for others"
    """One states what is asked for, but only for people who are not those in question."""
    UNALIGNED = "unaligned"
    """Both state values, and these cannot be put beside each other."""
    ONE_SIDED = "one-sided"
    """Only one states what the question asks."""
    NOTHING = "nothing"
    """Neither states anything typed that the question asks."""


AGREEING: Final = frozenset({Relation.AGREE, Relation.EXTRA})
CLASHING: Final = frozenset({Relation.CONFLICT, Relation.OPPOSITE})

APART: Final = frozenset({Relation.OTHER_PEOPLE, Relation.SPECIAL_PEOPLE})
_GRAVITY: Final = (
    Relation.OPPOSITE,
    Relation.CONFLICT,
    Relation.SPECIAL_PEOPLE,
    Relation.FOR_OTHERS,
    Relation.UNALIGNED,
    Relation.OTHER_PEOPLE,
    Relation.ONE_SIDED,
    Relation.EXTRA,
    Relation.AGREE,
    Relation.NOTHING,
)
"""The gravest first: clashes, then what cannot be judged, then what can be followed at once."""


@dataclass(frozen=True, slots=True)
class Span:
    """Characters of a text that state something."""

    start: int
    end: int
    text: str
    strength: str = ""
    """The words elsewhere in the text that say how much of the drug it holds, if it was compared by that."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of the typed comparison."""

    relation: Relation
    kind: Kind | None = None
    topic: str = ""
    a: Span | None = None
    b: Span | None = None
    share: float = 1.0
    """How much of what the two texts say to the question bears the relation out, 0 to 1."""
    is_exact: bool = True
    """Whether values that agree are the same, and not one of them in the range of the other."""

    def flipped(self) -> Finding:
        """Give the same finding with the texts in the other order."""
        return replace(self, a=self.b, b=self.a)


def foremost(findings: Iterable[Finding]) -> Finding:
    """Choose one of findings that count alike, whichever text comes first: the gravest, then the earliest."""
    return min(findings, key=_rank)


def _rank(finding: Finding) -> tuple[int, bool, int, list[tuple[int, str]], str]:
    spans = [span for span in (finding.a, finding.b) if span is not None]
    places = sorted((span.start, span.text) for span in spans)
    early = sum(span.start for span in spans)
    return _GRAVITY.index(finding.relation), not finding.is_exact, early, places, finding.topic


SIGNIFICANCE: Final[dict[Kind, Significance]] = {
    Kind.DOSE: Significance.HIGH,
    Kind.THRESHOLD: Significance.HIGH,
    Kind.ROUTE: Significance.HIGH,
    Kind.DRUG: Significance.HIGH,
    Kind.STRENGTH: Significance.HIGH,
    Kind.ACTION: Significance.HIGH,
    Kind.DURATION: Significance.MEDIUM,
    Kind.FREQUENCY: Significance.MEDIUM,
    Kind.COUNT: Significance.MEDIUM,
    Kind.AGE: Significance.MEDIUM,
    Kind.TIMING: Significance.MEDIUM,
    Kind.WEIGHT: Significance.MEDIUM,
}
"""How much a difference of each kind could hurt: of all kinds, for the fitted model may find one in any."""


_LONGEST_BANNED: Final = 120
"""Characters of what forbids several things, with one of them; of a longer list the rest is left out."""
_COUNTED_NAMES: Final = {str(Dimension.CELLS): "CD4", str(Dimension.COPIES): "viral load"}


def of_values(relation: Relation, kind: Kind, x: Value, y: Value) -> Finding:
    """Report on two values."""
    named = min(x, y, key=lambda value: (not value.drug, value.drug, value.unit))
    return Finding(relation, kind, value_topic(kind, named), value_span(x), value_span(y))


def value_topic(kind: Kind, value: Value) -> str:
    """Name what a value is about: "CD4 threshold", "adrenaline dose"."""
    if kind is Kind.THRESHOLD:
        named = _COUNTED_NAMES.get(value.unit) or value.unit.rpartition(" ")[2]
        return f"{named} threshold"
    return f"{value.drug} {kind}".strip()


def value_span(value: Value) -> Span:
    """Give the characters of a value."""
    return Span(value.start, value.end, value.text, value.strength)


def stated_at(statements: Sequence[Statement], span: Span | None) -> list[Statement]:
    """Give the statement that a place is in; nothing if there is no place."""
    return [said for said in statements if span is not None and said.start <= span.start < said.end]


def statement_span(statement: Statement) -> Span:
    """Give the characters of a statement, in one line, and never those of a ban without what forbids it."""
    text = " ".join(f"{statement.ban} {statement.text}".split())
    if len(text) > _LONGEST_BANNED:
        text = " ".join([*statement.ban.splitlines()[:1], "…" * bool(statement.ban), statement.text]).strip()
    return Span(statement.start, statement.end, " ".join(text.split()))
