"""The comparisons of a library's handbooks two by two: those that are kept, and the others, which are made.

made of = hash of the program, and of all that a comparison reads of both handbooks

So a handbook that is added is compared with the others, and these with each other no more; what is removed
takes its comparisons along; and another program, other claims or other vectors compare anew.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from itertools import combinations
from pathlib import Path
from threading import Event

import edgerag
from edgerag.atlas.comparisons import Book, Comparison, compare, decoded, encoded
from edgerag.atlas.stated import Advance, Gathered, Stated
from edgerag.domain.ids import HandbookId
from edgerag.errors import Cancelled, StoreError
from edgerag.store.comparisons import KeptComparison
from edgerag.store.library import Library

COMPARING = "comparing what they state"
_DECIDING = frozenset({".py", ".toml"})
"""Files of the package that may change what is found."""


def comparisons(library: Library, gathered: Gathered, advance: Advance, cancel: Event) -> list[Comparison]:
    """Compare each two handbooks, in order of their ids.

    Raises:
        Cancelled: `cancel` was set; what was found by then is kept.
        StoreError: the library cannot be read.
    """
    books = _books(gathered)
    pairs = list(combinations(sorted(books), 2))
    found: list[Comparison] = []
    fresh: list[KeptComparison] = []
    try:
        for n_done, (a, b) in enumerate(pairs):
            if cancel.is_set():
                raise Cancelled("stopped while handbooks were being compared", hint="run it again to go on")
            advance(COMPARING, n_done, len(pairs))
            one, other = books[a], books[b]
            made_of = _made_of(gathered.content[a], gathered.content[b])
            kept = library.find_comparison(a, b, made_of)
            if kept is not None:
                found.append(decoded(kept, one, other))
                continue
            found.append(compare(one, other))
            fresh.append(KeptComparison(a, b, made_of, encoded(found[-1], one, other)))
    finally:
        with suppress(StoreError):  # a stick that cannot be written to is compared again each time
            library.keep_comparisons(fresh)
    return found


def _books(gathered: Gathered) -> dict[HandbookId, Book]:
    stated: defaultdict[HandbookId, list[Stated]] = defaultdict(list)
    for one in gathered.stated:
        stated[one.handbook.id].append(one)
    return {name: Book(tuple(ones)) for name, ones in stated.items()}


def _made_of(*content: bytes) -> bytes:
    return blake2b(b"".join((_program(), *content)), digest_size=len(content[0])).digest()


@cache
def _program() -> bytes:
    """Hash the program's version and, where it runs from its sources, these: nobody has to raise a number."""
    package = Path(edgerag.__file__).parent
    files = sorted(file for file in package.rglob("*") if file.suffix in _DECIDING)
    sources = (file.relative_to(package).as_posix().encode() + file.read_bytes() for file in files)
    return blake2b(b"\0".join((edgerag.__version__.encode(), *sources))).digest()
