"""What was found in the handbooks: a line for each, and a line for each place in it."""

from __future__ import annotations

from collections.abc import Sequence

from edgerag.present.amounts import count
from edgerag.present.inert import one_line
from edgerag.present.wording import heading, name, pages
from edgerag.store.find import Found, Place


def book_line(found: Found) -> str:
    """Name a handbook, and say how often it has the words."""
    return f"{name(found.handbook)}: {count(len(found.places), 'place')}"


def place_line(place: Place) -> str:
    """Say where the words stand, and what stands around them."""
    parts = pages([place.cited]), heading(place.cited), f"… {one_line(place.around)} …"
    return "  ".join(filter(None, parts))


def found_sentence(found: Sequence[Found], n_shown: int) -> str:
    """Say how much was found, and how much of it the list leaves out."""
    n_places = sum(len(one.places) for one in found)
    if not n_places:
        return "Nothing has these words. Try the beginning of a word, or fewer of them."
    told = f"{count(n_places, 'place')} in {count(len(found), 'handbook')}"
    return f"{told}; the first {n_shown} are listed: add a word for fewer" if n_shown < n_places else told
