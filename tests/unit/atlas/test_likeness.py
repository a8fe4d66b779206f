from __future__ import annotations

from math import isclose, log

from hypothesis import given
from hypothesis import strategies as st

from edgerag.atlas.likeness import Rarity

words = st.frozensets(st.sampled_from("abcdefgh"))


def test_a_rare_shared_word_counts_more_than_a_common_one() -> None:
    claims = [frozenset(words) for words in ("ax", "ay", "az", "bx")]
    rarity = Rarity(claims)  # a: ln 4/3, x: ln 2, y, z, b: ln 4
    assert isclose(rarity.shared(claims[0], claims[1]), log(4 / 3) / (log(4 / 3) + log(2) + log(4)))
    assert rarity.shared(claims[0], claims[3]) > rarity.shared(claims[0], claims[1])


@given(st.lists(words, min_size=2))
def test_what_two_share_is_the_same_either_way_and_between_nothing_and_all(
    terms: list[frozenset[str]],
) -> None:
    rarity = Rarity(terms)
    a, b = terms[0], terms[1]
    assert rarity.shared(a, b) == rarity.shared(b, a)
    assert 0 <= rarity.shared(a, b) <= 1 + 1e-12
