"""Two handbooks, and how tests put them into a library and look whether it holds them."""

from __future__ import annotations

from edgerag.domain.handbooks import ParsedHandbook
from edgerag.store.library import Library
from edgerag.store.rooms.stock import Added
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

CLINIC = make_handbook("Clinic", ["Adrenaline 0.5 mg IM.", "", "Oxygen 15 L/min."])
HOSPITAL = make_handbook("Hospital", ["Insulin infusion."])


def add(library: Library, parsed: ParsedHandbook) -> Added:
    return library.add(parsed, make_vectors(len(parsed.chunks)), EMBEDDER)


def assert_holds(library: Library, parsed: ParsedHandbook) -> None:
    id_ = parsed.handbook.id
    assert library.handbook(id_) == parsed.handbook
    assert library.pages(id_) == parsed.pages
    assert library.sections(id_) == parsed.sections
    assert library.all_chunks(id_) == parsed.chunks
    assert library.text(id_) == "\n".join(page.text for page in parsed.pages)
