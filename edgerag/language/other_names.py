"""Other names of illnesses, medicines and poisons, as `data/wordnet.txt` has them: "lues", "lamp oil".

They say what else a question may be searched by, and nothing of what it means: WordNet calls by one name
what a handbook may tell apart. The first of a line is what the thing is commonly called, and may have other
meanings; the others have none, and they alone are looked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from edgerag.language.matching import Matcher

Names = tuple[str, ...]
"""Names of one thing in small letters, the commonest first."""


def find(text: str) -> Iterator[tuple[int, int, Names]]:
    """Yield where a text has one of the rarer names, and all names of the same thing; they may overlap."""
    return _matcher().find(text)


@cache
def lines() -> tuple[Names, ...]:
    """Read the names, one thing after the other."""
    content = files("edgerag.language").joinpath("data", "wordnet.txt").read_text(encoding="utf-8")
    listed = (line for line in content.splitlines() if line and not line.startswith("#"))
    return tuple(tuple(line.lower().split(" | ")) for line in listed)


@cache
def _matcher() -> Matcher[Names]:
    matcher: Matcher[Names] = Matcher()
    for names in lines():
        for name in names[1:]:
            matcher.add(name, names)
    return matcher
