"""What a handbook's own names say in its texts.

"IUD" is a device in one handbook and a death in another. So the names that a handbook defines are read with
the meaning that it gives them, in its own texts alone: its abbreviation is followed by what it stands for,
which takes its place where the lexicon knows it as something else.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from edgerag.domain.own_names import NameSource, OwnName
from edgerag.language.matching import Matcher, Wording
from edgerag.language.names import Family, find


class OwnNames:
    """The names that one handbook defines."""

    def __init__(self, names: tuple[OwnName, ...]) -> None:
        self.names = names
        self._meanings: Matcher[OwnName] = Matcher()
        for name in names:
            if name.meaning:
                self._meanings.add(_written(name), name)
        self._medicines = Wording(_written(name) for name in names if name.source is NameSource.INDEX)

    def spelt_out(self, text: str) -> str:
        """Write out the handbook's abbreviations where they stand: to be read, never to be quoted."""
        pieces: list[str] = []
        position = 0
        for start, end, name in sorted(self._meanings.find(text), key=lambda found: (found[0], -found[1])):
            if start < position:
                pieces += [f" {name.meaning}"] if end == position else []
                continue
            kept = "" if _is_other(name) else text[start:end]
            pieces += [text[position:start], kept, f" {name.meaning}"]
            position = end
        return "".join((*pieces, text[position:]))

    def names_medicine(self, text: str) -> bool:
        """Whether a text names a medicine that only this handbook's index lists."""
        return self._medicines.search(text) is not None


def _written(name: OwnName) -> str:
    """Write a name as it is looked up: an abbreviation in its capitals, a medicine in small letters."""
    return name.name.lower() if name.source is NameSource.INDEX else name.name


@lru_cache(maxsize=1 << 14)
def _is_other(name: OwnName) -> bool:
    """Whether the lexicon knows an abbreviation as another drug, condition ... than the handbook does."""
    listed, meant = find(name.name), find(name.meaning)
    names_of_both = [
        ({m.name for m in listed[family]}, {m.name for m in meant[family]})
        for family in Family
        if listed[family] and meant[family]
    ]
    return bool(names_of_both) and all(not known & said for known, said in names_of_both)


@lru_cache(maxsize=128)
def ready(names: tuple[OwnName, ...]) -> OwnNames:
    """Make a handbook's names ready for its texts."""
    return OwnNames(names)


NO_OWN_NAMES: Final = OwnNames(())
