from __future__ import annotations

import pytest

from edgerag.ingest.heads import Head, Row, find_head, repeated_names, unnamed


def head_of(*rows: str) -> Head:
    return find_head([Row(n, tuple(row.split(","))) for n, row in enumerate(rows, start=1)])


def test_a_row_of_words_above_figures_surely_names_the_columns() -> None:
    assert head_of("Medicine,Form,Dose", "adrenaline,injection,0.5 mg", "zinc,tablet,20 mg") == Head(
        ("Medicine", "Form", "Dose"), 0, 1, is_sure=True
    )


def test_a_row_of_words_above_another_one_is_not_sure_to_be_the_head() -> None:
    head = head_of("Clinic,Kestrel Bay", "Medicine,Dose", "adrenaline,0.5 mg", "zinc,20 mg")
    assert (head.n_rows, head.is_sure) == (1, False)


def test_a_title_stands_above_the_head() -> None:
    head = head_of("Medicines list 2023,,", "Medicine,Form,Dose", "adrenaline,injection,0.5 mg")
    assert (head.first, head.names) == (1, ("Medicine", "Form", "Dose"))


@pytest.mark.parametrize(
    "rows",
    [
        ("adrenaline,injection,0.5 mg", "zinc,tablet,20 mg"),  # it names a medicine
        ("adrenaline,injection,muscle", "zinc,tablet,mouth"),
        ("Xyzol,tablet,mouth", "Abcin,tablet,mouth"),  # its values come again
        ("1,2,3", "4,5,6"),
        ("2023-01-01,5,x", "2023-01-02,6,y"),
    ],
)
def test_a_table_without_a_head_is_told_as_such(rows: tuple[str, ...]) -> None:
    head = head_of(*rows)
    assert head.n_rows == 0
    assert head.name(2) == "column C"


def test_of_a_table_of_words_nobody_can_be_sure() -> None:
    head = head_of("Medicine,Route", "adrenaline,muscle", "zinc,mouth")
    assert (head.n_rows, head.is_sure) == (1, False)


def test_medicines_may_name_columns_of_figures() -> None:
    head = head_of("Clinic,Paracetamol,Zinc", "Kestrel Bay,200,40", "Marula Hill,150,20")
    assert head.names == ("Clinic", "Paracetamol", "Zinc")


def test_a_name_is_given_once_and_a_column_without_one_has_its_letter() -> None:
    head = head_of("Medicine,Dose,,Dose", "zinc,20 mg,x,10 mg")
    assert head.names == ("Medicine", "Dose", "column C", "Dose (column D)")
    assert list(repeated_names(Row(1, ("Medicine", "Dose", "", "Dose")))) == ["Dose"]


def test_merged_cells_name_their_parts() -> None:
    above = Row(1, ("Medicine", "Dose", "Dose"), frozenset({2}))
    parts = Row(2, ("Medicine", "Adult", "Child"), frozenset({0}))
    head = find_head([above, parts, Row(3, ("zinc", "20 mg", "10 mg"))])
    assert (head.names, head.n_rows) == (("Medicine", "Dose Adult", "Dose Child"), 2)


def test_columns_beyond_the_head_are_named_as_spreadsheets_name_them() -> None:
    assert [unnamed(at) for at in (0, 25, 26, 701, 702)] == [
        "column A", "column Z", "column AA", "column ZZ", "column AAA",
    ]  # fmt: skip
