"""Two texts as answers to one question, read, and by what they are to be judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from edgerag.compare.asked_case import read_for
from edgerag.compare.features import focused
from edgerag.compare.overlap import has_ban, numbers_compete
from edgerag.compare.similarity import Similarity
from edgerag.compare.weighing import READ_CHARS
from edgerag.domain.reports import Layer
from edgerag.language.questions import Asked
from edgerag.language.reading import Statement

Layers = frozenset[Layer]
NO_LAYERS: Final[Layers] = frozenset()
MODELLED: Final = 2
"""Paragraphs of each text that models read."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts that were read, and by what they are to be judged."""

    asked: Asked
    a: tuple[Statement, ...]
    b: tuple[Statement, ...]
    similarity: Similarity
    without: Layers

    @property
    def may_not_agree(self) -> bool:
        """Whether only one of them forbids, or their numbers compete: no model may call that agreement."""
        return numbers_compete(self.a, self.b) or has_ban(self.a) != has_ban(self.b)

    @property
    def focused(self) -> tuple[str, str]:
        """What of each text the question is about."""
        return in_focus(self.asked, self.a), in_focus(self.asked, self.b)

    @property
    def is_short(self) -> bool:
        """Whether the relation model reads all of both: one paragraph each, and no longer than it learnt."""
        is_one = all(said.paragraph == 0 for said in (*self.a, *self.b))
        return is_one and all(len(text) <= READ_CHARS for text in self.focused)

    def foremost(self, n: int) -> tuple[tuple[Statement, ...], tuple[Statement, ...]]:
        """The first `n` paragraphs of each text."""
        return foremost(self.a, n), foremost(self.b, n)


def foremost(text: Sequence[Statement], n: int) -> tuple[Statement, ...]:
    """Give the first `n` paragraphs of a text."""
    return tuple(said for said in text if said.paragraph < n)


def in_focus(asked: Asked, text: Sequence[Statement]) -> str:
    """Give what of a text that was read the question is about, of the paragraphs that models read."""
    return focused(foremost(text, MODELLED), asked)


def read_pair(asked: Asked, a: str, b: str, similarity: Similarity, without: Layers = NO_LAYERS) -> Pair:
    """Read two texts as answers to a question."""
    return Pair(asked, read_for(asked, a), read_for(asked, b), similarity, without)
