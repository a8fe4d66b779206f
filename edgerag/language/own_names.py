"""What a handbook's own names say in its texts.

"IUD" is a device in one handbook and a death in another. So the names that a handbook defines are read with
the meaning that it gives them, in its own texts alone: its abbreviation is followed by what it stands for,
which takes its place where the lexicon knows it as something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

from edgerag.domain.own_names import NameSource, OwnName
from edgerag.language.matching import Matcher, Wording, looked_up, words
from edgerag.language.names import Family, find

_BEGINNING: Final = 3
"""Letters by which a word is taken for the beginning of another; spelling folds what comes later."""


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

    def is_named(self, wording: Wording, text: str) -> bool:
        """Whether a text names something, the handbook's abbreviations written out.

        Only those are written out that could make a difference; most texts have none of them.
        """
        bearing = _bearing_on(self, wording)
        if bearing.signs.isdisjoint(looked_up(text)):
            return False
        return wording.search(bearing.names.spelt_out(text)) is not None

    def names_medicine(self, text: str) -> bool:
        """Whether a text names a medicine that only this handbook's index lists."""
        return self._medicines.search(text) is not None


def _written(name: OwnName) -> str:
    """Write a name as it is looked up: an abbreviation in its capitals, a medicine in small letters."""
    return name.name.lower() if name.source is NameSource.INDEX else name.name


@dataclass(frozen=True, slots=True)
class _Bearing:
    """What of a handbook's names bears on whether a text names something."""

    names: OwnNames
    signs: frozenset[str]
    """A text that has none of these words does not name it."""


@lru_cache(maxsize=1 << 10)
def _bearing_on(own_names: OwnNames, wording: Wording) -> _Bearing:
    """Keep the names that can change whether a text names something, and those that stand over them.

    A name can if it or its meaning shares a word with the names of the thing, or ends in what may begin one
    of them where a hyphen joins it to the next word, or gives way to its meaning.
    """
    first = wording.first_words()
    others = (name for name in own_names.names if name.meaning and _is_other(name))
    bearing = {*_sharing(own_names.names, wording.words()), *others}
    written = frozenset(chain.from_iterable(looked_up(_written(name)) for name in bearing))
    over = {name for name in own_names.names if not written.isdisjoint(looked_up(_written(name)))}
    signs = first.union(*map(_first_words, _sharing(bearing, first)))
    return _Bearing(OwnNames(tuple(sorted(bearing | over))), signs)


def _sharing(names: Iterable[OwnName], sought: frozenset[str]) -> Iterator[OwnName]:
    """Give the names that have a word of these, or end in what one of them may begin with."""
    beginnings = {word[:_BEGINNING] for word in sought}
    for name in names:
        if not (sought.isdisjoint(_words_of(name)) and beginnings.isdisjoint(_last_beginnings(name))):
            yield name


def _first_words(name: OwnName) -> frozenset[str]:
    matcher: Matcher[None] = Matcher()
    matcher.add(_written(name), None)
    return matcher.first_words()


@lru_cache(maxsize=1 << 14)
def _words_of(name: OwnName) -> frozenset[str]:
    return looked_up(_written(name)) | looked_up(name.meaning)


@lru_cache(maxsize=1 << 14)
def _last_beginnings(name: OwnName) -> frozenset[str]:
    """Give the first letters of the last words of a name and its meaning."""
    ends = [words(text)[-1][0] for text in (_written(name), name.meaning) if words(text)]
    return frozenset(form[:_BEGINNING] for end in ends for form in looked_up(end))


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
