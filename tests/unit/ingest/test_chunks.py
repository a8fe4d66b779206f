from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.ids import HandbookId
from edgerag.domain.pages import handbook_text
from edgerag.ingest.blocks import Block, BlockKind, DraftPage
from edgerag.ingest.chunks import LENIENCE, TINY, build_chunks, windows, words
from edgerag.ingest.sections import build_sections, lay_out

BOOK = HandbookId("0123456789abcdef")


def chunked(blocks: list[Block], chunk_words: int = 20, overlap_words: int = 4):  # type: ignore[no-untyped-def]
    pages, marks = lay_out([DraftPage(1, blocks=blocks)])
    sections = build_sections(BOOK, pages, marks, "Opening")
    text = handbook_text(pages)
    return text, build_chunks(
        BOOK, text, sections, marks, chunk_words=chunk_words, overlap_words=overlap_words
    )


def test_three_windows_of_ten_words_share_two() -> None:
    text = " ".join(f"w{n}" for n in range(26))
    cut = [text[start:end].split() for start, end in windows(text, 10, 2)]
    assert [(c[0], c[-1], len(c)) for c in cut] == [("w0", "w9", 10), ("w8", "w17", 10), ("w16", "w25", 10)]


def test_a_window_ends_with_the_sentence_when_that_is_near() -> None:
    text = "a b c d e f g h i. " + "x " * 30
    start, end = next(windows(text, 10, 2))
    assert text[start:end] == "a b c d e f g h i."


def test_chinese_counts_two_characters_a_word() -> None:
    assert len(words("成人过敏性休克")) == 4


def test_one_endless_word_is_cut() -> None:
    assert len(list(windows("x" * 100_000, 160, 32))) > 5


@given(
    st.lists(st.sampled_from(["dose", "5", "mg.", "fever\n", "水", "发烧", "a|b", "end.\n"]), max_size=400),
    st.integers(10, 60),
    st.integers(0, 8),
)
def test_windows_cover_every_word_and_overlap_as_asked(pieces: list[str], size: int, overlap: int) -> None:
    text = " ".join(pieces)
    if overlap >= size - int(LENIENCE * size):
        return
    spans = words(text)
    cut = list(windows(text, size, overlap))
    counts = [sum(low <= s and e <= high for s, e in spans) for low, high in cut]
    assert all(any(low <= s and e <= high for low, high in cut) for s, e in spans)
    assert all(count <= size * (1 + TINY) for count in counts)
    for (_, high), (low, _) in pairwise(cut):
        assert sum(low <= s and e <= high for s, e in spans) == overlap


def test_windows_that_cannot_advance_are_refused() -> None:
    with pytest.raises(ValueError, match="cannot share"):
        list(windows("a b c", 10, 9))


def test_chunk_text_is_the_span_and_prefix_is_the_path() -> None:
    text, chunks = chunked(
        [
            Block(BlockKind.HEADING, "Malaria", level=1),
            Block(BlockKind.HEADING, "Treatment", level=2),
            Block(BlockKind.PARAGRAPH, " ".join(f"word{n}" for n in range(50))),
        ]
    )
    assert all(text[chunk.start : chunk.end] == chunk.text for chunk in chunks)
    assert {chunk.prefix for chunk in chunks} == {"Malaria > Treatment"}
    assert chunks[0].text.startswith("word0 ")


def test_window_inside_a_table_repeats_the_header_row() -> None:
    rows = [Block(BlockKind.ROW, f"{n} kg | {10 * n} mg", table=1) for n in range(3, 20)]
    _, chunks = chunked(
        [Block(BlockKind.HEADING, "Doses", level=1), Block(BlockKind.ROW, "Weight | Dose", table=1), *rows]
    )
    assert chunks[0].prefix == "Doses"
    assert len(chunks) > 2
    assert all(chunk.prefix == "Doses\nWeight | Dose" for chunk in chunks[1:])


def test_heading_without_text_or_subsections_is_still_found() -> None:
    _, chunks = chunked(
        [Block(BlockKind.HEADING, "Chapter", level=1), Block(BlockKind.HEADING, "Refer same day", level=2)]
    )
    assert [chunk.text for chunk in chunks] == ["Refer same day"]


@given(st.lists(st.integers(1, 40), min_size=1, max_size=30))
def test_rows_of_data_are_cut_between_rows_alone(lengths: list[int]) -> None:
    rows = [f"Row {n} | Medicine: number {n}" + " word" * length for n, length in enumerate(lengths, start=2)]
    text, chunks = chunked([Block(BlockKind.RECORD, row) for row in rows])
    assert [line for chunk in chunks for line in chunk.text.split("\n")] == rows
    assert all(text[chunk.start : chunk.end] == chunk.text for chunk in chunks)
    assert all(len(words(chunk.text)) <= 20 or "\n" not in chunk.text for chunk in chunks)
