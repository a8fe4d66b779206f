from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.compare.marks import differing


def marked(text: str, other: str) -> list[str]:
    return [span.text for span in differing(text, other)]


def test_numbers_that_the_other_text_lacks_are_marked() -> None:
    assert marked("Give 1 mL every 5 minutes.", "Give 0.5 mL every 5 minutes.") == ["1 mL"]


def test_the_same_amount_in_another_unit_is_not_marked() -> None:
    assert marked("Give 1 g paracetamol.", "Give 1000 mg of paracetamol.") == []


def test_drugs_that_the_other_text_lacks_are_marked() -> None:
    assert marked("Give amoxicillin.", "Give doxycycline.") == ["amoxicillin"]


def test_negations_are_marked_where_the_other_text_has_none() -> None:
    assert marked("Do not induce vomiting.", "Induce vomiting.") == ["Do not"]
    assert marked("Do not induce vomiting.", "Never induce vomiting.") == []


def test_equal_texts_have_no_marks() -> None:
    text = "Give adrenaline 0.5 mg IM; do not give promethazine."
    assert marked(text, text) == []


WORDS = st.lists(
    st.sampled_from(["give", "1 mL", "0.5 mg", "adrenaline", "not", "every 5 minutes", "TLD", ".", "•", "\n"])
).map(" ".join)


@given(text=WORDS, other=WORDS)
def test_marks_are_in_order_and_apart_and_verbatim(text: str, other: str) -> None:
    end = 0
    for span in differing(text, other):
        assert end <= span.start < span.end
        assert span.text == text[span.start : span.end]
        end = span.end
