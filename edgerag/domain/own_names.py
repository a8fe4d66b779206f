"""Names that a handbook brings itself: they hold in that handbook and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class NameSource(StrEnum):
    """Where a handbook gives a name."""

    DEFINITION = "definition"
    """In its text: "isoniazid preventive therapy (IPT)"."""
    LIST = "list"
    """In its list of abbreviations."""
    INDEX = "index"
    """In its index of medicines."""


@dataclass(frozen=True, slots=True, order=True)
class OwnName:
    """One name, and what it stands for."""

    name: str
    """As the handbook writes it: "IPT"; a medicine's name if it comes from an index."""
    meaning: str
    """In full: "isoniazid preventive therapy"; empty for a medicine that is only listed."""
    source: NameSource
