"""Which medicines a text names as examples of a class: "an NSAID, e.g. ibuprofen" is any NSAID.

Who chooses so has chosen the class: another of its medicines is no other choice. A class that holds others,
as antibiotics do, is too wide for that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from edgerag.language import lexicon, names
from edgerag.language.clauses import ends
from edgerag.language.cues import Cue
from edgerag.language.names import Family, Mention, find
from edgerag.language.text import folded

_LONGEST_GAP: Final = 40
"""Characters between a class and "e.g.": "NSAIDs at higher doses than usual, e.g."."""
_LONGEST_LIST: Final = 120
"""Characters in which the examples stand."""

Example = tuple[int, str]
"""Where a medicine begins, and the class that it stands for."""


def examples(text: str, drugs: Iterable[Mention]) -> Iterator[Example]:
    """Yield the medicines of a text that are examples of a class that it names before them."""
    low = folded(text)
    for start, of_class in _announced(low, text):
        last = min(start + _LONGEST_LIST, len(low))
        end = next(ends(low, ".;|", start, last), last)
        for drug in drugs:
            if start <= drug.start < end and of_class in names.classes(drug.name):
                yield drug.start, of_class


def announced(line: str) -> list[str]:
    """Name the classes of which a line above a list announces examples: "Macrolide, e.g.:"."""
    low = folded(line)
    return [of_class for start, of_class in _announced(low, line) if not any(map(str.isalnum, low[start:]))]


def _announced(low: str, text: str) -> Iterator[tuple[int, str]]:
    """Yield where examples begin, and of what."""
    classes = [one for one in find(text)[Family.DRUG_CLASS] if not lexicon.holds_classes(one.name)]
    for cue in Cue.EXAMPLE.finditer(low) if classes else ():
        before = [one for one in classes if 0 <= cue.start() - one.end <= _LONGEST_GAP]
        if before and not any(ends(low, ".;|", before[-1].end, cue.start())):
            yield cue.end() + low.startswith(".", cue.end()), before[-1].name
