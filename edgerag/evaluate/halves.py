"""Seven tenths of the questions to work on, and three tenths that show whether the work holds elsewhere.

A hash of the question decides, so that the halves of a data set are the same on every machine and stay
the same when questions are added.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from enum import StrEnum
from typing import Final, Protocol, TypeVar

_TENTHS: Final = 10
_HELD: Final = 3
"""Tenths of the questions that are held out."""


class Half(StrEnum):
    """Which questions are asked."""

    WORK = "work"
    HELD = "held"
    ALL = "all"


class _Asking(Protocol):
    @property
    def question(self) -> str: ...


T = TypeVar("T", bound=_Asking)


def half_of(question: str) -> Half:
    """Say to which half a question belongs."""
    number = int(hashlib.sha256(question.encode()).hexdigest(), 16)
    return Half.HELD if number % _TENTHS < _HELD else Half.WORK


def those_of(half: Half, asking: Iterable[T]) -> tuple[T, ...]:
    """Keep what asks a question of one half."""
    return tuple(one for one in asking if half is Half.ALL or half_of(one.question) is half)
