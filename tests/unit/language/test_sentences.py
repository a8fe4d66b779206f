from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.sentences import Kind, is_record, statements


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


BULLETS = st.sampled_from(["• ", "- ", "1. ", "a) "])
ITEMS = st.lists(
    st.sampled_from(
        ["zinc 20 mg", "cut the flesh", "suck the bite", "tie the limb above the bite", "ORS 1 L"]
    ),
    min_size=1,
    max_size=4,
)


@given(BULLETS, ITEMS, st.sampled_from(["Reassure the person.", "Children:", "In children:", "Prevention"]))
def test_what_starts_with_a_capital_below_an_item_is_none_of_it_however_short_the_lines(
    bullet: str, items: list[str], below: str
) -> None:
    text = "Do not:\n" + "".join(f"{bullet}{item}\n" for item in items) + below
    assert cut(text) == ["Do not:", *items, below]


def test_a_dose_is_no_part_of_the_line_that_announces_what_stands_below() -> None:
    text = "Adults:\n• zinc 20 mg\nchildren under 5 years:\n• zinc 10 mg\n"
    assert cut(text) == ["Adults:", "zinc 20 mg", "children under 5 years:", "zinc 10 mg"]


@given(BULLETS, st.data())
def test_an_item_is_joined_wherever_its_line_is_wrapped(bullet: str, data: st.DataObject) -> None:
    said = "give ceftriaxone to every adult with a severe infection of the lung or, if allergic, refer"
    words = said.split()
    gaps = [data.draw(st.sampled_from([" ", "\n"])) for _ in words]
    wrapped = "".join(word + gap for word, gap in zip(words, gaps, strict=True)).strip()
    assert cut(f"Clinic:\n{bullet}{wrapped}\n{bullet}rest") == ["Clinic:", said, "rest"]


@pytest.mark.parametrize(
    "item",
    [
        "Give to patients with\nPlasmodium falciparum malaria",
        "Give artesunate,\nQuinine or artemether",
        "Do not give\nthe following:",
        "Use one of the\nFollowing:",
        "Cut the flesh.\n  This spreads the venom",
    ],
)
def test_an_item_goes_on_below_where_its_line_cannot_end_it_or_the_next_is_indented(item: str) -> None:
    assert " ".join(cut(f"List:\n• {item}\n• rest")[1:-1]) == " ".join(item.split())
    assert Kind.SENTENCE not in kinds(f"List:\n• {item}\n• rest")


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


@pytest.mark.parametrize("place", ["Row 14", "#/medicines/3", "/list/medicine[14]", "/"])
def test_a_row_of_data_is_one_statement_whatever_is_in_it(place: str) -> None:
    lines = [f"{place} | Medicine: zinc | Note: Give 20 mg. Repeat, and", f"{place} | medicine: iron"]
    assert cut("\n".join(lines)) == lines
    assert kinds("Medicines\n" + "\n".join(lines)) == [Kind.LEAD, Kind.RECORD, Kind.RECORD]


def test_a_table_row_is_no_row_of_data() -> None:
    assert not is_record("Medicine | Row 14 | 5 mg")
    assert not is_record("Row fourteen | 5 mg")
    assert kinds("adult | 5 mg") == [Kind.ROW]


@given(unit=st.sampled_from(["mg", "mL", "mcg", "oral", "IV", "IM"]), times=st.integers(2, 6))
def test_an_abbreviated_unit_or_way_before_a_number_ends_no_sentence(unit: str, times: int) -> None:
    assert len(statements(f"Give ampicillin 250 {unit}. {times} times a day for 5 days.")) == 1


def test_an_item_number_behind_an_abbreviated_unit_begins_an_item() -> None:
    text = "Give ampicillin 250 mg. 2. Give 5 mg of zinc."
    assert len(statements(text)) > 1


@pytest.mark.parametrize("note", ["1Known with HIV", "2Penicillin allergy", "12Avoid in pregnancy"])
def test_a_note_at_the_foot_is_its_own_statement_without_its_number(note: str) -> None:
    text = f"If no better after 7 days, refer\n{note} or on chemotherapy: give it for 10 days"
    found = [text[one.start : one.end] for one in statements(text)]
    assert found[0] == "If no better after 7 days, refer"
    assert found[1].startswith(note.lstrip("0123456789"))


@pytest.mark.parametrize("name", ["3TC 300 mg daily", "5FU 500 mg"])
def test_a_name_that_begins_with_a_digit_is_no_note(name: str) -> None:
    (found,) = statements(name)
    assert found.start == 0
