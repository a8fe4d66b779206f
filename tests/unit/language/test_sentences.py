from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.sentences import Kind, statements


def cut(text: str) -> list[str]:
    return [" ".join(text[s.start : s.end].split()) for s in statements(text)]


def kinds(text: str) -> list[Kind]:
    return [statement.kind for statement in statements(text)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Give analgesia, e.g. Paracetamol or ibuprofen, as in p. 16 of this book.",
        "Treat P. falciparum and P. Vivax alike (see fig. 3).",
        "Give 0.5 mL of 1:1000 adrenaline, i.e. 0.5 mg.",
        "Dr. Smith reports it vs. Placebo.",
    ],
)
def test_abbreviations_and_decimals_do_not_end_a_sentence(sentence: str) -> None:
    assert cut(sentence) == [sentence]


def test_a_dose_before_a_full_stop_ends_its_sentence() -> None:
    assert cut("Give 500 mg. Repeat after 4 hours. Do not exceed 4 g.") == [
        "Give 500 mg.",
        "Repeat after 4 hours.",
        "Do not exceed 4 g.",
    ]


def test_wrapped_lines_are_one_sentence() -> None:
    text = (
        "Dilute magnesium sulphate 4 g with 12 mL normal saline and give\n"
        "slowly over 4 minutes, with 5 g IM in each buttock. Continue with\n"
        "5 g IM 4 hourly."
    )
    assert cut(text) == [
        (
            "Dilute magnesium sulphate 4 g with 12 mL normal saline and give slowly over 4 minutes,"
            " with 5 g IM in each buttock."
        ),
        "Continue with 5 g IM 4 hourly.",
    ]


def test_list_items_need_no_full_stop() -> None:
    text = "Refer if:\n• No improvement in 10 days\n• Patient has otitis media\n1. Call help\n2) Give oxygen"
    assert cut(text) == [
        "Refer if:",
        "No improvement in 10 days",
        "Patient has otitis media",
        "Call help",
        "Give oxygen",
    ]
    assert kinds(text) == [Kind.LEAD, Kind.ITEM, Kind.ITEM, Kind.ITEM, Kind.ITEM]


def test_bullets_in_the_middle_of_a_line_divide_it() -> None:
    assert cut("Cord blood positive: • Anti-D, 100 mcg. • Observe") == [
        "Cord blood positive:",
        "Anti-D, 100 mcg.",
        "Observe",
    ]


def test_table_rows_stand_alone_and_rules_are_left_out() -> None:
    text = "| Drug | Dose |\n| --- | --- |\n| ceftriaxone im | 250 mg |\n| | |"
    assert cut(text) == ["| Drug | Dose |", "| ceftriaxone im | 250 mg |"]
    assert set(kinds(text)) == {Kind.ROW}


def test_a_short_line_above_a_list_is_a_lead() -> None:
    assert kinds("Uncomplicated malaria\n• Artemether, oral, 4 tablets")[0] is Kind.LEAD


@given(st.text(alphabet=st.sampled_from("ab A.1:•|-\n\t?!)eg#"), max_size=200))
def test_statements_are_in_order_apart_and_trimmed(text: str) -> None:
    end = 0
    for statement in statements(text):
        assert end <= statement.start < statement.end <= len(text)
        assert text[statement.start : statement.end].strip() == text[statement.start : statement.end]
        end = statement.end


@given(st.text(max_size=300))
def test_no_word_is_lost(text: str) -> None:
    kept = "".join(text[s.start : s.end] for s in statements(text))
    lost = [char for char in set(text) if char.isalpha() and char not in "oivabcdefghjklmnpqrstuwxyz"]
    assert all(kept.count(char) == text.count(char) for char in lost)
