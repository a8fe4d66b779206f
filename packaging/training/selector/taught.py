"""Statements that a teacher has scored."""

from __future__ import annotations

import msgspec


class Taught(msgspec.Struct, frozen=True):
    """Statements of one handbook, and the teacher's logits of them."""

    asked: str
    texts: tuple[str, ...]
    logits: tuple[float, ...]
