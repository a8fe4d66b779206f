from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.pages import handbook_text, locate, paginate

TEXTS = st.lists(st.text(max_size=30), min_size=1, max_size=6)


def make(texts: list[str]):  # type: ignore[no-untyped-def]
    return paginate(texts, range(1, len(texts) + 1), [""] * len(texts))


def test_a_span_over_a_page_end_becomes_two() -> None:
    pages = make(["abc", "def"])
    spans = locate(pages, 1, 6)
    assert [(s.page.number, s.start, s.end, s.text) for s in spans] == [(1, 1, 3, "bc"), (2, 0, 2, "de")]


def test_a_span_inside_one_page_keeps_to_it() -> None:
    pages = make(["abc", "", "def"])
    assert [(s.page.number, s.text) for s in locate(pages, 5, 8)] == [(3, "def")]


@given(TEXTS, st.data())
def test_located_spans_are_the_text_less_the_page_breaks(texts: list[str], data: st.DataObject) -> None:
    pages = make(texts)
    whole = handbook_text(pages)
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, len(whole)))
    breaks = {page.start - 1 for page in pages[1:]}
    expected = "".join(char for i, char in enumerate(whole) if start <= i < end and i not in breaks)
    assert "".join(span.text for span in locate(pages, start, end)) == expected
