from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from edgerag.domain.answers import Citation
from edgerag.domain.handbooks import Page, Section
from edgerag.domain.ids import SectionId
from edgerag.language.fitting import patient_of
from edgerag.present.inert import inert
from edgerag.present.lines import Segment, Style, cells, paragraph, plain
from edgerag.present.page import (
    LEAST_HEADING,
    first_quoted_line,
    page_lines,
    page_name,
    page_title,
    quotation_place,
    section_label,
)
from tests.answers import make_handbook

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


BOOK = make_handbook("Standard treatment guidelines", "2008")


def test_where_the_page_is_one_of_many_is_whole_however_narrow_the_screen() -> None:
    pages = [Page(n, n, "", 0, "") for n in range(1, 444)]
    wide = plain(page_title(BOOK, pages[402], pages, "place 1 of 38", 80)).splitlines()
    assert wide[1] == "page 403 of 443   place 1 of 38"
    narrow = plain(page_title(BOOK, pages[402], pages, "place 1 of 38", 20)).splitlines()
    assert narrow[1:] == ["page 403 of 443", "place 1 of 38"]


def test_pages_that_a_text_numbers_otherwise_are_not_counted() -> None:
    pages = [Page(1, 29, "", 0, ""), Page(2, 140, "", 0, "")]
    assert plain(page_title(BOOK, pages[1], pages, "", 80)).splitlines()[1] == "page 140"
    parts = [Page(n, None, "", 0, "") for n in (1, 2)]
    assert plain(page_title(BOOK, parts[1], parts, "", 80)).splitlines()[1] == "part 2 of 2"


@given(st.text(st.characters(codec="utf-8"), max_size=60), st.integers(1, 9999), st.integers(1, 40))
def test_the_page_of_a_section_is_whole_however_much_of_its_heading_is_cut(
    heading: str, number: int, columns: int
) -> None:
    section = Section(SectionId(1), 0, None, 1, heading, (heading,), 0, 0, number, number)
    label = section_label(section, columns)
    assert label.endswith(f"  {number}")
    assert cells(label) <= max(columns, LEAST_HEADING + len(f"  {number}"))


DOSES = "Amoxicillin\nWeight | Each time\n5 to 7 kg | 175 mg\n8 to 11 kg | 250 mg\nFor five days."


def test_a_table_stands_in_columns_with_the_quoted_row_and_the_row_for_the_child_marked() -> None:
    quoted, patient = citing(DOSES, "8 to 11 kg | 250 mg"), patient_of("What dose for a child of 9 kg?")
    assert plain(page_lines(page(DOSES), [quoted], 60, patient)).splitlines() == [
        "  Amoxicillin",
        "    Weight     │ Each time",
        "    ───────────┼──────────",
        "    5 to 7 kg  │ 175 mg",
        "> ► 8 to 11 kg │ 250 mg",
        "  ► The row for 9 kg",
        "  For five days.",
    ]


def test_a_quotation_goes_on_from_text_into_a_table() -> None:
    lines = page_lines(page(DOSES), [citing(DOSES, "Amoxicillin\nWeight | Each time\n5 to 7 kg")], 60)
    marked = [line for line in plain(lines).splitlines() if line.startswith("> ")]
    assert marked == ["> Amoxicillin", "> Weight     │ Each time", "> 5 to 7 kg  │ 175 mg"]


@given(
    text=st.text(st.characters(codec="utf-8", exclude_characters="|"), min_size=1, max_size=200),
    width=st.integers(20, 60),
)
def test_text_that_is_no_table_stands_as_it_is(text: str, width: int) -> None:
    if text.strip():
        drawn = ["".join(part.text for part in line) for line in page_lines(page(text), [], width)]
        expected = [
            "".join(part.text for part in line)
            for row in inert(text).split("\n")
            for line in paragraph(
                [Segment(row)] if row else [], width - 2, indent=min(len(row) - len(row.lstrip(" ")), 12)
            )
            or [()]
        ]
        assert drawn == [f"  {line}" for line in expected]


def test_a_page_is_scrolled_to_the_head_of_the_table_that_is_quoted() -> None:
    lines = page_lines(page(DOSES), [citing(DOSES, "8 to 11 kg | 250 mg")], 60)
    assert plain(lines[first_quoted_line(lines) :]).startswith("  Weight     │ Each time")
    long = DOSES.replace("8 to 11 kg", "\n".join(f"{n} kg | 1 mg" for n in range(100, 120)) + "\n8 to 11 kg")
    lines = page_lines(page(long), [citing(long, "8 to 11 kg | 250 mg")], 60)
    assert plain(lines[first_quoted_line(lines) :]).startswith("> 8 to 11 kg │ 250 mg")


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
