"""Names of parts of the body, illnesses, medicines, tests and deeds that the project's own tables lack.

They are WordNet's, about 4,500 of 3,500 things; `packaging/entity_names.py` says which. They are for reading
handbooks: a question is read by the project's own tables alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from edgerag.domain.entities import EntityType
from edgerag.language.entities import Named
from edgerag.language.matching import Matcher


def rarely_named(text: str) -> Iterator[Named]:
    """Find what a text names by these names, in its order; they may overlap."""
    for start, end, (kind, name) in _matcher().find(text):
        yield Named(kind, name, start, end)


@cache
def lines() -> tuple[tuple[EntityType, tuple[str, ...]], ...]:
    """Give the type of each thing and its names, the commonest first."""
    content = files("edgerag.language").joinpath("data", "wordnet_entities.txt").read_text(encoding="utf-8")
    listed = (line.split(" | ") for line in content.splitlines() if not line.startswith("#"))
    return tuple((EntityType(kind), tuple(names)) for kind, *names in listed)


@cache
def _matcher() -> Matcher[tuple[EntityType, str]]:
    matcher: Matcher[tuple[EntityType, str]] = Matcher()
    for kind, names in lines():
        for name in names:
            matcher.add(name, (kind, names[0]))
    return matcher
