from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailment.clock import LEAST_SCALE, Clock, Rates

RATES = Rates(body=1e-4, head=1e-3, warmup=0.1)


def test_budget_is_of_pairs_if_they_are_given() -> None:
    assert Clock(60, 100, used_s=30, seen=20).part == 0.2
    assert Clock(60, 0, used_s=30, seen=20).part == 0.5


def test_no_more_than_the_budget_is_used() -> None:
    assert Clock(60, 0, used_s=90).part == 1.0


def test_rate_rises_to_its_peak_and_falls_to_the_end() -> None:
    assert [RATES.scale(part) for part in (0.05, 0.1, 0.55, 1.0)] == pytest.approx(
        [0.5, 1.0, 0.5, LEAST_SCALE]
    )


@given(st.floats(0, 1))
def test_rate_is_never_nothing_nor_above_its_peak(part: float) -> None:
    assert LEAST_SCALE <= RATES.scale(part) <= 1
