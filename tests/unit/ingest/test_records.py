from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.ingest.blocks import Block, BlockKind
from edgerag.ingest.cleaning import clean_line
from edgerag.ingest.records import LONGEST_LINE, naming, plain_name, record_lines, record_pages
from edgerag.language.sentences import Kind, is_record, statements
from tests.growth import is_fourfold, quickest_s

NAMES = st.text(st.characters(categories=["L", "Nd"]), min_size=1, max_size=20)
VALUES = st.text(st.characters(categories=["L", "Nd", "P", "Zs"]), max_size=60)


def test_a_row_names_its_place_and_each_value() -> None:
    pairs = [("Medicine", "adrenaline"), ("Form", ""), ("Strength", "1 mg/mL")]
    assert record_lines("Row 14", pairs) == ["Row 14 | Medicine: adrenaline | Strength: 1 mg/mL"]


def test_a_row_without_values_is_no_line() -> None:
    assert record_lines("Row 3", [("Medicine", " "), ("Form", "")]) == []


def test_every_line_of_a_long_row_repeats_the_place_and_the_first_value() -> None:
    pairs = [("Medicine", "adrenaline")] + [(f"Week {n}", f"{n} ampoules") for n in range(1, 200)]
    lines = record_lines("Row 9", pairs)
    assert len(lines) > 1
    assert all(line.startswith("Row 9 | Medicine: adrenaline | Week ") for line in lines)
    assert max(map(len, lines)) <= LONGEST_LINE
    said = " | ".join(lines)
    assert all(f"Week {n}: {n} ampoules" in said for n in range(1, 200))


def test_a_long_value_is_cut_between_words_under_its_name() -> None:
    words = [f"word{n}" for n in range(500)]
    lines = record_lines("Row 2", [("Medicine", "zinc"), ("Notes", " ".join(words))])
    assert all(line.startswith("Row 2 | Medicine: zinc | Notes: ") for line in lines[1:])
    assert [word for line in lines for word in line.split() if word.startswith("word")] == words


def test_a_row_is_named_by_its_first_words_and_not_by_its_number() -> None:
    row = [("No", "17"), ("Code", "J01"), ("Group", "minerals"), ("Medicine", "zinc"), ("Form", "tablet")]
    assert naming(row) == [("Group", "minerals"), ("Medicine", "zinc")]
    assert naming([("No", "17"), ("Dose", "5 mg")]) == [("No", "17")]


def test_names_of_databases_are_read_as_words() -> None:
    assert plain_name("adult_dose") == plain_name("adultDose").lower() == "adult dose"
    assert plain_name("pH") == "pH"


@given(st.lists(st.tuples(NAMES, VALUES), min_size=1, max_size=40), st.integers(1, 9_999_999))
def test_every_line_is_recognised_as_one_record(pairs: list[tuple[str, str]], number: int) -> None:
    for line in record_lines(f"Row {number}", pairs):
        kept = clean_line(line)
        assert is_record(kept)
        assert [statement.kind for statement in statements(kept)] == [Kind.RECORD]


def test_pages_are_named_by_their_rows_and_lose_none() -> None:
    blocks = [Block(BlockKind.HEADING, "Medicines", level=2)]
    blocks += [
        Block(BlockKind.RECORD, f"Row {n} | Medicine: number {n} | Note: {'x' * 80}") for n in range(2, 200)
    ]
    pages = record_pages(blocks)
    assert [block for page in pages for block in page.blocks] == blocks
    assert pages[0].label.startswith("Row 2 to Row ")
    assert pages[-1].label.endswith("to Row 199")


def test_a_row_of_very_many_columns_costs_as_many_steps_and_not_their_square() -> None:
    def seconds(n_columns: int) -> float:
        row = [(f"Column {n}", f"{n} mg") for n in range(n_columns)]
        return quickest_s(lambda: record_lines("Row 1", row))

    assert is_fourfold(seconds(16_000), seconds(64_000))


def test_a_very_long_value_is_told_from_a_name_in_as_many_steps() -> None:
    assert quickest_s(lambda: naming([("Medicine", "a" * 300_000 + "1")])) < 1
