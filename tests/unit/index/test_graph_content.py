from __future__ import annotations

from edgerag.domain.entities import RelationType
from edgerag.index.graph_content import content_of
from edgerag.store.library import Library
from tests.graphs import make_extracted
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

BOOK = make_handbook("Clinic", ["Artesunate treats malaria."])
EXTRACTED = make_extracted(BOOK, [("artesunate", RelationType.TREATS, "malaria")])


def test_everything_that_was_read_goes_into_the_graph(library: Library) -> None:
    library.add(BOOK, make_vectors(1), EMBEDDER, EXTRACTED)
    content = content_of(library)
    assert set(content.entities) == set(EXTRACTED.entities)
    (one,) = content.handbooks
    assert one.handbook.id == BOOK.handbook.id
    assert (set(one.mentions), tuple(one.relations)) == (set(EXTRACTED.mentions), EXTRACTED.relations)
    assert (tuple(one.sections), tuple(one.chunks)) == (BOOK.sections, BOOK.chunks)


def test_a_damaged_chunk_is_left_out(library: Library) -> None:
    library.add(BOOK, make_vectors(1), EMBEDDER, EXTRACTED)
    with library.transaction() as db:
        db.execute("update chunks set text = 'tampered'")
    (one,) = content_of(library).handbooks
    assert one.chunks == ()
