from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.handbooks import Chunk, ParsedHandbook
from edgerag.domain.ids import ChunkId, SectionId
from tests.synthetic import make_handbook

TEXT = st.text(st.characters(codec="utf-8"), max_size=30)


@given(prefix=TEXT, text=TEXT)
def test_a_chunk_is_found_by_its_headings_and_by_its_text(prefix: str, text: str) -> None:
    chunk = Chunk(ChunkId(1), SectionId(1), 0, prefix, 0, len(text), text)
    assert chunk.indexed_text.endswith(text)
    assert chunk.indexed_text.startswith(prefix)
    assert len(chunk.indexed_text) == len(prefix) + len(text) + bool(prefix)


@given(title=TEXT, texts=st.lists(TEXT, min_size=1, max_size=4))
def test_a_handbook_comes_through_a_pipe_as_it_is(title: str, texts: list[str]) -> None:
    parsed = make_handbook(title, texts)
    piped = msgspec.msgpack.encode(parsed)
    assert msgspec.msgpack.decode(piped, type=ParsedHandbook) == parsed


def test_a_handbook_is_called_what_its_metadata_say() -> None:
    book = make_handbook("Clinic", ["Oxygen."]).handbook
    assert (book.title, book.edition) == (book.metadata.title.value, book.metadata.edition.value)
    assert book.title == "Clinic"
