"""What a person corrects in how a question was understood."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

Instead = tuple[tuple[str, str], ...]
"""Words, and what is meant instead of each."""


@dataclass(frozen=True, slots=True)
class Correction:
    """How a question is to be read where it differs from how the program reads it."""

    is_as_typed: bool = False
    """No spelling is corrected, and a long question is not cut down."""
    spellings: Instead = ()
    """Words as they were typed, and how they are to be searched: as typed, or as another word."""
    parts: Instead = ()
    """Names and people as they were heard, and what is meant; empty if no such thing is."""
    asked_for: str = ""
    """The kind of answer that is wanted: "how long"; empty leaves it as it was read."""

    def __bool__(self) -> bool:
        return bool(self.is_as_typed or self.spellings or self.parts or self.asked_for)

    def sentence(self) -> str:
        """Say in one line what was corrected, without a full stop; empty if nothing was."""
        said = "; ".join(self._said())
        return f"Corrected by the reader: {said}" if said else ""

    def _said(self) -> Iterator[str]:
        if self.is_as_typed:
            yield "asked as typed"
        for written, searched in self.spellings:
            yield f'"{written}" as typed' if searched == written else f'{searched} for "{written}"'
        for heard, meant in self.parts:
            yield f"{meant} for {heard}" if meant else f"not: {heard}"
        if self.asked_for:
            yield f"asked for: {self.asked_for}"


AS_READ: Final = Correction()
"""Nothing is corrected."""
