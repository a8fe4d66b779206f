from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from edgerag.confirm.claims import Claim, Fused, Kind
from edgerag.confirm.fuse import best_form, fuse

VALUES = st.sampled_from(["Ann Low", "Low, Ann", "Bo Hay", "Ann Low; Bo Hay", "Low", "n/a", ""])
CLAIMS = st.lists(
    st.builds(
        Claim, st.sampled_from("abc"), st.sampled_from("xy"), st.just("author"), VALUES, st.uuids().map(str)
    )
)


def test_majority_is_trusted_and_the_other_value_is_still_there() -> None:
    claims = [
        Claim(source, "Amoxicillin", "dose", value)
        for source, value in zip("abcde", ("5 mg",) * 4 + ("50 mg",), strict=True)
    ]
    (fused,) = fuse(claims, {"dose": Kind.NUMBER}, single=["dose"])
    assert [value.text for value in fused.trusted] == ["5 mg"]
    assert [value.text for value in fused.values] == ["5 mg", "50 mg"]
    assert [claim.source for claim in fused.values[1].claims_for] == ["e"]
    assert [claim.source for claim in fused.values[1].claims_against] == [*"abcd"]


def test_source_that_names_the_first_author_only_does_not_deny_the_second() -> None:
    claims = [
        Claim("a", "x", "author", "Ann Low; Bo Hay"),
        *(Claim(s, "x", "author", "Low, Ann") for s in "bc"),
    ]
    (fused,) = fuse(claims, {"author": Kind.NAMES})
    assert {value.words for value in fused.trusted} >= {("ann", "low")}
    assert len(fused.values) == 2


def test_two_sources_that_contradict_each_other_are_both_shown_and_neither_is_trusted() -> None:
    claims = [Claim("a", "x", "dose", "5"), Claim("b", "x", "dose", "6")]
    claims += [Claim(source, f"y{n}", "dose", "5") for n in range(30) for source in "acd"]
    fused = fuse(claims, {"dose": Kind.NUMBER}, single=["dose"])[0]
    assert fused.trusted == ()
    assert len(fused.values) == 2


def fused_doses(attribute: str, *values: str) -> Fused:
    claims = [Claim(source, "x", attribute, value) for source, value in zip("abcdef", values, strict=False)]
    (fused,) = fuse(claims, {attribute: Kind.NUMBER}, single=[attribute])
    return fused


def test_equal_doses_in_other_units_are_one_value_written_as_most_sources_do() -> None:
    fused = fused_doses("dose", "1000 mg", "1 g", "1g")
    assert [value.text for value in fused.values] == ["1 g"]
    assert (fused.agreement, fused.values[0].confidence) == (1, 1)
    assert {claim.source for claim in fused.values[0].claims_for} == set("abc")
    assert [value.text for value in fused_doses("dose", "250 µg", "0.25 mg").values] == ["250 µg"]


def test_a_source_that_repeats_a_form_counts_once_for_it() -> None:
    claims = [Claim("a", "x", "dose", "1000 mg", f"row {n}") for n in range(5)]
    claims += [Claim(source, "x", "dose", "1 g") for source in "bc"]
    (fused,) = fuse(claims, {"dose": Kind.NUMBER})
    assert [value.text for value in fused.values] == ["1 g"]


def test_a_bare_number_is_another_value_unless_the_head_tells_its_unit() -> None:
    assert len(fused_doses("dose", "500", "500 mg").values) == 2
    assert len(fused_doses("dose (mg)", "500", "0.5 g").values) == 1
    assert len(fused_doses("dose (mg)", "500", "500 IU").values) == 2


def test_lone_source_has_no_agreement() -> None:
    (fused,) = fuse([Claim("a", "x", "dose", "5")], {})
    assert fused.agreement is None
    assert fused.n_sources == 1


def test_editions_of_one_work_are_one_family() -> None:
    claims = [Claim(source, "x", "dose", "5") for source in ("who-2015", "who-2020", "msf")]
    (fused,) = fuse(claims, {}, told_families={"who-2015": "who", "who-2020": "who"})
    assert (fused.n_sources, fused.n_families) == (3, 2)


def test_things_without_any_value_are_given_with_what_could_not_be_read() -> None:
    (fused,) = fuse([Claim("a", "x", "author", "Not Available")], {"author": Kind.NAMES})
    assert fused.values == ()
    assert len(fused.unread) == 1


def test_one_of_a_list_is_written_in_the_letters_of_its_source() -> None:
    (fused,) = fuse([Claim("a", "x", "author", "O'Leary, Jo; McGregor, John D.")], {"author": Kind.NAMES})
    assert [value.text for value in fused.values] == ["Jo O'Leary", "John D McGregor"]


def test_shorter_form_speaks_in_part_for_the_fuller() -> None:
    assert best_form(Counter({("fortier", "j", "paul"): 5, ("fortier", "paul"): 6})) == (
        "fortier",
        "j",
        "paul",
    )
    assert best_form(Counter({("fortier", "j", "paul"): 1, ("fortier", "paul"): 6})) == ("fortier", "paul")


@given(CLAIMS)
def test_no_claim_is_lost(claims: list[Claim]) -> None:
    kept = {
        claim.place
        for fused in fuse(claims, {"author": Kind.NAMES})
        for claim in (*fused.unread, *(claim for value in fused.values for claim in value.claims_for))
    }
    assert kept == {claim.place for claim in claims}


@given(CLAIMS)
def test_some_value_is_trusted_where_any_is_read(claims: list[Claim]) -> None:
    for fused in fuse(claims, {"author": Kind.NAMES}):
        assert bool(fused.trusted) == bool(fused.values)
