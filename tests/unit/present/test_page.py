from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from edgerag.domain.answers import Citation
from edgerag.domain.handbooks import Page
from edgerag.domain.ids import SectionId
from edgerag.present.lines import Style, cells, plain
from edgerag.present.page import first_quoted_line, page_lines, page_name, quotation_place

TEXT = "Anaphylaxis\n\nLay the patient flat.\nGive adrenaline\n0.5 mg IM at once.\nCall for help."


def page(text: str, number: int | None = 4, label: str = "") -> Page:
    return Page(4, number, label, 0, text)


def citing(text: str, quote: str) -> Citation:
    start = text.index(quote)
    return Citation(SectionId(1), "Care", 4, 4, quote, start, start + len(quote))


def test_a_quotation_is_marked_in_the_margin_across_line_ends() -> None:
    lines = page_lines(page(TEXT), [citing(TEXT, "Give adrenaline\n0.5 mg IM")], 60)
    marked = [line for line in plain(lines).splitlines() if line.startswith("> ")]
    assert marked == ["> Give adrenaline", "> 0.5 mg IM at once."]
    assert plain(lines[first_quoted_line(lines) :]).startswith("> Give adrenaline")


def test_a_quotation_of_another_page_is_not_marked() -> None:
    other = Citation(SectionId(1), "Care", 5, 5, "Give", 0, 4)
    assert ">" not in plain(page_lines(page(TEXT), [other], 60))


def test_a_page_without_text_says_where_to_look() -> None:
    assert "Open the original" in " ".join(plain(page_lines(page(" \n"), [], 60)).split())


def test_pages_are_named_as_a_reader_finds_them() -> None:
    assert page_name(page("")) == "page 4"
    assert page_name(page("", label="xii")) == "page 4 (printed xii)"
    assert page_name(page("", number=None)) == "part 4"
    assert page_name(page("", number=None, label="Row 2 to Row 31")) == "part 4 (Row 2 to Row 31)"


def test_one_quotation_is_not_numbered() -> None:
    assert quotation_place(0, 1) == ""
    assert "2 of 3" in quotation_place(1, 3)


@example(text=" ", ends=(0, 0), width=8)
@given(
    text=st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), min_size=1),
    ends=st.tuples(st.integers(0, 50), st.integers(0, 50)),
    width=st.integers(8, 60),
)
def test_any_page_keeps_its_words_and_its_width(text: str, ends: tuple[int, int], width: int) -> None:
    start, end = min(*ends, len(text)), min(max(ends), len(text))
    start = min(start, end)
    citation = Citation(SectionId(1), "", 4, 4, text[start:end], start, end)
    lines = page_lines(page(text), [citation], width)
    assert all(cells("".join(segment.text for segment in line)) <= width for line in lines)
    if text[start:end].strip().isprintable() and text[start:end].strip() and text.strip():
        assert any(segment.style is Style.FOUND for line in lines for segment in line)
