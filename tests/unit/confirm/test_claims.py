from __future__ import annotations

from edgerag.confirm.claims import Claim, Fused, Value


def test_trusted_values_are_the_ones_to_give() -> None:
    claim = Claim("a", "x", "dose", "5 mg")
    trusted = Value("5 mg", ("5", "mg"), 0.8, True, (claim,), ())
    other = Value("6 mg", ("6", "mg"), 0.2, False, (), (claim,))
    assert Fused("x", "dose", (trusted, other), 0.5, 2, 2).trusted == (trusted,)
