from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.confirm.confidence import (
    PRIOR_GROUPS,
    Part,
    Settings,
    completeness,
    credibility,
    weigh,
)

ALL = Settings(without=frozenset(Part))
GROUPS = st.lists(
    st.dictionaries(st.sampled_from("abcd"), st.frozensets(st.integers(0, 3), min_size=1), min_size=1),
    min_size=1,
    max_size=5,
)
OWN = {name: name for name in "abcdxyz"}


def test_with_every_part_left_out_sources_are_counted() -> None:
    (group,) = weigh([{"a": frozenset({0}), "b": frozenset({0}), "c": frozenset({1})}], OWN, ALL)
    assert group.confidence == pytest.approx({0: 2 / 3, 1: 1 / 3})


def test_sources_that_are_borne_out_weigh_more_than_their_number() -> None:
    (group,) = weigh([{"a": frozenset({0}), "b": frozenset({0}), "c": frozenset({1})}], OWN, Settings())
    assert group.confidence[0] > 2 / 3
    assert group.confidence[1] > 0


def test_family_that_says_the_same_has_one_voice() -> None:
    nodes = {"a": frozenset({0}), "x": frozenset({1}), "y": frozenset({1})}
    without = frozenset({Part.CONSISTENCY, Part.AUTHORITY, Part.HISTORY})
    (group,) = weigh([nodes], {"a": "a", "x": "x", "y": "x"}, Settings(without=without))
    assert group.confidence == pytest.approx({0: 0.5, 1: 0.5})


def test_source_that_was_borne_out_before_decides_a_tie() -> None:
    before = [{"a": frozenset({0}), "c": frozenset({0}), "d": frozenset({0}), "b": frozenset({1})}] * 30
    tie = {"a": frozenset({0}), "b": frozenset({1})}
    weighed = weigh([*before, tie], OWN, Settings())
    assert weighed[-1].confidence[0] > weighed[-1].confidence[1]


def test_credibility_by_hand() -> None:
    groups = [{"a": frozenset({0}), "b": frozenset({1})}]
    # The mean is 1/2; each has one group beside the fifty that count as average.
    found = credibility(groups, [{0: 0.75, 1: 0.25}])
    assert found["a"] == pytest.approx((PRIOR_GROUPS * 0.5 + 0.75) / (PRIOR_GROUPS + 1))
    assert found["b"] == pytest.approx((PRIOR_GROUPS * 0.5 + 0.25) / (PRIOR_GROUPS + 1))


def test_being_alone_teaches_nothing_of_a_source() -> None:
    groups = [{"a": frozenset({0})}, {"b": frozenset({0}), "c": frozenset({0})}]
    assert credibility(groups, [{0: 1.0}, {0: 0.5}])["a"] == pytest.approx(0.5)


@given(GROUPS)
def test_single_valued_confidences_are_shares(groups: list[dict[str, frozenset[int]]]) -> None:
    alone = [{source: frozenset({min(values)}) for source, values in nodes.items()} for nodes in groups]
    for group in weigh(alone, OWN, Settings()):
        assert sum(group.confidence.values()) == pytest.approx(1.0)


@given(GROUPS)
def test_names_of_sources_do_not_matter(groups: list[dict[str, frozenset[int]]]) -> None:
    renamed = [{source.upper(): values for source, values in nodes.items()} for nodes in groups]
    upper = {name.upper(): name.upper() for name in OWN}
    one, other = weigh(groups, OWN, Settings()), weigh(renamed, upper, Settings())
    assert [group.confidence for group in one] == [group.confidence for group in other]


@given(GROUPS)
def test_what_every_source_states_has_full_confidence(groups: list[dict[str, frozenset[int]]]) -> None:
    with_common = [{source: values | {9} for source, values in nodes.items()} for nodes in groups]
    for group in weigh(with_common, OWN, Settings()):
        assert group.confidence[9] == pytest.approx(1.0)


FIRST = frozenset({0})
BOTH = frozenset({0, 1})


def test_who_names_the_first_only_everywhere_says_little_against_the_second() -> None:
    groups = [{"a": BOTH, "b": BOTH, "c": FIRST, "d": FIRST}] * 60
    several = range(len(groups))
    heard = weigh(groups, OWN, Settings(), several)[0].confidence
    denied = weigh(groups, OWN, Settings())[0].confidence
    assert heard[0] == denied[0] == pytest.approx(1.0)
    assert heard[1] > denied[1] + 0.1


def test_where_an_attribute_has_one_value_every_other_one_denies_it() -> None:
    lists, price = {"a": BOTH, "b": FIRST}, {"a": frozenset({0}), "b": frozenset({1})}
    mixed = weigh([*[lists] * 60, price], OWN, Settings(), range(60))[-1]
    assert sum(mixed.confidence.values()) == pytest.approx(1.0)


def test_another_opinion_is_no_omission() -> None:
    apart = [({"a": frozenset({0}), "b": frozenset({1})}, {0: 0.5, 1: 0.5})] * 200
    assert completeness(apart) == {"a": 1.0, "b": 1.0}


def test_completeness_by_hand() -> None:
    found = completeness([({"a": BOTH, "b": FIRST}, {0: 1.0, 1: 0.5})])
    # Half of what could be left out is; each has half a value beside the fifty that count as average.
    assert found["a"] == pytest.approx((PRIOR_GROUPS * 0.5 + 0.5) / (PRIOR_GROUPS + 0.5))
    assert found["b"] == pytest.approx((PRIOR_GROUPS * 0.5) / (PRIOR_GROUPS + 0.5))


@given(GROUPS)
def test_hearing_silence_for_less_than_denial_takes_nothing_from_any_value(
    groups: list[dict[str, frozenset[int]]],
) -> None:
    without = Settings(without=frozenset({Part.HISTORY}))
    denied, heard = weigh(groups, OWN, without), weigh(groups, OWN, without, range(len(groups)))
    for one, other in zip(denied, heard, strict=True):
        for value, share in one.confidence.items():
            assert share <= other.confidence[value] + 1e-9 <= 1 + 2e-9


@given(GROUPS)
def test_completeness_is_a_share(groups: list[dict[str, frozenset[int]]]) -> None:
    even = [(nodes, dict.fromkeys(frozenset().union(*nodes.values()), 0.5)) for nodes in groups]
    assert all(0.0 <= share <= 1.0 for share in completeness(even).values())
