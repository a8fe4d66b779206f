from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.ids import HandbookId
from edgerag.summarise.blocks import Block, Pairs, blocks

ORDER = [HandbookId(letter) for letter in "abcdef"]
EVERY = [frozenset(two) for two in combinations(ORDER, 2)]


def pairs(*names: str) -> Pairs:
    return frozenset(frozenset(map(HandbookId, name)) for name in names)


def made(cover: Pairs, within: Pairs = frozenset()) -> list[str]:
    return [" | ".join("".join(party) for party in block) for block in blocks(ORDER, cover, cover, within)]


def test_all_who_differ_from_all_are_one_block() -> None:
    assert made(pairs("ab", "ac", "bc")) == ["a | b | c"]


def test_who_agree_stand_in_one_party() -> None:
    assert made(pairs("ab", "ac"), within=pairs("bc")) == ["a | bc"]


def test_who_were_not_found_to_agree_stand_in_no_party_together() -> None:
    assert made(pairs("ab", "ac")) == ["a | b", "a | c"]


def test_without_a_pair_there_is_no_block() -> None:
    assert made(frozenset()) == []


def across(block: Block) -> set[frozenset[HandbookId]]:
    return {frozenset((x, y)) for one, other in combinations(block, 2) for x in one for y in other}


@given(st.sets(st.sampled_from(EVERY)), st.sets(st.sampled_from(EVERY)))
def test_every_pair_is_named_and_no_block_says_more_than_the_pairs(
    cover: set[frozenset[HandbookId]], others: set[frozenset[HandbookId]]
) -> None:
    within = frozenset(others - cover)
    found = list(blocks(ORDER, frozenset(cover), frozenset(cover), within))
    assert set().union(*map(across, found)) == cover
    for block in found:
        assert {frozenset(two) for party in block for two in combinations(party, 2)} <= within
