"""The words that a library's chunks are written with, and how many chunks have each.

It tells a misspelt word from a rare one, and a name that no handbook has from one that some handbook spells
in another way. The vocabulary of a hundred handbooks is some hundred thousand words, read in a moment.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Set
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import OSA

from edgerag.domain.letters import LETTERS
from edgerag.language.spelling import spelling
from edgerag.language.words import stem

_RESPELT: Final = 2
"""British and American spellings of a word are mostly so many edits apart: "sulphate", "haemorrhoea"."""

_RARE: Final = 1000


class Vocabulary:
    """All words of a library, in small letters and without accents."""

    def __init__(self, n_chunks: Mapping[str, int], stems: Set[str]) -> None:
        """Take each term of the index with its number of chunks, and all stems.

        "co-trimoxazole" is two words.
        """
        counted: defaultdict[str, int] = defaultdict(int)
        for term, count in n_chunks.items():
            for part in LETTERS.findall(term):
                counted[part] += count
        self._n_chunks: Mapping[str, int] = dict(counted)
        self._most = max(self._n_chunks.values(), default=1)
        self._stems = stems

    @property
    def is_empty(self) -> bool:
        """Whether there is no word at all: nothing is in the library, or its word index cannot be read."""
        return not self._n_chunks

    def n_chunks(self, word: str) -> int:
        """Count the chunks that have this very word; one that has it in two compounds counts twice."""
        return self._n_chunks.get(word.lower(), 0)

    def is_rare(self, word: str) -> bool:
        """Whether a word is a thousand times rarer than the commonest, or nowhere."""
        return _RARE * self.n_chunks(word) < self._most

    def has_stem_of(self, word: str) -> bool:
        """Whether some chunk has a word that differs in its ending alone."""
        return stem(word.lower()) in self._stems

    def respellings(self, word: str) -> frozenset[str]:
        """Give the words of the chunks that are the same in British, American or international spelling."""
        folded = spelling(word)
        return frozenset(near for near in self.near(word, _RESPELT) if spelling(near) == folded)

    def near(self, word: str, most_edits: int) -> dict[str, int]:
        """Give the words that so many letters added, left out, changed or swapped lead to, with the edits."""
        found = process.extract(
            word.lower(), self._n_chunks.keys(), scorer=OSA.distance, score_cutoff=most_edits, limit=None
        )
        return {near: int(edits) for near, edits, _ in found}
