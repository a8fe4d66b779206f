"""What a person should look at in what a handbook says of itself: details that may not be its own.

A title is read from large type or from the file's properties, an edition from dates in the text; the name
that a person gave the file is a witness for both. Where they part, or where a title looks like more than a
title or like a piece of one, that is a doubt, and no correction: nothing is guessed. What a person stated has
none.

Measured on 20 real handbooks: the 6 titles that are not the book's own are all doubted, and 7 of the 14 that
are; no edition is wrong without a doubt, and 7 have one; no collection is wrong, and 6 of 14 are doubted. A
maker or a collection that is not known is shown so: no doubt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Final

from edgerag.domain.collections import sure_collection
from edgerag.domain.handbooks import Handbook, Origin
from edgerag.domain.letters import LETTERS

LONGEST_SURE_TITLE: Final = 85
"""Characters; of the 20 titles 10 are longer, and 5 of these took in lines that stand below them."""
SHORTEST_NAME: Final = 4
"""Letters of a word of a file's name that says what the handbook is about."""
_SAME_BEGINNING: Final = 5
"""Letters that "antibiotics" in a file's name and "antibiotic" in a title must share."""
_YEAR: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")


def doubts(book: Handbook) -> tuple[str, ...]:
    """Say, a sentence each, why the title, the edition or the collection of a handbook may be wrong."""
    return (*_title(book), *_edition(book), *_collection(book))


def _title(book: Handbook) -> Iterator[str]:
    stated = book.metadata.title
    if stated.origin is Origin.PERSON:
        return
    if stated.origin is Origin.FILE_NAME:
        is_name = LETTERS.findall(stated.value) == LETTERS.findall(PurePath(book.file_name).stem)
        yield "the title is the file's name" if is_name else "the title is a line with the file's name in it"
    elif len(stated.value) > LONGEST_SURE_TITLE:
        yield "the title is long: it may have taken in what stands below it"
    elif stated.value[:1].islower():
        yield "the title begins with a small letter: its beginning may be missing"
    elif not _is_named_in(book.file_name, stated.value):
        yield f"no word of the file's name ({book.file_name}) is in the title"


def _edition(book: Handbook) -> Iterator[str]:
    stated = book.metadata.edition
    named = _YEAR.search(PurePath(book.file_name).stem)
    if stated.origin is Origin.PERSON:
        return
    if not stated.value:
        yield "no edition was found"
    elif stated.origin is Origin.FILE_NAME:
        yield "only the file's name says which edition it is"
    elif named and named.group(1) != stated.value[:4]:
        yield f"the edition is {stated.value} in the document and {named.group(1)} in the file's name"


def _collection(book: Handbook) -> Iterator[str]:
    value = book.metadata.collection.value
    if value and not sure_collection(book):
        yield f"that its collection is {value} is not told by its title alone"


def _is_named_in(file_name: str, title: str) -> bool:
    """Whether a word of a file's name is in a title, or its initials are; a name without words is."""
    words = [
        word for word in LETTERS.findall(PurePath(file_name).stem.casefold()) if len(word) >= SHORTEST_NAME
    ]
    folded = title.casefold()
    initials = "".join(word[0] for word in LETTERS.findall(folded))
    return not words or any(word[:_SAME_BEGINNING] in folded or word in initials for word in words)
