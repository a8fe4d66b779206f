from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.confirm.claims import Claim
from edgerag.confirm.homologous import group_claims

CLAIMS = st.lists(
    st.builds(
        Claim, st.sampled_from("abc"), st.sampled_from(["X", "x ", "Y"]), st.sampled_from("pq"), st.text()
    )
)


def test_spellings_of_a_thing_are_one_group_and_a_lone_source_is_isolated() -> None:
    one, two = Claim("a", "Ariel", "director", "Aki"), Claim("b", "ARIEL.", "director", "Aki")
    alone = Claim("a", "Ariel", "year", "1988")
    together, isolated = group_claims([one, alone, two])
    assert together.by_source == {"a": (one,), "b": (two,)}
    assert not together.is_isolated
    assert isolated.is_isolated


@given(CLAIMS)
def test_every_claim_is_in_one_group(claims: list[Claim]) -> None:
    grouped = [claim for group in group_claims(claims) for each in group.by_source.values() for claim in each]
    assert sorted(grouped, key=repr) == sorted(claims, key=repr)
