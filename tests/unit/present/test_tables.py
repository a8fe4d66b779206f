from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from html import unescape
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.answers import Citation
from edgerag.domain.ids import SectionId
from edgerag.ingest.records import record_lines
from edgerag.language.fitting import fitting_row, patient_of
from edgerag.language.tables import tables_in
from edgerag.present.cards import card_lines, cards_of
from edgerag.present.html import report_html
from edgerag.present.lines import Style, cells, plain
from edgerag.present.markdown import report_markdown
from edgerag.present.pairs import side_lines
from edgerag.present.tables import BAR, MARK, Shown, quoted_table, stretches, table_lines
from edgerag.present.tables_html import table_html
from edgerag.present.text import quoted_table_lines, report_lines

if TYPE_CHECKING:
    from tests.unit.present.conftest import Builder

DOSES = (
    "Weight | Amoxicillin each time | Syrup 125 mg in 5 mL\n"
    "5 to 7 kg | 175 mg | 7 mL\n"
    "8 to 11 kg | 250 mg | 10 mL\n"
    "12 to 17.5 kg | 375 mg | 15 mL"
)
WORDS = [
    "Weight",
    "Dose",
    "10-14 kg",
    "5 mL",
    "Adults",
    "once a day",
    "15 to 19 kg",
    "250",
    "≥ 3 years",
    "x" * 20,
]
ROWS = st.lists(st.lists(st.sampled_from(WORDS), min_size=2, max_size=4), min_size=2, max_size=6)


def shown(text: str, question: str = "", quote: str = "") -> Shown:
    (table,) = tables_in(text)
    start = text.index(quote)
    quoted = ((start, start + len(quote)),) if quote else ()
    return Shown(text, table, quoted, fitting_row(text, table, patient_of(question)))


def citation(quote: str, table: str = DOSES) -> Citation:
    return Citation(SectionId(1), "Care", 4, 4, quote, 0, len(quote), table)


def words(text: str) -> list[str]:
    drawn = text.translate(dict.fromkeys(map(ord, "│─┼►|"), " "))
    return sorted(drawn.split())


def test_columns_stand_under_their_heads_and_the_row_for_the_child_has_a_mark() -> None:
    assert plain(table_lines(shown(DOSES, "dose for a child of 9 kg"), 66)).splitlines() == [
        "  Weight        │ Amoxicillin each time │ Syrup 125 mg in 5 mL",
        "  ──────────────┼───────────────────────┼─────────────────────",
        "  5 to 7 kg     │ 175 mg                │ 7 mL",
        "► 8 to 11 kg    │ 250 mg                │ 10 mL",
        "  12 to 17.5 kg │ 375 mg                │ 15 mL",
        "► The row for 9 kg",
    ]


def test_a_cell_is_folded_within_its_column_and_its_row_is_ruled_off() -> None:
    lines = plain(table_lines(shown(DOSES), 44)).splitlines()
    assert lines[:3] == [
        "Weight        │ Amoxicillin   │ Syrup 125 mg",
        "              │ each time     │ in 5 mL",
        "──────────────┼───────────────┼─────────────",
    ]
    assert lines.count(lines[2]) == 3


def test_where_columns_do_not_fit_each_row_is_told_by_their_names() -> None:
    lines = plain(table_lines(shown(DOSES, "child of 9 kg"), 30)).splitlines()
    at = lines.index("► Weight: 8 to 11 kg")
    assert lines[at : at + 4] == [
        "► Weight: 8 to 11 kg",
        "►   Amoxicillin each time: 250",
        "►     mg",
        "►   Syrup 125 mg in 5 mL: 10",
    ]


def test_a_row_whose_columns_are_not_certain_stands_as_the_page_has_it() -> None:
    text = DOSES + "\nOver 17.5 kg | 20 mL"
    for width in (30, 60):
        assert "Over 17.5 kg | 20 mL" in plain(table_lines(shown(text), width))


def test_what_is_quoted_stands_out_in_its_cells_and_nothing_else_does() -> None:
    for width in (66, 44, 30):
        lines = table_lines(shown(DOSES, quote="8 to 11 kg | 250 mg"), width)
        found = [part.text for line in lines for part in line if part.style is Style.FOUND]
        assert sorted(" ".join(found).split()) == sorted(["8", "to", "11", "kg", "250", "mg"])


def test_an_answer_shows_the_quoted_row_under_its_head() -> None:
    table = quoted_table([citation("8 to 11 kg | 250 mg | 10 mL")], "dose for a child of 9 kg")
    assert table is not None
    assert [table.text[row.start : row.end] for row in table.table.rows] == [
        "Weight | Amoxicillin each time | Syrup 125 mg in 5 mL",
        "8 to 11 kg | 250 mg | 10 mL",
    ]
    assert table.remark == "The row for 9 kg"


def test_what_of_a_quoted_row_is_different_elsewhere_stands_out_in_its_cell() -> None:
    quote = "8 to 11 kg | 250 mg | 10 mL"
    table = quoted_table([citation(quote)], "", lambda text: [(text.index("250"), text.index(" | 10"))])
    assert table is not None
    for width in (66, 30):
        parts = [part for line in table_lines(table, width) for part in line]
        assert " ".join(part.text for part in parts if part.style is Style.MARKED) == "250 mg"
        said = " ".join(part.text for part in parts if part.style is Style.QUOTE)
        assert sorted(said.split()) == sorted(["8", "to", "11", "kg", "10", "mL"])


def test_an_answer_that_quotes_another_row_shows_the_right_one_too_and_says_so() -> None:
    table = quoted_table([citation("5 to 7 kg | 175 mg | 7 mL")], "dose for a child of 9 kg")
    assert table is not None
    assert len(table.table.rows) == 3
    assert table.remark == "The row for 9 kg, which is not the quoted one"


@pytest.mark.parametrize(
    "quoted", [citation("Give water."), citation("x", ""), citation("Give", "Give | now")]
)
def test_an_answer_that_quotes_no_row_shows_no_table(quoted: Citation) -> None:
    assert quoted_table([quoted], "child of 9 kg") is None


def test_the_row_of_a_list_names_its_columns() -> None:
    text = "Row 2 | Medicine: quinine | Dose: 10 mg/kg\nRow 3 | Medicine: morphine | Dose: 0.1 mg/kg"
    assert plain(table_lines(shown(text), 60)).splitlines() == [
        "      │ Medicine │ Dose",
        "──────┼──────────┼──────────",
        "Row 2 │ quinine  │ 10 mg/kg",
        "Row 3 │ morphine │ 0.1 mg/kg",
    ]
    assert plain(table_lines(shown(text), 25)).splitlines()[:2] == [
        "Row 2   Medicine: quinine",
        "  Dose: 10 mg/kg",
    ]


def text_of(rows: list[list[str]]) -> str:
    return "\n".join(" | ".join(row) for row in rows)


@given(ROWS, st.integers(30, 90), st.sampled_from(["", "child of 12 kg", "child of 4 years"]))
def test_a_table_in_columns_has_the_words_of_the_page_and_its_width(
    rows: list[list[str]], width: int, question: str
) -> None:
    text = text_of(rows)
    for table in tables_in(text):
        one = Shown(text, table, (), fitting_row(text, table, patient_of(question)))
        lines = table_lines(one, width)
        assert all(cells("".join(part.text for part in line)) <= width for line in lines)
        laid_out = plain(lines).removesuffix(f"{MARK}{one.remark}\n" if one.fitting else "")
        if BAR in laid_out or not table.names:
            assert words(laid_out) == words(text)
        else:
            assert not set(words(text)) - set(words(laid_out))


@given(ROWS, st.integers(34, 90))
def test_every_cell_keeps_its_words_in_their_order(rows: list[list[str]], width: int) -> None:
    text = text_of(rows)
    for table in tables_in(text):
        drawn = plain(table_lines(Shown(text, table), width)).splitlines()
        split = [line.split("│") for line in drawn if "│" in line]
        for row in table.rows:
            if split and table.is_aligned(row):
                for at, cell in enumerate(row.cells):
                    assert cell.of(text) in " ".join(" ".join(line[at] for line in split).split())


@given(st.text(st.characters(codec="utf-8"), max_size=80) | ROWS.map(text_of))
def test_stretches_are_the_text(text: str) -> None:
    parts = list(stretches(text))
    assert "\n".join(text[start:end] for (start, end), _ in parts) == text
    assert all(table is None or (table.start, table.end) == span for span, table in parts)


def test_a_row_is_another_than_the_quoted_one_only_in_the_table_that_is_quoted() -> None:
    text = f"Give amoxicillin.\n{DOSES}"
    assert shown(text, "child of 9 kg", "Give amoxicillin.").remark == "The row for 9 kg"
    assert shown(text, "child of 9 kg", "5 to 7 kg").remark == "The row for 9 kg, which is not the quoted one"


def test_several_quoted_rows_of_a_table_stand_in_one() -> None:
    both = [citation("12 to 17.5 kg | 375 mg | 15 mL"), citation("5 to 7 kg | 175 mg | 7 mL")]
    table = quoted_table(both, "child of 6 kg")
    assert table is not None
    assert [table.text[row.start : row.end][:6] for row in table.table.rows] == ["Weight", "5 to 7", "12 to "]
    assert table.remark == "The row for 6 kg"


SPLIT = (
    "Row 1 | column A: thiotepa | column B: 5 mg | 10 mg | column C: IV\n"
    "Row 2 | column A: bleomycin | column B: 15 mg | column C: IV\n"
    "Row 3 | column A: vincristine | column B: 1.4 mg | column C: IV"
)


@pytest.mark.parametrize("width", [1, 12, 40, 80, 200])
def test_a_row_with_a_bar_in_a_cell_is_quoted_as_the_page_has_it_and_under_no_columns(width: int) -> None:
    quote = SPLIT.split("\n")[0]
    laid_out = plain(quoted_table_lines([citation(quote, SPLIT)], "dose of thiotepa", width, indent=0))
    assert "".join(laid_out.split()) == "".join(quote.split())


def test_no_columns_are_drawn_for_a_head_over_a_row_with_a_bar_in_a_cell() -> None:
    rows = ["Row 1 | Medicine | Dose", "Row 2 | Medicine: thiotepa | Dose: 5 mg | 10 mg"]
    table = "\n".join([*rows, "Row 3 | Medicine: zinc | Dose: 1 g"])
    laid_out = plain(quoted_table_lines([citation(rows[1], table)], "dose", 80, indent=0))
    assert laid_out.splitlines() == rows


def test_a_row_with_a_bar_in_a_cell_stands_below_the_rows_that_have_columns() -> None:
    quotes = SPLIT.split("\n")
    laid_out = plain(quoted_table_lines([citation(one, SPLIT) for one in quotes], "dose", 80, indent=0))
    assert laid_out.splitlines() == [
        "      │ column A    │ column B │ column C",
        "──────┼─────────────┼──────────┼─────────",
        quotes[0],
        "Row 2 │ bleomycin   │ 15 mg    │ IV",
        "Row 3 │ vincristine │ 1.4 mg   │ IV",
    ]


CELLS = st.sampled_from(
    [*WORDS, "", " ", "5 mg | 10 mg", "a|b", " | ", "Dose: 5 mg", "Row 3 | x", "|", "9 kg"]
)
RAGGED = st.lists(st.lists(CELLS, min_size=1, max_size=5), min_size=1, max_size=6)
WRITTEN = st.sampled_from(["barred", "fenced", "record", "headed"])


def written(rows: Sequence[Sequence[str]], form: str) -> list[str]:
    """Write rows as a page keeps them: with bars between or around the cells, or as rows of a list."""
    if form == "barred":
        return [" | ".join(row) for row in rows]
    if form == "fenced":
        return [f"| {' | '.join(row)} |" for row in rows]
    head = ["Row 1 | Name | Weight | Dose"] if form == "headed" else []
    columns = ["Name", "Weight", "Dose", "Name", "Form"]
    lines = [
        line
        for at, row in enumerate(rows, start=2)
        for line in record_lines(f"Row {at}", list(zip(columns, row, strict=False)))
    ]
    return head + lines


def letters(text: str) -> Counter[str]:
    """Count the letters and digits, whatever lines and columns they stand in."""
    return Counter(filter(str.isalnum, text))


@given(RAGGED, WRITTEN, st.integers(1, 100), st.sampled_from(["", "child of 9 kg"]), st.data())
def test_whatever_rows_are_quoted_the_display_shows_every_word_of_them(
    rows: list[list[str]], form: str, width: int, question: str, data: st.DataObject
) -> None:
    lines = written(rows, form) or ["none"]
    text = "\n".join(lines)
    quotes = data.draw(st.lists(st.sampled_from(lines), min_size=1, max_size=3, unique=True))
    citations = [citation(quote, text) for quote in quotes if quote.strip()]
    if not citations or (table := quoted_table(citations, question)) is None:
        return
    in_lines = plain(table_lines(table, width))
    in_markup = unescape(re.sub(r"<[^>]*>", " ", "\n".join(table_html(table))))
    for row in table.table.rows:
        for cell in row.cells:
            said = cell.of(text)
            assert not letters(said) - letters(in_lines)
            assert all(word in in_markup for word in said.split())


@given(RAGGED, WRITTEN, st.integers(1, 100))
def test_whatever_tables_a_page_has_the_display_shows_every_word_of_them(
    rows: list[list[str]], form: str, width: int
) -> None:
    text = "\n".join(written(rows, form))
    for table in tables_in(text):
        for some in (table.rows, table.rows[:1], table.rows[-1:], ()):
            # a head that is not shown is none
            is_whole = (
                table.head.stop <= len(some) and some[: table.head.stop] == table.rows[: table.head.stop]
            )
            part = replace(table, rows=some, head=table.head if is_whole else range(0))
            drawn = plain(table_lines(Shown(text, part), width))
            assert not sum(
                (letters(cell.of(text)) for row in some for cell in row.cells), Counter()
            ) - letters(drawn)


def test_every_display_of_an_answer_quotes_a_row_with_a_bar_in_a_cell(make: Builder) -> None:
    quote = SPLIT.split("\n")[0]
    answer = make.answered(make.handbook("Guide"), quote, citation(quote, SPLIT))
    report = make.report(answer)
    displays = [
        plain(report_lines(report, 80)),
        *(plain(card_lines(card, 80)) for card in cards_of(report)),
        plain(side_lines(answer, lambda _: (), 80)),
        report_markdown(report),
        unescape(re.sub(r"<[^>]*>", " ", report_html(report))),
    ]
    assert len(displays) == 5
    for display in displays:
        assert not letters(quote) - letters(display)
        assert "thiotepa" in display
        assert "5 mg" in display
