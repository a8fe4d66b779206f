from __future__ import annotations

import pytest

from edgerag.domain.pages import handbook_text
from edgerag.evaluate.corpus import corpus_handbooks, with_titles
from edgerag.evaluate.datasets.corpora import Document

ROWS = (
    Document("b1", "Rest and drink.", "Fever — treatment", "B"),
    Document("a1", "word " * 30, "", "A"),
    Document("b2", "Wash hands.", "Prevention", "B"),
)


def test_rows_of_one_handbook_become_its_sections() -> None:
    a, b = corpus_handbooks(ROWS, chunk_words=160, overlap_words=32)
    assert (a.name, b.name) == ("A", "B")
    assert [section.heading for section in b.parsed.sections] == ["Fever — treatment", "Prevention"]
    assert [b.documents[section.id] for section in b.parsed.sections] == ["b1", "b2"]


def test_chunks_are_verbatim_and_carry_their_heading() -> None:
    _, b = corpus_handbooks(ROWS, chunk_words=160, overlap_words=32)
    text = handbook_text(b.parsed.pages)
    assert [chunk.indexed_text for chunk in b.parsed.chunks] == [
        "Fever — treatment\nRest and drink.",
        "Prevention\nWash hands.",
    ]
    assert all(text[chunk.start : chunk.end] == chunk.text for chunk in b.parsed.chunks)


def test_long_rows_are_cut_into_several_chunks() -> None:
    a, _ = corpus_handbooks(ROWS, chunk_words=10, overlap_words=2)
    assert len(a.parsed.chunks) > 2
    assert {a.documents[chunk.section_id] for chunk in a.parsed.chunks} == {"a1"}


def test_ids_follow_content_and_chunking() -> None:
    def ids(rows: tuple[Document, ...], words: int) -> list[str]:
        made = corpus_handbooks(rows, chunk_words=words, overlap_words=2)
        return [handbook.parsed.handbook.id for handbook in made]

    assert ids(ROWS, 10) == ids(ROWS, 10)
    assert ids(ROWS, 10) != ids(ROWS, 20)
    assert ids(ROWS, 10)[0] == ids(ROWS[1:], 10)[0]
    assert ids(ROWS, 10)[1] != ids(ROWS[1:], 10)[1]


def test_rows_without_a_handbook_share_one() -> None:
    (only,) = corpus_handbooks((Document("1", "x"), Document("2", "y")), chunk_words=160, overlap_words=32)
    assert only.parsed.handbook.n_sections == 2


@pytest.mark.parametrize("mark", [": ", " . "])
def test_titles_that_begin_the_texts_become_headings(mark: str) -> None:
    rows = [Document("1", f"Burns (DO NOT){mark}Do not: ice . it"), Document("2", f"Fever{mark}Rest.")]
    assert [(row.title, row.text) for row in with_titles(rows)] == [
        ("Burns (DO NOT)", "Do not: ice . it"),
        ("Fever", "Rest."),
    ]


@pytest.mark.parametrize(
    "texts",
    [
        ["METHODS: we looked", "METHODS: we asked", "METHODS: we read"],
        ["Fever: rest", "no title here", "nor here"],
        ["x" * 400 + ": late", "y" * 400 + ": late"],
    ],
)
def test_other_beginnings_are_no_titles(texts: list[str]) -> None:
    rows = [Document(str(number), text) for number, text in enumerate(texts)]
    assert with_titles(rows) == rows


def test_titles_that_a_corpus_states_stay() -> None:
    rows = [Document("1", "A: b", "Stated"), Document("2", "C: d")]
    assert with_titles(rows) == rows


def test_empty_corpus_has_no_handbooks() -> None:
    assert corpus_handbooks((), chunk_words=160, overlap_words=32) == ()
