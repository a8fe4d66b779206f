from __future__ import annotations

from edgerag.ingest.doubts import MOST_PROBLEMS, Doubt, Doubts


def doubts_about(*rows: dict[str, str]) -> list[str]:
    doubts = Doubts()
    for number, row in enumerate(rows, start=2):
        doubts.look_at(f"Row {number}", list(row.items()))
    return list(doubts.problems())


def test_rows_are_named_together() -> None:
    doubts = Doubts("Stock")
    for number in (3, 4, 5, 9):
        doubts.row(Doubt.MORE, number)
    (said,) = doubts.problems()
    assert said.startswith('sheet "Stock": rows 3-5, 9 have more values than columns: ')


def test_many_rows_are_counted() -> None:
    doubts = Doubts()
    for number in range(1, 41, 2):
        doubts.row(Doubt.FEWER, number)
    assert next(doubts.problems()).startswith("rows 1, 3, 5, 7, 9, 11, 13, 15 and 12 more have fewer values")


def test_rows_that_differ_in_one_column_contradict_each_other() -> None:
    row = {"Medicine": "amoxicillin", "Form": "capsule", "Dose": "500 mg"}
    assert doubts_about(row, row | {"Form": "syrup", "Dose": "125 mg"}, row | {"Dose": "250 mg"}) == [
        'Row 2 and Row 4 differ in "Dose" alone: "500 mg", "250 mg"'
    ]


def test_the_same_row_twice_is_no_contradiction() -> None:
    row = {"Medicine": "amoxicillin", "Form": "capsule", "Dose": "500 mg"}
    assert doubts_about(row, row) == []


def test_a_column_of_variants_contradicts_nothing() -> None:
    rows = [
        {"Medicine": f"m{n}", "Form": "tablet", "Strength": s} for n in range(20) for s in ("5 mg", "10 mg")
    ]
    assert doubts_about(*rows) == []


def test_decimal_commas_are_told() -> None:
    assert doubts_about({"Dose": "0,5 mg"}) == [
        'column "Dose" has decimal commas ("0,5"): they are kept as written'
    ]


def test_a_comma_that_may_part_thousands_is_told() -> None:
    (alone,) = doubts_about({"Units": "1,500"})
    (beside,) = doubts_about({"Units": "1,500"}, {"Units": "2,5"})
    assert alone == 'column "Units": "1,500" may be a thousand or a decimal comma: it is kept as written'
    assert "for there are decimal commas too" in beside


def test_a_list_with_commas_is_no_number() -> None:
    assert doubts_about({"Note": "pain, fever, cough; 2, 3 or 4 times"}) == []


def test_dates_that_can_be_read_two_ways_are_told_and_others_are_not() -> None:
    (told,) = doubts_about({"Expiry": "03/04/2025"}, {"Expiry": "05/06/2025"})
    assert '"03/04/2025" cannot be told' in told
    assert doubts_about({"Expiry": "03/04/2025"}, {"Expiry": "13/04/2025"}) == []
    assert doubts_about({"Expiry": "2025-04-03"}) == []


def test_a_flood_of_doubts_is_counted() -> None:
    told = doubts_about({f"c{n}": "0,5" for n in range(1000)})
    assert len(told) == MOST_PROBLEMS + 1
    assert told[-1] == "960 more doubts of these kinds"


def test_a_long_value_is_quoted_in_part() -> None:
    row = {"Medicine": "zinc", "Form": "tablet", "Note": "x" * 9000}
    (told,) = doubts_about(row, row | {"Note": "y" * 9000})
    assert len(told) < 200
