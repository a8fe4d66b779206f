from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.confirm.line_graph import line_graph, similarity

NODES = st.dictionaries(
    st.sampled_from("abcdef"), st.frozensets(st.integers(0, 5), min_size=1), min_size=1, max_size=6
)


def test_equation_5_by_hand() -> None:
    # Of 4 values one node states {0, 1} and the other {0}: H = ln 2 and H(1/4), p(1, 1) = 1/4, p(1, 0) = 1/4.
    h_one, h_other = math.log(2), -(0.25 * math.log(0.25) + 0.75 * math.log(0.75))
    mutual = 0.25 * math.log(0.25 / (0.5 * 0.25)) + 0.25 * math.log(0.25 / (0.5 * 0.75))
    mutual += 0.5 * math.log(0.5 / (0.5 * 0.75))
    expected = 2 * mutual / (h_one + h_other)
    assert similarity(frozenset({0, 1}), frozenset({0}), 4) == pytest.approx(expected)


def test_opposites_do_not_bear_one_another_out_though_their_information_is_mutual() -> None:
    assert similarity(frozenset({0}), frozenset({1}), 2) == 0.0


def test_equal_nodes_are_alike_also_where_entropy_is_zero() -> None:
    assert similarity(frozenset({0}), frozenset({0}), 1) == 1.0
    assert similarity(frozenset({0, 1}), frozenset({0}), 2) == 0.5


def test_two_of_three_sources_agree() -> None:
    graph = line_graph({"a": {0}, "b": {0}, "c": {1}})
    assert graph.consistency == {"a": 0.5, "b": 0.5, "c": 0.0}
    assert graph.agreement == pytest.approx(1 / 3)


def test_isolated_node_is_neither_borne_out_nor_denied() -> None:
    graph = line_graph({"a": {0, 1}})
    assert graph.agreement is None
    assert graph.consistency == {"a": 0.0}


def test_node_that_states_nothing_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="at least one"):
        line_graph({"a": set()})


@given(NODES)
def test_agreement_is_the_mean_over_pairs(nodes: dict[str, frozenset[int]]) -> None:
    graph = line_graph(nodes)
    n_values = len(frozenset().union(*nodes.values()))
    pairs = [similarity(nodes[a], nodes[b], n_values) for a in nodes for b in nodes if a != b]
    assert all(0 <= share <= 1 for share in pairs)
    if pairs:
        assert graph.agreement == pytest.approx(sum(pairs) / len(pairs))


@given(*[st.frozensets(st.integers(0, 5), min_size=1)] * 2)
def test_similarity_does_not_depend_on_the_order(one: frozenset[int], other: frozenset[int]) -> None:
    assert similarity(one, other, 6) == pytest.approx(similarity(other, one, 6))
