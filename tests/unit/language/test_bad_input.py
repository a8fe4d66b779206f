"""Text that nobody wrote for a clinician is read as nothing, and never wrongly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.names import Mention
from edgerag.language.reading import LONGEST_READ, is_read_whole, read
from edgerag.language.sentences import statements
from edgerag.language.values import Value

SCRAPS = """
0 1 500 1/2 0/0 1:1000 1:0000 1-0-1 ½ ² ٥ İ ﬁ in : ; | - • # . ( mg ml /kg % tablets every hours days daily
times x divided doses two amoxicillin glucose CD4 BP 120/80 adults under over not if no between and to per
year °C °F regardless of ≥ million mmol/L 不要 لا
"""
"""What numbers and their neighbours are written with."""


@pytest.mark.parametrize(
    "text",
    [
        "每日3次 500毫克",
        "成人每日3次，每次500毫克口服阿莫西林，疗程7天。",
        "不要给予阿莫西林 500 mg PO q8h",
        "أعط البالغ 500 ملغ من أموكسيسيلين كل 8 ساعات",
        "لا تعط 500 mg amoxicillin PO every 8 hours",
        "אין לתת 500 mg כל 8 שעות",
        "Не давать 500 mg amoxicillin",
    ],
)
def test_what_is_not_in_latin_letters_states_nothing(text: str) -> None:
    assert read(text) == ()
    assert not is_read_whole(text)


def test_what_stands_beside_another_script_is_read_without_it() -> None:
    text = "Give amoxicillin.\n\n不要停药。\n\nFor 7 days give 500 mg."
    first, second = read(text)
    assert [drug.name for drug in first.drugs] == ["amoxicillin"]
    assert {value.drug for value in second.values} == {""}


def test_symbols_and_greek_letters_are_no_other_script() -> None:
    (statement,) = read("Give β-lactam 500 µg in 20 mℓ for ⅓ of adults, see Å ① ﬁrst.")
    assert statement.values


def test_a_text_without_a_full_stop_states_nothing() -> None:
    clause = "give 500 mg amoxicillin to adults and "
    assert read(clause * (LONGEST_READ // len(clause)))
    text = clause * (LONGEST_READ // len(clause) + 1)
    assert read(text) == ()
    assert not is_read_whole(text)


def test_a_statement_after_one_that_is_too_long_does_not_inherit_its_drug() -> None:
    (statement,) = read(f"{'give amoxicillin and ' * LONGEST_READ}.\n\nGive 500 mg.")
    assert [value.drug for value in statement.values] == [""]


def test_ten_thousand_list_levels_are_read() -> None:
    assert read("- " * 10_000 + "Give 500 mg.") == ()
    assert statements("1." * 10_000 + " Give 500 mg.")
    levels = "".join(f"{' ' * level}- Give {level + 1} mg.\n" for level in range(300))
    assert [statement.values[0].interval.low for statement in read(levels)] == list(range(1, 301))


@given(st.text("0123456789 \n\t.,", max_size=300))
def test_digits_alone_are_no_values(text: str) -> None:
    assert all(statement.values == () for statement in read(text))


@given(st.text(max_size=300) | st.lists(st.sampled_from(["\n", *SCRAPS.split()]), max_size=30).map(" ".join))
def test_whatever_is_read_lies_within_the_text(text: str) -> None:
    end = 0
    for statement in read(text):
        assert end <= statement.start < statement.end <= len(text)
        assert text[statement.start : statement.end] == statement.text
        named: list[Value | Mention] = [*statement.values, *statement.drugs, *statement.routes]
        assert all(statement.start <= one.start < one.end <= statement.end for one in named)
        end = statement.end


@given(st.text(max_size=300) | st.text(" \n\t|-.:;!*•#aA1\u2028\x85", max_size=100))
def test_statements_lie_in_order_within_the_text(text: str) -> None:
    end = 0
    for statement in statements(text):
        assert end <= statement.start < statement.end <= len(text)
        end = statement.end
