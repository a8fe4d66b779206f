"""Other names for what a question calls by a name that the handbooks hardly use: "epinephrine", adrenaline.

They are the lexicon's names of the same entity, the chief word of the same condition, and what WordNet holds
for the same. A name that the handbooks use is left alone: each further name also brings what mentions it by
the way. Where a word of the name is rare in the library, or nowhere, other names are searched too, if

    n(other) > COMMONER n(written),   n the chunks with the rarest word of a name, in any spelling

A deed has no other name: its words are verbs, which the index stems. Nor has what names several medicines at
once, for a name of one would bring what is about that one. A name whose words the question has already adds
nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from edgerag.domain.entities import EntityType
from edgerag.domain.letters import LETTERS
from edgerag.index.vocabulary import Vocabulary
from edgerag.language import lexicon, names, other_names
from edgerag.language.entities import named, names_of
from edgerag.language.questions import Alternative
from edgerag.language.words import folded_words

COMMONER: Final = 3
"""Times; what is as rare as the question's own name helps no more than it."""

_Place = tuple[int, int]


def alternatives(question: str, vocabulary: Vocabulary) -> tuple[Alternative, ...]:
    """Give the names that are searched beside the question's own.

    Args:
        question: what is searched.
        vocabulary: the words of the whole library; nothing is added while it is empty.
    """
    said = set(folded_words(question))
    found: dict[str, Alternative] = {}
    for (start, end), known in _places(question):
        written = question[start:end]
        others = tuple(
            name for name in _commoner(written, known, vocabulary) if not said.issuperset(folded_words(name))
        )
        if others:
            found.setdefault(written.lower(), Alternative(written, others))
    return tuple(found.values())


def _places(question: str) -> Iterator[tuple[_Place, list[str]]]:
    """Yield where something is named, and all its names; of names that overlap the longest."""
    known: dict[_Place, dict[str, None]] = {}
    without: set[_Place] = set()
    for place, some in _known(question):
        known.setdefault(place, {}).update(dict.fromkeys(some))
        without |= set() if some else {place}
    taken: list[_Place] = []
    for place in sorted(known, key=lambda place: (place[0] - place[1], place)):
        if all(place[1] <= start or end <= place[0] for start, end in taken):
            taken.append(place)
    return ((place, list(known[place])) for place in sorted(taken) if place not in without)


def _known(question: str) -> Iterator[tuple[_Place, list[str]]]:
    """Yield the names of each source; none for what has no other name."""
    entities = named(question)
    n_at = Counter(entity.start for entity in entities)
    for entity in entities:
        is_thing = entity.type is not EntityType.TREATMENT and n_at[entity.start] == 1
        yield (entity.start, entity.end), list(names_of(entity)) if is_thing else []
    for condition in names.conditions(question):
        yield (condition.start, condition.end), lexicon.others().conditions[condition.name][:1]
    for start, end, same in other_names.find(question):
        yield (start, end), [name for one in same for name in _with_lexicon(one)]


def _with_lexicon(name: str) -> Iterator[str]:
    """Yield a name, and those that the lexicon has for it: WordNet says "rifampin"."""
    yield name
    for entity in named(name):
        if entity.end - entity.start == len(name):
            yield from names_of(entity)


def _commoner(written: str, known: list[str], vocabulary: Vocabulary) -> Iterator[str]:
    """Yield the names that are searched for one that is rare; none for one that is not."""
    if any(_is_rare(word, vocabulary) for word in LETTERS.findall(written.lower())):
        least = COMMONER * _n_chunks(written, vocabulary)
        yield from (name for name in known if _n_chunks(name, vocabulary) > least)


def _is_rare(word: str, vocabulary: Vocabulary) -> bool:
    """Say whether a word is rare in every spelling; to look for the others takes milliseconds."""
    return vocabulary.is_rare(word) and all(map(vocabulary.is_rare, vocabulary.respellings(word)))


def _n_chunks(name: str, vocabulary: Vocabulary) -> int:
    """Count the chunks that have a name at most: those with its rarest word."""
    spelt = ({word, *vocabulary.respellings(word)} for word in LETTERS.findall(name.lower()))
    return min((sum(map(vocabulary.n_chunks, forms)) for forms in spelt), default=0)
