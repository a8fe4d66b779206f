"""Audits: many questions asked of many handbooks, on fixed terms."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from edgerag.domain.ids import HandbookId

NAME_RULE: Final = "letters, digits, '-', '_' and '.' make a name, 60 at most"
VALUES_APART: Final = ";"
"""What stands between several values of one label: a question may have more than one topic."""


def is_name(name: str) -> bool:
    """Say whether an audit can be called so: its name can also be a file's."""
    return re.fullmatch(r"[\w][\w.-]{0,59}", name) is not None


class AskedHandbook(msgspec.Struct, frozen=True):
    """A handbook that an audit asks, as it was when the audit was made."""

    id: HandbookId
    sha256: str
    title: str
    edition: str
    institution: str
    language: str
    file_name: str
    n_pages: int
    n_chunks: int

    @property
    def name(self) -> str:
        """Title and edition."""
        return f"{self.title or self.file_name}{f' ({self.edition})' if self.edition else ''}"


class Terms(msgspec.Struct, frozen=True):
    """All that the answers of an audit depend on besides its questions."""

    handbooks: tuple[AskedHandbook, ...]
    """Those that are asked, in the order of the library."""
    library: str
    """SHA-256 of the text and passages of every handbook in the library, asked or not: each one changes how
    rare a word is, and which spellings are known."""
    versions: Mapping[str, str]
    """Program, models and prompts."""
    settings: str
    """The settings that change answers, as JSON."""
    is_extractive: bool
    """Whether the generator is left out."""


@dataclass(frozen=True, slots=True)
class AuditQuestion:
    """One question of an audit."""

    position: int
    """0, 1, ... in the order of the file."""
    text: str
    labels: Mapping[str, str] = field(default_factory=dict)
    """Such as group, topic and organ, by the names of the file's columns."""

    def values(self, label: str) -> tuple[str, ...]:
        """Give what a label says of this question; nothing if it says nothing."""
        parts = (part.strip() for part in self.labels.get(label, "").split(VALUES_APART))
        return tuple(dict.fromkeys(part for part in parts if part))


@dataclass(frozen=True, slots=True)
class AuditState:
    """How far an audit is."""

    name: str
    created_at: str
    """UTC, "2026-11-21 23:59:59"."""
    n_questions: int
    n_answered: int
    """Questions with a report, whatever it says."""
    n_failed: int
    """Questions that could not be asked; never counted as agreement."""

    @property
    def n_left(self) -> int:
        """Questions that nobody has asked yet."""
        return self.n_questions - self.n_answered - self.n_failed


@dataclass(frozen=True, slots=True)
class AuditSummary:
    """An audit in a list of them."""

    state: AuditState
    n_handbooks: int
    n_removed: int
    """Handbooks among them that left the library since."""
    is_extractive: bool
    n_submitted: int
    """Shards that are with a cluster."""


@dataclass(frozen=True, slots=True)
class SubmittedShard:
    """A shard of an audit that is with a SLURM cluster."""

    folder: Path
    job: str
    """SLURM's name of the task, "123_4"."""


@dataclass(frozen=True, slots=True)
class ShardProgress:
    """How far a shard is, as whoever runs it has noted."""

    n_done: int
    n_questions: int

    @property
    def is_done(self) -> bool:
        """Whether every question has a result."""
        return self.n_done == self.n_questions
