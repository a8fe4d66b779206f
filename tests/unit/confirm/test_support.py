from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.confirm.fuse import CLEAR
from edgerag.confirm.support import BETTER, Witness, most_trusted
from edgerag.domain.points import Ground

WITNESSES = st.lists(
    st.builds(
        Witness,
        family=st.sampled_from("abcdef"),
        side=st.integers(0, 2),
        rank=st.none() | st.integers(-1, 1),
        prior=st.none() | st.sampled_from([-0.5, 0.0, 0.5]),
        credibility=st.floats(0, 1),
    ),
    min_size=1,
    max_size=8,
)


def speak(*sides: int) -> list[Witness]:
    """Let a family speak for each side that is named."""
    return [Witness(str(at), side) for at, side in enumerate(sides)]


def test_of_two_handbooks_of_which_nothing_is_known_neither_is_trusted() -> None:
    assert most_trusted(speak(0, 1)) is None


def test_most_voices_are_trusted_and_counted() -> None:
    trust = most_trusted(speak(0, 1, 1))
    assert trust is not None
    assert (trust.party, trust.grounds, trust.n_voices, trust.of_voices) == (1, (Ground.VOICES,), 2, 3)
    assert 2 / 3 < trust.confidence < 1


@pytest.mark.parametrize(
    ("older", "newer", "is_trusted"),
    [
        ("2013", "2019", False),
        ("2019", "2013", True),
        ("2019", "2019-03", True),
        ("2019-02", "2019-03", False),
        ("2019", "", True),
        ("", "2019", False),
    ],
)
def test_voices_are_no_ground_against_a_newer_handbook(older: str, newer: str, is_trusted: bool) -> None:
    many = [Witness(str(n), 0, edition=older) for n in range(5)]
    trust = most_trusted([*many, Witness("lone", 1, edition=newer)])
    assert (trust is not None) is is_trusted


def test_copies_are_one_voice_and_do_not_bear_one_another_out() -> None:
    assert most_trusted([Witness("a", 0), *[Witness("copied", 1)] * 5]) is None


def test_a_family_that_is_divided_has_one_voice_in_all() -> None:
    divided = [Witness("a", 0), Witness("a", 1), Witness("b", 1)]
    trust = most_trusted(divided)
    assert trust is None or Ground.VOICES in trust.grounds
    assert most_trusted([Witness("a", 0), Witness("a", 1)]) is None


def test_the_keepers_rank_decides_between_two_and_says_so() -> None:
    trust = most_trusted([Witness("a", 0), Witness("b", 1, rank=1)])
    assert trust is not None
    assert (trust.party, trust.grounds) == (1, (Ground.RANK,))


def between(*priors: float | None, **told: int) -> list[Witness]:
    """Let a family speak for each side, with the prior of its collection; what is told is of the first."""
    first, *others = [Witness(str(side), side, prior=each) for side, each in enumerate(priors)]
    return [replace(first, **told), *others]  # type: ignore[arg-type]


def test_where_the_keeper_ranks_nobody_a_whole_step_between_collections_decides_between_two() -> None:
    trust = most_trusted(between(-0.5, 0.5))
    assert trust is not None
    assert (trust.party, trust.grounds) == (1, (Ground.COLLECTION,))
    assert most_trusted(between(0.0, 0.5)) is None
    assert most_trusted(between(0.5, 0.5)) is None


def test_a_collection_that_is_not_known_is_no_reason_for_or_against_anybody() -> None:
    assert most_trusted(between(-0.5, None)) is None
    assert most_trusted(between(-0.5, 0.5, None)) is None


def test_nothing_is_trusted_where_most_say_the_one_and_a_higher_collection_the_other() -> None:
    many = [Witness(str(n), 0, prior=-0.5) for n in range(3)]
    assert most_trusted([*many, Witness("lone", 1, prior=0.5)]) is None


@pytest.mark.parametrize(("rank", "party"), [(1, 0), (0, None), (-1, 1)])
def test_the_keepers_word_on_one_handbook_stands_against_every_collection(
    rank: int, party: int | None
) -> None:
    trust = most_trusted(between(-0.5, 0.5, rank=rank))
    assert (trust and trust.party) == party
    assert trust is None or trust.grounds == (Ground.RANK,)


@given(WITNESSES)
def test_where_the_keeper_ranks_anybody_no_collection_changes_anything(witnesses: list[Witness]) -> None:
    ranked = [replace(witnesses[0], rank=witnesses[0].rank or 0), *witnesses[1:]]
    assert most_trusted(ranked) == most_trusted([replace(one, prior=None) for one in ranked])


def test_a_better_record_decides_between_two_and_says_so() -> None:
    trust = most_trusted([Witness("a", 0, credibility=0.3), Witness("b", 1, credibility=0.9)])
    assert trust is not None
    assert (trust.party, trust.grounds) == (1, (Ground.RECORD,))


@pytest.mark.parametrize("against", [{"rank": 1}, {"credibility": 0.5 + 2 * BETTER}])
def test_nothing_is_trusted_where_most_say_the_one_and_another_ground_speaks_for_the_other(
    against: dict[str, float],
) -> None:
    lone = replace(Witness("lone", 1), **against)  # type: ignore[arg-type]
    assert most_trusted([*speak(0, 0, 0), lone]) is None


def test_where_an_older_edition_was_left_out_the_newest_is_trusted() -> None:
    trust = most_trusted([Witness("work", 1)], newest=[1])
    assert trust is not None
    assert (trust.party, trust.grounds) == (1, (Ground.NEWEST,))
    assert trust.confidence == pytest.approx(1.0)


def test_of_nobody_nothing_is_trusted() -> None:
    assert most_trusted([]) is None


@given(WITNESSES)
def test_what_is_trusted_has_a_clear_share_and_every_ground_on_its_side(witnesses: list[Witness]) -> None:
    trust = most_trusted(witnesses)
    if trust is not None:
        assert CLEAR <= trust.confidence <= 1 + 1e-9
        assert trust.grounds
        assert trust.party in {one.side for one in witnesses}
        assert 0 < trust.n_voices <= trust.of_voices


@given(WITNESSES, st.permutations(range(3)))
def test_neither_the_order_of_witnesses_nor_the_numbers_of_sides_matter(
    witnesses: list[Witness], numbers: list[int]
) -> None:
    one = most_trusted(witnesses)
    other = most_trusted([replace(each, side=numbers[each.side]) for each in reversed(witnesses)])
    assert (one is None) == (other is None)
    if one and other:
        assert other.party == numbers[one.party]
        assert other.confidence == pytest.approx(one.confidence)
        assert other.grounds == one.grounds


@given(WITNESSES)
def test_another_copy_of_a_handbook_changes_nothing(witnesses: list[Witness]) -> None:
    one, other = most_trusted(witnesses), most_trusted([*witnesses, *witnesses])
    assert (one and one.party) == (other and other.party)
