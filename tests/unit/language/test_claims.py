from __future__ import annotations

from dataclasses import replace

from edgerag.language.negation import Polarity
from tests.claims import make_claim


def test_claims_are_the_same_if_all_that_they_state_is() -> None:
    claim = make_claim()
    assert claim == replace(claim)
    assert claim != replace(claim, polarity=Polarity.DO_NOT)
    assert len({claim, replace(claim), replace(claim, end=8)}) == 2
