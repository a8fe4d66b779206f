"""What of a library is not as it was stored, in words: found by reading all of it."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator

import apsw

from edgerag.domain.handbooks import Handbook
from edgerag.errors import DamagedError
from edgerag.store import handbooks, vectors
from edgerag.store.handbooks import HandbookKey
from edgerag.store.seals import UNREADABLE

MEND = (
    "edgerag doctor --repair reads the handbook again from its file; or add that file again: edgerag add FILE"
)
VECTORS = "its vectors"
"""The one part that the others are enough to make again."""
MOST_NAMED = 5
_NUMBER = re.compile(r"\d+")


def of_handbook(db: apsw.Connection, key: HandbookKey) -> tuple[str, ...]:
    """Name the damaged parts of a handbook, reading all of it; nothing is named if it is whole."""
    book = handbooks.book(db, key)
    if book is None:
        return ("its own entry",)
    return tuple(_parts(db, key, book))


def of_file(db: apsw.Connection, *, deep: bool = False) -> tuple[str, ...]:
    """Say in SQLite's words what is wrong with the structure of the file; `deep` compares its indexes too."""
    pragma = "integrity_check" if deep else "quick_check"
    try:
        found = [line for (line,) in db.execute(f"pragma {pragma}(10)") if line != "ok"]
        strays = db.execute("select count(*) from pragma_foreign_key_check").get
    except (*UNREADABLE, apsw.SQLError, UnicodeDecodeError) as error:
        return (str(error),)
    return (*found, *([f"{strays} rows belong to nothing"] if strays else []))


def mended(before: Iterable[str], after: Iterable[str]) -> tuple[str, ...]:
    """Give the sentences of `of_file` that hold no more; where only a number is another, some of it does."""
    left = {_NUMBER.sub("", sentence) for sentence in after}
    return tuple(sentence for sentence in before if _NUMBER.sub("", sentence) not in left)


def lacking(found: Container[int], n: int) -> Iterator[int]:
    """Give the places, 1 for the first, of those that were not found of `n` in a row, 0 for the first."""
    return (ordinal + 1 for ordinal in range(n) if ordinal not in found)


def missing(what: str, ordinals: Iterable[int]) -> tuple[str, ...]:
    """Name what is damaged by its place: "page 12"."""
    return tuple(f"{what} {ordinal}" for ordinal in ordinals)


def enumerated(parts: Iterable[str]) -> str:
    """Join names of damaged parts; of many, the first few and how many more."""
    named = list(parts)
    more = f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
    return ", ".join(named[:MOST_NAMED]) + more


def refusal(file_name: str, parts: Iterable[str]) -> DamagedError:
    """Refuse to show what is damaged."""
    return DamagedError(f"{file_name}: damaged in the library, and not shown: {enumerated(parts)}", hint=MEND)


def _parts(db: apsw.Connection, key: HandbookKey, book: Handbook) -> Iterator[str]:
    stated = handbooks.stated_fields(db, key)
    yield from (f"its {field}" for field in handbooks.METADATA_FIELDS if field not in stated)
    pages = handbooks.pages(db, key, 1, book.n_pages)
    yield from missing("page", (n for n in range(1, book.n_pages + 1) if n not in pages))
    sections = handbooks.sections(db, key, book.n_sections)
    yield from missing("heading", (n + 1 for n in range(book.n_sections) if n not in sections))
    chunks = handbooks.chunks_of_handbook(db, key, book.n_chunks)
    yield from missing("passage", (n + 1 for n in range(book.n_chunks) if n not in chunks))
    if not _has_directions(db, key, book.n_chunks):
        yield VECTORS


def _has_directions(db: apsw.Connection, key: HandbookKey, n_chunks: int) -> bool:
    """Whether there is a vector of length 1 for every chunk, or none while they are still to be made."""
    try:
        matrix = vectors.read(db, key)
    except DamagedError:
        return False
    return len(matrix) in {0, n_chunks} and vectors.are_directions(matrix, vectors.STORED_TOLERANCE)
