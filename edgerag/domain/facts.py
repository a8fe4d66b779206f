"""What was found right or wrong of handbooks' statements, by which they are more or less credible."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from edgerag.domain.ids import HandbookId


@dataclass(frozen=True, slots=True)
class Fact:
    """That a statement of a handbook is right or wrong."""

    handbook: HandbookId
    area: str
    """The subject: the illness or medicine that the question was about; empty if it named none."""
    statement: bytes
    """A hash of the quotation and what it was asked for, so that a statement counts once."""
    credit: float
    """1 if it is right, 0 if it is wrong; of what other sources bear out, the share of their weight."""
    by_person: bool
    """Whether a person said so; else many independent sources bear it out, or do not."""


@dataclass(frozen=True, slots=True)
class Record:
    """What is known of a handbook in one subject, or in all."""

    n_right: int = 0
    """Statements that a person found right."""
    n_wrong: int = 0
    n_borne_out: int = 0
    """Statements that more than half of the weight of many sources was behind."""
    n_contradicted: int = 0
    credit: float = 0.0
    """The sum over all of them."""

    @property
    def n_facts(self) -> int:
        """How many statements were found right or wrong, by whomever."""
        return self.n_right + self.n_wrong + self.n_borne_out + self.n_contradicted

    def with_fact(self, fact: Fact) -> Record:
        """Count one more."""
        is_good = fact.credit > 1 / 2
        return Record(
            self.n_right + (fact.by_person and is_good),
            self.n_wrong + (fact.by_person and not is_good),
            self.n_borne_out + (not fact.by_person and is_good),
            self.n_contradicted + (not fact.by_person and not is_good),
            self.credit + fact.credit,
        )


NOTHING_KNOWN: Final = Record()
