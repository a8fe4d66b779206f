from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.handbooks import Chunk, Section
from edgerag.domain.ids import ChunkId, HandbookId, SectionId
from edgerag.domain.pages import handbook_text, paginate
from edgerag.retrieve.expand import LONGEST_PASSAGE, expand, page_of
from edgerag.retrieve.first_stage import Candidate
from edgerag.retrieve.rerank import Reranked

SENTENCE = "The patient is seen again after two weeks. "


def section(start: int, end: int, ordinal: int = 0) -> Section:
    return Section(SectionId(ordinal), ordinal, None, 1, "Follow-up", ("Care", "Follow-up"), start, end, 1, 1)


def read(start: int, end: int, section_id: int = 0) -> Reranked:
    chunk = Chunk(ChunkId(start), SectionId(section_id), start, "", start, end, "")
    return Reranked(Candidate(HandbookId("0" * 16), chunk, 0.5, 0.7), 1.5, 0.9)


def test_a_short_section_is_given_whole() -> None:
    pages = paginate([SENTENCE * 10], [1], [""])
    text = handbook_text(pages)
    (passage,) = expand([read(43, 86)], [section(0, len(text))], pages, 5)
    assert passage.text == text
    assert (passage.chunk_start, passage.chunk_end, passage.score) == (43, 86, 1.5)
    assert passage.path == ("Care", "Follow-up")


def test_a_long_section_is_cut_between_sentences_around_the_chunk() -> None:
    pages = paginate([SENTENCE * 200], [1], [""])
    (passage,) = expand([read(4300, 4386)], [section(0, len(SENTENCE) * 200)], pages, 5)
    assert passage.start % len(SENTENCE) == 0
    assert passage.end % len(SENTENCE) == 0
    assert LONGEST_PASSAGE - 2 * len(SENTENCE) < len(passage.text) <= LONGEST_PASSAGE
    assert passage.start < 4300 < 4386 < passage.end


def test_a_chunk_that_an_earlier_passage_contains_adds_nothing() -> None:
    pages = paginate([SENTENCE * 10], [1], [""])
    assert len(expand([read(0, 86), read(86, 172)], [section(0, 430)], pages, 5)) == 1


def test_a_passage_across_pages_says_so() -> None:
    pages = paginate([SENTENCE * 5, SENTENCE * 5], [7, 8], ["", ""])
    (passage,) = expand([read(0, 86)], [section(0, len(SENTENCE) * 10 + 1)], pages, 5)
    assert (passage.first_page, passage.last_page) == (7, 8)


def test_a_chunk_is_on_the_page_of_its_middle() -> None:
    pages = paginate(["a" * 100, "b" * 100], [1, 2], ["", ""])
    assert page_of(read(90, 190).candidate.chunk, pages) == 2
    assert page_of(read(10, 110).candidate.chunk, pages) == 1
    assert page_of(read(50, 150).candidate.chunk, pages) == 2


@given(
    st.lists(st.tuples(st.integers(0, 8000), st.integers(2, 1500)), min_size=1, max_size=12),
    st.integers(1, 5),
)
def test_passages_contain_their_chunks_and_never_overlap(spans: list[tuple[int, int]], n: int) -> None:
    text = (SENTENCE * 250)[:9600]
    pages = paginate([text], [1], [""])
    chunks = [read(start, start + length) for start, length in spans]
    passages = expand(chunks, [section(0, len(text))], pages, n)
    assert 1 <= len(passages) <= n
    for passage in passages:
        assert passage.text == text[passage.start : passage.end]
        assert passage.start <= passage.chunk_start < passage.chunk_end <= passage.end
        assert len(passage.text) <= LONGEST_PASSAGE
    bounds = sorted((passage.start, passage.end) for passage in passages)
    assert all(end <= start for (_, end), (start, _) in pairwise(bounds))


def test_a_passage_begins_and_ends_with_whole_rows_of_a_table() -> None:
    rows = [f"Medicine {n} | {n} mg | 5 to 14 kg: 1 tablet. Oral; daily" for n in range(200)]
    pages = paginate(["\n".join(rows)], [None], [""])
    start = pages[0].text.index(rows[90])
    (passage,) = expand([read(start, start + len(rows[90]))], [section(0, len(pages[0].text))], pages, 5)
    assert len(passage.text) > 1000
    assert passage.is_within_table
    assert set(passage.text.strip().split("\n")) <= set(rows)


def test_a_passage_that_has_the_head_of_its_table_is_not_within_it() -> None:
    pages = paginate(["Doses\nMedicine | Dose\nzinc | 20 mg\n"], [None], [""])
    start = pages[0].text.index("zinc")
    (passage,) = expand([read(start, start + 4)], [section(0, len(pages[0].text))], pages, 5)
    assert not passage.is_within_table


def test_a_passage_of_rows_of_data_begins_and_ends_between_rows() -> None:
    rows = [f"Row {n} | Medicine: number {n} | Dose: {n} mg. Repeat: never" for n in range(2, 200)]
    pages = paginate(["\n".join(rows)], [None], [""])
    start = pages[0].text.index(rows[90])
    (passage,) = expand([read(start, start + len(rows[90]))], [section(0, len(pages[0].text))], pages, 5)
    assert len(passage.text.strip().split("\n")) > 10
    assert set(passage.text.strip().split("\n")) <= set(rows)
