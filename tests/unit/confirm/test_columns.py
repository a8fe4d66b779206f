from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from edgerag.confirm.claims import Claim, Kind
from edgerag.confirm.columns import Columns, consistency
from edgerag.confirm.fuse import fuse

FORMULARIES = (
    Claim("a", "Zinc", "dose", "20 mg", "row 2"),
    Claim("a", "Zinc", "price", "1.50", "row 2"),
    Claim("a", "Iron", "price", "2", "row 3"),
    Claim("a", "Zinc", "dose", "10 mg", "row 4"),
    Claim("b", "zinc", "Dose", "20mg", "row 2"),
    Claim("b", "zinc", "price", "1,5", "row 2"),
    Claim("b", "IRON", "price", "3", "row 3"),
    Claim("b", "Tin", "price", "9", "row 4"),
)
KINDS = {"dose": Kind.NUMBER, "price": Kind.NUMBER}


def test_a_column_is_found_by_its_name_and_holds_every_thing_by_hand() -> None:
    index = Columns(FORMULARIES)
    assert [group.entity for group in index.column("PRICE")] == ["Zinc", "Iron", "Tin"]
    assert [group.entity for group in index.column("dose")] == ["Zinc"]
    assert index.column("strength") == []


def test_consistency_of_two_formularies_by_hand() -> None:
    dose, price = consistency(fuse(FORMULARIES, KINDS))
    assert (dose.attribute, dose.n_shared, [one.entity for one in dose.differing]) == ("dose", 1, ["Zinc"])
    assert [(source, one.entity) for source, one in dose.contradicting] == [("a", "Zinc")]
    assert (price.attribute, price.n_shared) == ("price", 2)
    assert [one.entity for one in price.differing] == ["Iron"]
    assert price.contradicting == ()


CLAIMS = st.lists(
    st.builds(
        Claim, st.sampled_from("abc"), st.sampled_from(["X", "x ", "Y"]), st.sampled_from("pqP"), st.text()
    )
)


@settings(deadline=None)
@given(CLAIMS)
def test_groups_are_the_cells_of_the_columns_and_keep_their_order(claims: list[Claim]) -> None:
    index = Columns(claims)
    by_column = [group for attribute in index.names for group in index.column(attribute)]
    assert sorted(map(repr, by_column)) == sorted(map(repr, index.groups))
    firsts = [claims.index(next(iter(group.by_source.values()))[0]) for group in index.groups]
    assert firsts == sorted(firsts)


@settings(deadline=None)
@given(CLAIMS)
def test_who_differs_is_among_what_is_shared(claims: list[Claim]) -> None:
    for column in consistency(fuse(claims, {})):
        assert len(column.differing) <= column.n_shared
