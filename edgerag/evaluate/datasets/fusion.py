"""Claims of sources, and queries with their true values: claims.jsonl, SPLIT.queries.jsonl."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

import msgspec

from edgerag.confirm.claims import Claim, Kind
from edgerag.confirm.folding import key_of
from edgerag.evaluate.datasets.files import find_file, read_rows

_NAMES_OF: Final = frozenset({"author", "director"})
"""Attributes whose values are people."""


class FusionQuery(msgspec.Struct, frozen=True):
    """An attribute of a thing, and its true values."""

    id: str
    entity: str
    attribute: str
    answers: tuple[str, ...]

    @property
    def question(self) -> str:
        """What decides to which half it belongs."""
        return self.id


class FusionSet(msgspec.Struct, frozen=True):
    """What sources state of things, and the true values of some attributes."""

    claims: tuple[Claim, ...]
    kinds: Mapping[str, Kind]
    """By attribute."""
    queries: tuple[FusionQuery, ...]


class _ClaimRow(msgspec.Struct, frozen=True):
    """A claim; of sellers' lists of books, the authors that one states."""

    source: str
    entity: str = ""
    attribute: str = ""
    value: str = ""
    isbn: str = ""
    authors: str | None = None


class _FusionRow(msgspec.Struct, frozen=True):
    """A query; of sellers' lists, with the number by which they are joined."""

    id: str
    entity: str = ""
    attribute: str = ""
    answers: tuple[str, ...] = ()
    isbn10: str = ""
    isbn: str = ""
    authors: tuple[str, ...] = ()


def read_fusion(folder: Path, split: str) -> FusionSet:
    """Read claims and queries; attributes are joined by their folded words, whether they are plural or not.

    Raises:
        ConfigError: a file is missing or not of this format.
    """
    claims = tuple(_claim(row) for row in read_rows(find_file(folder, "claims.jsonl"), _ClaimRow))
    entities = {claim.entity for claim in claims}
    rows = read_rows(find_file(folder, f"{split}.queries.jsonl"), _FusionRow)
    kinds = {claim.attribute: Kind.NAMES for claim in claims if claim.attribute in _NAMES_OF}
    return FusionSet(claims, kinds, tuple(_fusion_query(row, entities) for row in rows))


def _attribute(name: str) -> str:
    return key_of(name).removesuffix("s")


def _claim(row: _ClaimRow) -> Claim:
    if row.authors is None:
        return Claim(row.source, row.entity, _attribute(row.attribute), row.value)
    return Claim(row.source, row.isbn, "author", row.authors)


def _fusion_query(row: _FusionRow, entities: Collection[str]) -> FusionQuery:
    if row.entity:
        return FusionQuery(row.id, row.entity, _attribute(row.attribute), row.answers)
    isbn = row.isbn10 if row.isbn10 in entities else row.isbn
    return FusionQuery(row.id, isbn, "author", row.authors)
