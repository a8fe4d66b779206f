"""An entity of the knowledge graph as a table: a row for each relation, a column for each handbook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from string import ascii_uppercase
from typing import Final

from edgerag.domain.entities import Entity
from edgerag.domain.explored import Explored, Related
from edgerag.present.amounts import count
from edgerag.present.graph import does, related_lines
from edgerag.present.inert import one_line
from edgerag.present.lines import Line, Segment, Style, paragraph, shorten
from edgerag.present.wording import name

ENTITY_HEADERS: Final = ("name", "type")
_ENTITY_COLUMNS: Final = 26
_BOOK_COLUMNS: Final = 24
_MOST_STATEMENTS: Final = 50
"""Quotations of one relation that are shown."""


def entity_row(entity: Entity) -> tuple[str, str]:
    """Give an entity as cells under `ENTITY_HEADERS`."""
    return shorten(one_line(entity.name), _ENTITY_COLUMNS), entity.type.value


def relation_headers(explored: Explored) -> Sequence[str]:
    """Name the columns of a table of relations; each handbook has a letter."""
    return ("relation", "of", *_letters(len(explored.handbooks)))


def relation_row(related: Related, explored: Explored) -> Sequence[str]:
    """Give a relation as cells: what it is, of what, and how often each handbook states it."""
    n_stated = Counter(statement.handbook.id for statement in related.statements)
    cells = (str(n_stated[book.id] or "") for book in explored.handbooks)
    return does(related), shorten(one_line(related.other.name), _ENTITY_COLUMNS), *cells


def title_lines(explored: Explored, width: int) -> list[Line]:
    """Say what an entity is, what else it is called, and which letter stands for which handbook."""
    one = explored.entity
    also = f"   also: {', '.join(map(one_line, one.names))}" if one.names else ""
    title = shorten(f"{one_line(one.name)}   {one.type}{also}", width)
    letters = zip(_letters(len(explored.handbooks)), explored.handbooks, strict=True)
    books = "   ".join(f"{letter} {name(book, _BOOK_COLUMNS)}" for letter, book in letters)
    return [(Segment(title, Style.TITLE),), *paragraph([Segment(books, Style.DIM)], width)]


def choice_lines(entities: Sequence[Entity], width: int) -> list[Line]:
    """Say of how many entities one can be chosen."""
    return paragraph([Segment(f"{count(len(entities), 'name')} in these words", Style.TITLE)], width)


def statement_lines(here: Related | Entity | None, width: int) -> list[Line]:
    """Quote what states the relation under the cursor, or say what can be done there."""
    if isinstance(here, Related):
        return related_lines(here, width, _MOST_STATEMENTS)
    said = (
        "No handbook relates it to anything." if here is None else "Enter shows what the handbooks say of it."
    )
    return paragraph([Segment(said, Style.ABSENT)], width)


def _letters(n_letters: int) -> Iterator[str]:
    """Yield A to Z, then AA, AB and so on."""
    yield from ascii_uppercase[:n_letters]
    pairs = product(ascii_uppercase, repeat=2)
    for _ in range(len(ascii_uppercase), n_letters):
        yield "".join(next(pairs))
