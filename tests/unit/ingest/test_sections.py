from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.handbooks import Section
from edgerag.domain.ids import HandbookId
from edgerag.domain.pages import handbook_text
from edgerag.ingest.blocks import Block, BlockKind, DraftPage
from edgerag.ingest.sections import build_sections, lay_out

BOOK = HandbookId("0123456789abcdef")


def heading(text: str, level: int) -> Block:
    return Block(BlockKind.HEADING, text, level=level)


def body(text: str) -> Block:
    return Block(BlockKind.PARAGRAPH, text)


def built(*pages: list[Block]) -> tuple[str, tuple[Section, ...]]:
    laid, marks = lay_out([DraftPage(number, blocks=blocks) for number, blocks in enumerate(pages, start=5)])
    return handbook_text(laid), build_sections(BOOK, laid, marks, "The Book")


def test_tree_paths_pages_and_the_text_before_the_first_heading() -> None:
    text, sections = built(
        [body("preface"), heading("Malaria", 10), body("about")],
        [heading("Severe", 40), body("refer"), heading("Snakes", 10)],
        [body("tourniquets never")],
    )
    assert [section.path for section in sections] == [
        ("The Book",),
        ("Malaria",),
        ("Malaria", "Severe"),
        ("Snakes",),
    ]
    assert sections[2].parent == sections[1].id
    assert [(section.first_page, section.last_page) for section in sections] == [
        (5, 5),
        (5, 5),
        (6, 6),
        (6, 7),
    ]
    assert text[sections[3].start : sections[3].end] == "Snakes\ntourniquets never"


@given(
    st.lists(
        st.lists(
            st.one_of(
                st.builds(heading, st.text(max_size=8), st.integers(1, 20)),
                st.builds(body, st.text(max_size=20)),
            ),
            max_size=6,
        ),
        min_size=1,
        max_size=5,
    )
)
def test_sections_partition_the_text(pages: list[list[Block]]) -> None:
    text, sections = built(*pages)
    assert "".join(text[section.start : section.end] for section in sections) == text
    by_id = {section.id: section for section in sections}
    for section in sections:
        assert section.level == len(section.path)
        if section.parent is not None:
            assert by_id[section.parent].path == section.path[:-1]
            assert by_id[section.parent].ordinal < section.ordinal
