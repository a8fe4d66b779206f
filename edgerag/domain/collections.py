"""Collections: what sort of book a handbook is, by the words with which books say so of themselves.

A keeper may name a collection of his own: any text is one. The words are English; a handbook in another
language is left without a collection until the keeper states one.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Final

from edgerag.domain.handbooks import Handbook, Origin
from edgerag.domain.letters import LETTERS

GUIDELINE: Final = "guideline"
FORMULARY: Final = "formulary"
PATIENT_EDUCATION: Final = "patient education"
TEXTBOOK: Final = "textbook"
TRAINING: Final = "training"
LOCAL_PROTOCOL: Final = "local protocol"

_SAYINGS: Final[Mapping[str, str]] = {
    TRAINING: (
        "training, trainer, trainers, trainee, trainees, facilitator, facilitators, participant manual,"
        " participants manual, course book, course manual, short course, workshop, curriculum, learner guide"
    ),
    PATIENT_EDUCATION: (
        "patient education, patient information, patient leaflet, patient guide, patients guide, leaflet,"
        " information for patients, for patients, for parents, for carers, fact sheet, factsheet, self care,"
        " health education"
    ),
    LOCAL_PROTOCOL: (
        "local protocol, local protocols, local guideline, local guidelines, clinic protocol,"
        " clinic protocols, hospital protocol, hospital protocols, ward protocol, ward protocols,"
        " facility protocol, facility protocols, standing order, standing orders,"
        " standard operating procedure, standard operating procedures, protocol, protocols"
    ),
    TEXTBOOK: "textbook, text book, lecture notes",
    GUIDELINE: "guideline, guidelines, guidance, recommendations, protocol, protocols, treatment policy",
    FORMULARY: (
        "formulary, medicines list, medicine list, drug list, drugs list, list of medicines,"
        " list of essential medicines, essential medicines, essential drugs, pharmacopoeia"
    ),
}
"""Phrases of each collection; a protocol may be a hospital's or a country's. Of a title with those of several
the first here is suggested: training on a guideline is training."""
COLLECTIONS: Final = tuple(sorted(_SAYINGS))
"""Those that the program knows, in the order of the alphabet."""


def sayings(text: str) -> dict[str, int]:
    """Count the phrases of each collection in a text; a collection without any is left out.

    A phrase inside another collection's longer one is not counted: "local protocol" speaks of no guideline.
    """
    said = _words(text)
    counts: dict[str, int] = {}
    for phrase, collections in _LONGEST_FIRST:
        if n := said.count(phrase):
            counts.update({collection: counts.get(collection, 0) + n for collection in collections})
            said = said.replace(phrase, "  ")
    return {collection: counts[collection] for collection in _SAYINGS if collection in counts}


def sure_collection(book: Handbook) -> str:
    """Give the collection that a handbook is known to belong to; empty if none is.

    It is known if a person states it, or if the handbook's title, or the name that a person gave its file,
    speaks of that one alone.
    """
    stated = book.metadata.collection
    if stated.origin is Origin.PERSON:
        return stated.value
    named = set(sayings(f"{book.title}\n{PurePath(book.file_name).stem}"))
    return stated.value if named == {stated.value} else ""


def _words(text: str) -> str:
    """Give the words of a text in small letters, each between two spaces of its own."""
    plain = text.casefold().replace("'", "").replace("\N{RIGHT SINGLE QUOTATION MARK}", "")
    return "".join(f" {word} " for word in LETTERS.findall(plain))


def _longest_first() -> list[tuple[str, list[str]]]:
    """Give each phrase with the collections that it is of."""
    of: dict[str, list[str]] = {}
    for collection, told in _SAYINGS.items():
        for phrase in told.split(","):
            of.setdefault(_words(phrase), []).append(collection)
    return sorted(of.items(), key=lambda item: (-len(item[0]), item))


_LONGEST_FIRST: Final = _longest_first()
