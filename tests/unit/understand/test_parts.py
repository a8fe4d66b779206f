from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.understand.parts import parts


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which drug stops a seizure, and at what dose?", ("Which drug stops a seizure", "at what dose")),
        (
            "How is cholera treated and when must one refer?",
            ("How is cholera treated", "when must one refer"),
        ),
        (
            "A child fell into the fire. What is put on the burn?",
            ("What is put on the burn",),
        ),
        ("Should it be cut and sucked?", ("Should it be cut and sucked",)),
        ("dose of adrenaline", ("dose of adrenaline",)),
        ("", ("",)),
    ],
)
def test_a_question_is_cut_where_another_one_begins(question: str, expected: tuple[str, ...]) -> None:
    assert parts(question) == expected


@given(st.text(max_size=200))
def test_every_part_stands_in_the_question(text: str) -> None:
    assert parts(text)
    assert all(part in text for part in parts(text))
