"""The entities that a handbook's statements name, its own names for them among these.

"IUD" is a device in one handbook and a death in another: what a handbook defines goes before what the lexicon
knows. A meaning that is a known entity is that entity; any other is a new one if the word that it turns on
tells its type ("isoniazid preventive therapy" is a treatment). If it does not, the abbreviation is what it
usually is where one word of the meaning says so too, and names nothing where none does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from edgerag.domain.entities import EntityType
from edgerag.domain.own_names import NameSource, OwnName
from edgerag.extract.compounds import compounds
from edgerag.language.entities import Named, apart, named, names_of, placed, type_of, whole
from edgerag.language.entity_names import rarely_named
from edgerag.language.matching import Matcher, words

LONGEST_NAME: Final = 80
"""Characters; a longer meaning is a sentence."""
_SURENESS: Final = (NameSource.INDEX, NameSource.LIST, NameSource.DEFINITION)
"""Which of several meanings of one abbreviation counts, the surest first."""

_BEGINNING: Final = 5
"""Letters by which a word is told from others."""

_Meaning = tuple[EntityType, str] | None
"""None: the handbook means something that is no entity."""


class Naming:
    """Finds entities in the texts of one handbook."""

    def __init__(self, own_names: Sequence[OwnName]) -> None:
        self._own: Matcher[_Meaning] = Matcher()
        for name, meaning in _meanings(own_names).items():
            self._own.add(name, meaning)

    def named(self, text: str) -> list[Named]:
        """Find the entities that a text names, in its order."""
        own = [(start, end, _as_named(start, end, what)) for start, end, what in self._own.find(text)]
        single = apart([*own, *placed(named(text)), *placed(rarely_named(text))])
        return apart(placed((*single, *compounds(text, single))))


def _as_named(start: int, end: int, meaning: _Meaning) -> Named | None:
    return Named(*meaning, start, end) if meaning else None


def _meanings(own_names: Sequence[OwnName]) -> dict[str, _Meaning]:
    """Give one meaning to each of a handbook's names, and to what they stand for in full."""
    meanings: dict[str, _Meaning] = {}
    for own in sorted(own_names, key=lambda name: (_SURENESS.index(name.source), name)):
        name = own.name.lower() if own.source is NameSource.INDEX else own.name
        if name in meanings and (meanings[name] or own.source is not NameSource.DEFINITION):
            continue
        meanings[name] = meaning = _meaning(own)
        if meaning and not whole(meaning[1]):
            meanings.setdefault(meaning[1], meaning)
    return meanings


def _meaning(own: OwnName) -> _Meaning:
    if own.source is NameSource.INDEX:
        drugs = [entity for entity in named(own.meaning) if entity.type is EntityType.DRUG]
        return (EntityType.DRUG, drugs[0].name if drugs else own.name.lower())
    written = " ".join("".join(char if char.isprintable() else " " for char in own.meaning).split())
    known = whole(written)
    if known:
        return known.type, known.name
    kind = type_of(written)
    if kind and len(written) <= LONGEST_NAME:
        return kind, written.lower()
    usual = whole(own.name)
    return (usual.type, usual.name) if usual and _begin_alike(written, names_of(usual)) else None


def _begin_alike(meaning: str, names: Sequence[str]) -> bool:
    """Whether a word of a meaning begins as one of these names does: "electrocardiograph" is an ECG."""
    begins = {word[0][:_BEGINNING].lower() for name in names for word in words(name)}
    return any(
        len(word[0]) >= _BEGINNING and word[0][:_BEGINNING].lower() in begins for word in words(meaning)
    )


def surface(text: str) -> str:
    """Write a name as a handbook uses it, whatever the line ends and the capitals of a heading."""
    written = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    is_code = any(char.isupper() for char in written[1:]) and (len(written) <= 6 or not written.isupper())
    return written if is_code else written.lower()
