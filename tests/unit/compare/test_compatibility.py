from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.compare.compatibility import compatible
from edgerag.language.reading import read
from edgerag.language.values import Value


def value(text: str) -> Value:
    return read(text)[0].values[0]


@given(st.integers(80, 99))
def test_under_a_whole_number_is_the_one_below_it_or_lower(n: int) -> None:
    under, lower = value(f"SpO2 under {n} %"), value(f"saturation reads {n - 1} % or lower")
    assert compatible(under, lower)
    assert compatible(lower, under)
    assert not compatible(under, value(f"saturation {n - 3} % or lower"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Hb < 7 g/dL", "Hb 6 g/dL or less"),
        ("SpO2 91 % or lower", "SpO2 92 % or lower"),
        ("SpO2 > 92 %", "SpO2 91 % or lower"),
    ],
)
def test_other_limits_stay_apart(one: str, other: str) -> None:
    assert not compatible(value(one), value(other))
