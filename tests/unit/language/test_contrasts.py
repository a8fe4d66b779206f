from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.contrasts import sides
from edgerag.language.negation import Polarity
from edgerag.language.reading import read

MEDICINES = ("ibuprofen", "paracetamol", "quinine", "amoxicillin", "morphine")
two_medicines = st.permutations(MEDICINES).map(lambda every: (every[0], every[1]))


@given(two=two_medicines, contrast=st.sampled_from(("but", "whereas", "while")))
def test_each_side_of_a_contrast_has_its_own_yes_or_no(two: tuple[str, str], contrast: str) -> None:
    banned, given_ = two
    text = f"{banned} should not be given to children {contrast} {given_} should be given to adults."
    (statement,) = read(text)
    first, second = sides(statement)
    assert (first.polarity, second.polarity) == (Polarity.DO_NOT, Polarity.DO)
    assert ({m.name for m in first.drugs}, {m.name for m in second.drugs}) == ({banned}, {given_})
    assert first.populations == {"child"}
    assert second.populations == {"adult"}
    assert text[second.start : second.end] == second.text


@pytest.mark.parametrize(
    "text",
    [
        "Give quinine 600 mg.",
        "Give quinine 600 mg, but not at night.",
        "The child is weak but should be given quinine.",
    ],
)
def test_a_statement_without_two_medicines_in_contrast_stays_whole(text: str) -> None:
    (statement,) = read(text)
    assert list(sides(statement)) == [statement]


@given(
    two=two_medicines,
    ban=st.sampled_from(("Omit {}", "Avoid {}", "Stop {}")),
    order=st.sampled_from((", use {}", " and give {}", " and start {}", ", then give {}")),
)
def test_an_order_behind_a_ban_is_a_side_of_its_own(two: tuple[str, str], ban: str, order: str) -> None:
    (statement,) = read(f"{ban.format(two[0])}{order.format(two[1])} 400 mg.")
    banned, ordered = sides(statement)
    assert (banned.polarity, ordered.polarity) == (Polarity.DO_NOT, Polarity.DO)
    assert {value.drug for value in ordered.values} == {two[1]}


@given(two=two_medicines, ban=st.sampled_from(("Do not give", "Never take", "It should not be treated with")))
def test_what_not_forbids_may_go_on_behind_and(two: tuple[str, str], ban: str) -> None:
    (statement,) = read(f"{ban} {two[0]} and use {two[1]} 400 mg.")
    assert [side.polarity for side in sides(statement)] == [Polarity.DO_NOT]
