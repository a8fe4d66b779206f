from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.summaries import Rates

SHARES = ("absence", "divergence", "consistency", "any_divergence", "severity")


def test_worked_example() -> None:
    counted = Rates(
        n_questions=4, n_answers=12, n_silent=3, n_pairs=8, n_unchecked=1, n_consistent=4, n_conflicts=2,
        n_questions_in_conflict=1, severity_sum=1 / 3 + 1,
    )  # fmt: skip
    assert [getattr(counted, name) for name in SHARES] == pytest.approx([0.25, 0.25, 0.5, 0.25, 1 / 6])


def test_rate_of_nothing_is_nothing() -> None:
    nothing = Rates(*[0] * len(fields(Rates)))
    assert [getattr(nothing, name) for name in SHARES] == [0.0] * len(SHARES)


@given(st.data())
def test_rates_are_shares_and_conflicts_weigh_at_most_one_each(data: st.DataObject) -> None:
    def among(most: int) -> int:
        return data.draw(st.integers(0, most))

    n_questions, n_answers, n_pairs = (among(50) for _ in range(3))
    n_conflicts = among(n_pairs)
    counted = Rates(
        n_questions, n_answers, among(n_answers), n_pairs, among(9), among(n_pairs - n_conflicts),
        n_conflicts, among(n_questions), data.draw(st.floats(0, n_conflicts)),
    )  # fmt: skip
    assert all(0 <= getattr(counted, name) <= 1 for name in SHARES)
    assert counted.severity <= counted.divergence
    assert counted.divergence + counted.consistency <= 1 + 1e-9
