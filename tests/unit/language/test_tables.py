from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.tables import Table, tables_in

DOSES = "Weight | Tablet | Syrup\n6 to 10 kg | 1 | 5 mL\n11 to 15 kg | 2 | 10 mL"


def only(text: str) -> Table:
    (table,) = tables_in(text)
    return table


def cells(text: str, table: Table) -> list[list[str]]:
    return [[cell.of(text) for cell in row.cells] for row in table.rows]


def test_a_table_stands_between_other_lines_with_its_head_and_its_cells() -> None:
    text = f"Malaria\n{DOSES}\nGive with food."
    table = only(text)
    assert text[table.start : table.end] == DOSES
    assert table.names == ("Weight", "Tablet", "Syrup")
    assert cells(text, table)[1:] == [["6 to 10 kg", "1", "5 mL"], ["11 to 15 kg", "2", "10 mL"]]
    assert [row.start for row in table.body] == [text.index("6 to 10"), text.index("11 to 15")]


def test_a_row_that_lacks_a_cell_is_one_cell_for_nobody_knows_which_is_lacking() -> None:
    table = only(f"{DOSES}\nOver 15 kg | 20 mL")
    assert [table.is_aligned(row) for row in table.rows] == [True, True, True, False]
    assert table.rows[-1].cells[0].of(f"{DOSES}\nOver 15 kg | 20 mL") == "Over 15 kg | 20 mL"


def test_the_head_that_lacks_its_corner_names_no_column() -> None:
    assert only("Tablet | Syrup\n6 to 10 kg | 1 | 5 mL\n11 to 15 kg | 2 | 10 mL").names == ()


def test_a_row_with_figures_is_no_head_of_a_table_that_goes_on_from_another_page() -> None:
    assert only("6 to 10 kg | 1 | 5 mL\n11 to 15 kg | 2 | 10 mL").names == ()
    assert only("Adults | as needed | slowly\n11 to 15 kg | 2 | 10 mL").names == ()


def test_two_tables_in_one_have_no_head() -> None:
    assert only(f"{DOSES}\nAge | Capsule | Drops\n1 year | 1 | 5\n2 years | 2 | 6").names == ()


def test_a_row_of_units_belongs_to_the_head() -> None:
    table = only("Weight | Dose\nkg | mg\n6 to 10 | 5\n11 to 15 | 10")
    assert table.names == ("Weight kg", "Dose mg")
    assert (table.head, len(table.body)) == (range(2), 2)


def test_words_alone_have_no_certain_head() -> None:
    assert only("Colour | Meaning\nRed | Danger\nGreen | Can wait").names == ()


def test_markdown_says_what_the_head_is_and_keeps_empty_cells() -> None:
    text = "| Sign | Means |\n|---|:--:|\n| Stridor | |\n| Wheeze | asthma |"
    table = only(text)
    assert table.names == ("Sign", "Means")
    assert cells(text, table)[1:] == [["Stridor", ""], ["Wheeze", "asthma"]]


def test_rows_of_a_list_have_a_column_for_each_name_wherever_it_stands() -> None:
    text = (
        "Row 1 | Medicine | Form | Dose\n"
        "Row 2 | Medicine: quinine | Dose: 10 mg/kg\n"
        "Row 3 | Medicine: morphine | Form: ampoule | Dose: 0.1 mg/kg"
    )
    table = only(text)
    assert table.names == ("", "Medicine", "Form", "Dose")
    assert cells(text, table) == [
        ["Row 1", "Medicine", "Form", "Dose"],
        ["Row 2", "quinine", "", "10 mg/kg"],
        ["Row 3", "morphine", "ampoule", "0.1 mg/kg"],
    ]


def test_a_row_of_a_list_with_a_bar_in_a_value_stands_as_it_is() -> None:
    text = "Row 2 | Medicine: quinine | Form: tablet | 300 mg\nRow 3 | Medicine: morphine | Form: ampoule"
    assert [len(row.cells) for row in only(text).rows] == [1, 3]


def test_one_line_with_a_bar_is_no_table() -> None:
    assert tables_in("Home | About | Contact\n\nWelcome") == []


LINES = st.lists(st.text(st.characters(codec="utf-8", exclude_characters="|"), max_size=20), max_size=8)
ROWS = st.lists(
    st.lists(
        st.sampled_from(["Weight", "10 kg", "5 mL", "", "Adults", "a: b", "Row 3"]), min_size=1, max_size=4
    ),
    max_size=6,
)


@given(LINES)
def test_text_without_bars_has_no_table(lines: list[str]) -> None:
    assert tables_in("\n".join(lines)) == []


@given(ROWS, st.sampled_from(["{}", "| {} |"]))
def test_cells_hold_the_words_of_their_rows_in_order_and_nothing_twice(
    rows: list[list[str]], form: str
) -> None:
    text = "\n".join(form.format(" | ".join(row)) for row in rows)
    end = 0
    for table in tables_in(text):
        assert end <= table.start < table.end <= len(text)
        for row in table.rows:
            places = [(cell.start, cell.end) for cell in row.cells if cell.start < cell.end]
            assert sorted(places) == places or table.names[:1] == ("",)
            assert all(row.start <= start < stop <= row.end for start, stop in places)
            assert len(row.cells) in (1, table.n_columns)
        end = table.end


def test_a_dash_says_nothing_and_leaves_a_column_its_name() -> None:
    text = "Medicine | Adult dose | Child dose\nnystatin | – | 100 000 IU\ntetracycline | 500 mg | –"
    table = only(text)
    assert table.names == ("Medicine", "Adult dose", "Child dose")
    assert cells(text, table)[1] == ["nystatin", "–", "100 000 IU"]
