from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.evaluate.truth_discovery import accuracy_copying, majority, truth_finder

ZERO, ONE = frozenset({0}), frozenset({1})
GROUPS = st.lists(
    st.dictionaries(st.sampled_from("abcd"), st.frozensets(st.integers(0, 3), min_size=1), min_size=1),
    min_size=1,
    max_size=5,
)


def test_majority_counts_sources() -> None:
    assert majority([{"a": ZERO, "b": ONE, "c": ONE}]) == [ONE]


def test_accuracy_of_a_source_outweighs_its_number() -> None:
    known = [
        {"a": ZERO, "e": ZERO, "f": ZERO, "b": frozenset({n}), "c": frozenset({n + 9})} for n in range(1, 9)
    ]
    doubt = {"a": ZERO, "b": ONE}
    for method in (truth_finder, accuracy_copying):
        assert method([*known, doubt])[-1] == ZERO


def test_copies_of_a_source_do_not_outvote_the_others() -> None:
    # x, y and z share eight values that no other source has: that is no chance.
    copied = [{"a": ZERO, "b": ZERO, "c": ZERO, "d": ZERO} | dict.fromkeys("xyz", ONE)] * 8
    doubt = {"a": ZERO, "b": ZERO} | dict.fromkeys("xyz", ONE)
    assert majority([*copied, doubt])[-1] == ONE
    assert accuracy_copying([*copied, doubt])[-1] == ZERO


@given(GROUPS)
def test_every_method_chooses_what_some_source_states(groups: list[dict[str, frozenset[int]]]) -> None:
    for method in (majority, truth_finder, accuracy_copying):
        assert all(chosen in nodes.values() for chosen, nodes in zip(method(groups), groups, strict=True))
