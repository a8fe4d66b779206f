from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.entities import EntityId, Relation, RelationType
from edgerag.domain.ids import ChunkId
from edgerag.index.communities import Weights, find_communities, strengths_within, weigh


def related(a: str, b: str, confidence: float = 1.0) -> Relation:
    return Relation(EntityId(a), RelationType.TREATS, EntityId(b), False, ChunkId(1), 0, 1, confidence)


def names_of(weights: Weights) -> dict[EntityId, str]:
    return {entity: entity.upper() for pair in weights for entity in pair}


def test_two_triangles_with_one_bridge_are_two_communities_named_by_the_ends_of_the_bridge() -> None:
    weights: Weights = {}
    weigh(weights, [related(*pair) for pair in ("ab", "bc", "ca", "xy", "yz", "zx", "cx")])
    communities = find_communities(weights, names_of(weights))
    assert [set(one.members) for one in communities] == [set("abc"), set("xyz")]
    assert [one.name for one in communities] == ["A, B, C", "X, Y, Z"]
    number_of: dict[str, int] = {entity: one.id for one in communities for entity in one.members}
    assert strengths_within(weights, number_of)[EntityId("c")] == 2.0


def test_the_most_central_entity_comes_first() -> None:
    weights: Weights = {}
    weigh(weights, [related("hub", spoke) for spoke in ("a", "b", "c", "d")])
    (one,) = find_communities(weights, names_of(weights))
    assert one.members[0] == "hub"
    assert one.name == "HUB, A, B"


def test_an_entity_has_nothing_to_do_with_itself() -> None:
    weights: Weights = {}
    weigh(weights, [related("a", "a")])
    assert weights == {}
    assert find_communities(weights, {}) == ()


letters = st.sampled_from("abcdefghij")


@given(st.lists(st.tuples(letters, letters, st.floats(0, 1)), max_size=40), st.randoms(use_true_random=False))
def test_the_order_in_which_relations_come_changes_nothing(
    said: list[tuple[str, str, float]], rng: random.Random
) -> None:
    relations = [related(*one) for one in said]
    shuffled = rng.sample(relations, len(relations))
    found = []
    for each in (relations, shuffled):
        weights: Weights = {}
        weigh(weights, each)
        rounded = {pair: round(weight, 6) for pair, weight in weights.items()}
        found.append(find_communities(rounded, names_of(rounded)))
    assert found[0] == found[1]
    members = [entity for one in found[0] for entity in one.members]
    assert len(members) == len(set(members))
