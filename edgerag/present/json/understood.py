"""What was made of the question, in a report's JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec import Meta

from edgerag.domain.corrections import Correction
from edgerag.domain.notices import Concern, Notice, Part, Sort, Spelling, Understood
from edgerag.present.json.texts import encodable


class NoticeJson(msgspec.Struct, frozen=True):
    """What a reader must know of the way from the question to the answers."""

    concern: Concern
    sentence: str


class PartJson(msgspec.Struct, frozen=True):
    """One part of what was made of the question."""

    sort: Sort
    words: str


class SpellingJson(msgspec.Struct, frozen=True):
    """A word that neither library nor lexicon has."""

    written: str
    searched: str
    offered: list[str]


class CorrectionJson(msgspec.Struct, frozen=True):
    """What a person changed in how the question was understood."""

    as_typed: Annotated[bool, Meta(description="No spelling corrected, nothing condensed.")] = False
    spellings: Annotated[list[tuple[str, str]], Meta(description="Words, and what to search for each.")] = []
    parts: Annotated[
        list[tuple[str, str]], Meta(description="Names and people, and what is meant; empty if not that.")
    ] = []
    asked_for: Annotated[str, Meta(description="The kind of answer that is wanted.")] = ""


def notices_out(understood: Understood) -> list[NoticeJson]:
    """Make the records of what to know before the answers."""
    return [NoticeJson(one.concern, encodable(one.sentence)) for one in understood.notices]


def notices_in(told: Iterable[NoticeJson]) -> tuple[Notice, ...]:
    """Rebuild them from their records."""
    return tuple(Notice(one.concern, one.sentence) for one in told)


def parts_out(understood: Understood) -> list[PartJson]:
    """Make the records of the parts of the question."""
    return [PartJson(one.sort, encodable(one.words)) for one in understood.parts]


def parts_in(told: Iterable[PartJson]) -> tuple[Part, ...]:
    """Rebuild them from their records."""
    return tuple(Part(one.sort, one.words) for one in told)


def spellings_out(understood: Understood) -> list[SpellingJson]:
    """Make the records of the words that were searched otherwise."""
    return [
        SpellingJson(encodable(one.written), one.searched, list(one.offered)) for one in understood.spellings
    ]


def spellings_in(told: Iterable[SpellingJson]) -> tuple[Spelling, ...]:
    """Rebuild them from their records."""
    return tuple(Spelling(one.written, one.searched, tuple(one.offered)) for one in told)


def correction_out(correction: Correction) -> CorrectionJson:
    """Make the record of what a person changed."""
    return CorrectionJson(
        as_typed=correction.is_as_typed,
        spellings=list(correction.spellings),
        parts=list(correction.parts),
        asked_for=correction.asked_for,
    )


def correction_in(told: CorrectionJson) -> Correction:
    """Rebuild it from its record."""
    return Correction(
        is_as_typed=told.as_typed,
        spellings=tuple(told.spellings),
        parts=tuple(told.parts),
        asked_for=told.asked_for,
    )
