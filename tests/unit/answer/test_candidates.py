from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.answer.candidates import Candidate, Quote
from edgerag.language.sentences import Kind, statements
from tests.unit.answer.conftest import make_passages

LIST = (
    "Snake bite care.\nDo not:\n• cut the flesh\n• tie the limb\n• give a shock\n• suck the bite\n\nReassure."
)
TABLES = (
    "| Medicine | Dose |\n| --- | --- |\n| doxycycline | 100 mg |\n| primaquine | 15 mg |\n\n"
    "| Sign | Meaning |\n| --- | --- |\n| fever | malaria |\n"
)


def candidates(text: str) -> list[Candidate]:
    (passage,) = make_passages([text])
    around = statements(text)
    return [Candidate(passage, around, index) for index in range(len(around))]


def holding(text: str, words: str) -> Candidate:
    return next(one for one in candidates(text) if words in one.text)


def texts_of(candidate: Candidate, *indexes: int | None) -> list[str | None]:
    return [None if index is None else candidate.text_of(index) for index in indexes]


def test_an_item_hangs_on_the_line_above_its_list() -> None:
    item = holding(LIST, "suck")
    assert texts_of(item, item.lead, item.list_head) == ["Do not:", "Do not:"]
    first = holding(LIST, "Snake")
    assert texts_of(first, first.lead, first.list_head) == [None, None]


def test_the_head_of_a_long_list_is_found_from_its_last_item_when_it_governs_no_more() -> None:
    long = "Do not:\n" + "".join(f"• put leaf {n} on it\n" for n in range(40))
    near, far = holding(long, "leaf 2 "), holding(long, "leaf 39")
    assert texts_of(near, near.lead, near.list_head) == ["Do not:", "Do not:"]
    assert texts_of(far, far.lead, far.list_head) == [None, "Do not:"]


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
@pytest.mark.parametrize(
    ("sentence", "hangs_on"),
    [("Give zinc to all.", "Dehydration"), ("Give zinc to all", "Children:")],
)
def test_what_a_line_announces_ends_with_its_list_and_what_a_title_heads_does_not(
    sentence: str, hangs_on: str, gap: str
) -> None:
    one = holding(f"Dehydration\n• rest\nChildren:\n• ORS\n• milk{gap}{sentence}", sentence)
    assert texts_of(one, one.lead) == [hangs_on]


def test_the_table_that_a_line_announces_ends_too() -> None:
    one = holding("Children:\n| zinc | 10 mg |\n| ORS | 1 L |\nRest is good for all.", "Rest")
    assert texts_of(one, one.lead, one.list_head) == [None, None]


def test_a_line_that_announces_is_read_with_a_few_of_what_it_announces_and_others_alone() -> None:
    lead = holding(LIST, "Do not")
    assert lead.said == LIST[LIST.index("Do not") : LIST.index("\n• suck")]
    item = holding(LIST, "tie")
    assert item.said == item.text == "tie the limb"
    assert item.last_governed == item.index


def test_a_line_announces_nothing_of_what_the_next_one_does() -> None:
    text = "Adults:\n• zinc 20 mg\n\nChildren:\n• zinc 10 mg\n"
    assert holding(text, "Adults").said == "Adults:\n• zinc 20 mg"
    for gap in ("\n", "\n\n"):
        assert holding(f"Do not:\n• rest{gap}Give zinc to all.", "Do not").said == "Do not:\n• rest"
    last = "Give zinc.\nIn the end:"
    assert holding(last, "end").said == "In the end:"


@pytest.mark.parametrize(
    ("row", "header"), [("primaquine", "Medicine"), ("Medicine", "Medicine"), ("fever", "Sign")]
)
def test_a_row_belongs_to_the_first_row_of_its_table(row: str, header: str) -> None:
    one = holding(TABLES, row)
    assert header in one.text_of(one.header)


def test_rows_are_of_one_table_if_a_rule_and_no_empty_line_is_between_them() -> None:
    one = candidates(TABLES)[0]
    assert [one.is_same_table(index) for index in range(5)] == [True, True, False, True, False]


def test_a_sentence_is_in_no_table() -> None:
    sentence = candidates("Give it.\n| a | b |\n| c | d |")[0]
    assert sentence.header == sentence.index
    assert not sentence.is_same_table(0)


@given(st.text(alphabet="ab. :\n|•-#A", max_size=80), st.integers(0, 50))
def test_a_quote_is_verbatim_wherever_its_passage_stands(text: str, offset: int) -> None:
    whole = "." * offset + text
    for one in candidates(text):
        moved = replace(one.passage, start=offset, end=offset + len(text))
        quote = replace(one, passage=moved).quote(one.index, one.last_governed)
        assert whole[quote.start : quote.end] == quote.text == one.said


@given(st.text(alphabet="ab. :\n|•-#A", max_size=80))
def test_what_a_statement_hangs_on_stands_above_it_and_what_it_announces_below(text: str) -> None:
    for one in candidates(text):
        kinds = [statement.kind for statement in one.around]
        assert one.header <= one.index <= one.last_governed
        assert all(one.is_same_table(index) for index in range(one.header, one.index))
        assert Kind.LEAD not in kinds[one.index + 1 : one.last_governed + 1]
        for head in (one.lead, one.list_head):
            assert head is None or (head < one.index and kinds[head] is Kind.LEAD)


def test_a_quote_knows_its_characters_by_its_place_in_the_handbook() -> None:
    _, second = make_passages(["First page.", "Give zinc 20 mg."])
    start = second.start + 5
    assert Quote(second, start, start + 4).text == "zinc"
