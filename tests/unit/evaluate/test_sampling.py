from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.evaluate.sampling import evenly


def test_few_of_many_are_spread_over_them() -> None:
    assert evenly("abcdefghij", 3) == ("a", "d", "g")
    assert evenly("ab", 5) == ("a", "b")
    assert evenly("abc", None) == ("a", "b", "c")


@given(st.integers(0, 50), st.integers(1, 60))
def test_each_is_given_once_in_its_order(n_rows: int, n: int) -> None:
    some = evenly(range(n_rows), n)
    assert len(some) == min(n, n_rows)
    assert list(some) == sorted(set(some))
