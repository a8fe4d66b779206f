"""Identifiers made from content, so that the same file has the same ids on every machine."""

from __future__ import annotations

import hashlib
from typing import NewType

HandbookId = NewType("HandbookId", str)
"""The first 16 hexadecimal digits of the SHA-256 of the file's bytes."""

SectionId = NewType("SectionId", int)
"""63 bits of a hash of the handbook id and the section's place in it."""

ChunkId = NewType("ChunkId", int)
"""63 bits of a hash of the handbook id and the chunk's place in it; the key in every index."""


def handbook_id(sha256_hex: str) -> HandbookId:
    """Name a handbook by the SHA-256 of its file."""
    return HandbookId(sha256_hex[:16])


def section_id(handbook: HandbookId, ordinal: int) -> SectionId:
    """Name a section by its handbook and its position, 0 for the first."""
    return SectionId(_hash63("section", handbook, ordinal))


def chunk_id(handbook: HandbookId, ordinal: int) -> ChunkId:
    """Name a chunk by its handbook and its position, 0 for the first."""
    return ChunkId(_hash63("chunk", handbook, ordinal))


def _hash63(kind: str, handbook: HandbookId, ordinal: int) -> int:
    digest = hashlib.sha256(f"{kind}\x00{handbook}\x00{ordinal}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1
