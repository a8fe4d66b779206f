"""What handbooks state of one thing, in words that can be shown: differently, alike, or only one of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from edgerag.domain.answers import Citation
from edgerag.domain.handbooks import Handbook
from edgerag.domain.reports import Label, Significance


class GroupRelation(StrEnum):
    """How handbooks stand that state something of one thing."""

    OPPOSED = "opposed"
    """One forbids what another tells to do."""
    DIFFERING = "differing"
    AGREED = "agreed"
    ONLY_ONE = "only in one handbook"
    """Others treat the same illness, and state nothing of the kind."""
    NOT_COMPARABLE = "not comparable"
    """No two statements are for the same people and situation."""
    DROPPED = "dropped"
    """The older of two editions states it; the newer, on the same illness, nothing of the kind."""
    NEW = "new"
    """The newer of two editions states it; the older, on the same illness, nothing of the kind."""


@dataclass(frozen=True, slots=True)
class Side:
    """What one handbook states, and where."""

    handbook: Handbook
    citation: Citation
    value: str
    """The words of the quotation that differ; empty where the whole of it does."""
    strength: str = ""
    """The words of the quotation that say how much of the medicine the value holds, if it differs by that."""

    @property
    def quote(self) -> str:
        """The quotation, verbatim from the stored page."""
        return self.citation.quote

    @property
    def amount(self) -> str:
        """What differs, with the strength without which a volume is no amount of a medicine."""
        return f"{self.value} {self.strength}".strip()

    @property
    def page_number(self) -> int | None:
        """The page to turn to; None where the format has no pages."""
        return self.citation.page

    @property
    def heading(self) -> str:
        """The heading that the quotation stands under."""
        return self.citation.section.rpartition(" > ")[2]


@dataclass(frozen=True, slots=True)
class DifferingPair:
    """Two quotations that cannot both be followed; the label is one of `reports.CONFLICTS`."""

    label: Label
    likeness: float
    """How alike the statements are besides what differs, 0 to 1.5."""
    sureness: float
    """The probability that both speak of one thing, 0 to 1."""
    a: Side
    b: Side


@dataclass(frozen=True, slots=True)
class DifferenceGroup:
    """What handbooks state differently of one attribute of one thing."""

    subject: str
    """The medicine, or the illness: "adrenaline"."""
    attribute: str
    """"dose", "duration", "threshold", "action" ...: a `edgerag.language.values.Kind`."""
    people: tuple[str, ...]
    """Whom both are for, in alphabetical order; empty for everybody."""
    significance: Significance
    relation: GroupRelation
    pairs: tuple[DifferingPair, ...]
    """The surest first; none where nothing differs."""
    illness: str = ""
    """What the headings over all statements about a medicine name; empty if there is no such."""
    stated: tuple[Side, ...] = ()
    """Where nothing differs, one statement of each handbook."""
    silent: tuple[Handbook, ...] = ()
    """Those that treat the illness and state nothing of the kind."""

    @property
    def handbooks(self) -> tuple[Handbook, ...]:
        """The handbooks that state something, in the order of their quotations."""
        sides = [side for pair in self.pairs for side in (pair.a, pair.b)] + list(self.stated)
        return tuple({side.handbook.id: side.handbook for side in sides}.values())
