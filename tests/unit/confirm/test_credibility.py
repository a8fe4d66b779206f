from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.confirm.credibility import ELSEWHERE, PRIOR_FACTS, Credibility
from edgerag.domain.facts import NOTHING_KNOWN, Fact
from edgerag.domain.ids import HandbookId

BOOK, OTHER = HandbookId("a" * 16), HandbookId("b" * 16)
FACTS = st.lists(
    st.builds(
        Fact,
        handbook=st.sampled_from([BOOK, OTHER]),
        area=st.sampled_from(["malaria", "asthma", ""]),
        statement=st.binary(min_size=1, max_size=4),
        credit=st.floats(0, 1),
        by_person=st.booleans(),
    ),
    max_size=20,
)


def fact(area: str, credit: float, *, by_person: bool = True) -> Fact:
    return Fact(BOOK, area, b"", credit, by_person)


def test_where_nothing_is_known_every_handbook_is_alike() -> None:
    known = Credibility([])
    assert known.of(BOOK) == known.of(BOOK, "malaria") == known.of(OTHER) == pytest.approx(0.5)
    assert known.record(BOOK) == NOTHING_KNOWN


def test_equation_11_by_hand() -> None:
    known = Credibility([fact("malaria", 1), fact("malaria", 1), fact("asthma", 0)])
    overall = (PRIOR_FACTS * 0.5 + 2) / (PRIOR_FACTS + 3)
    assert known.of(BOOK) == pytest.approx(overall)
    on_asthma = (PRIOR_FACTS * 0.5) / (PRIOR_FACTS + 1)
    before = 0.5 + ELSEWHERE * (on_asthma - 0.5)
    assert known.of(BOOK, "malaria") == pytest.approx((PRIOR_FACTS * before + 2) / (PRIOR_FACTS + 2))
    assert known.of(BOOK, "snake bite") == pytest.approx(0.5 + ELSEWHERE * (overall - 0.5))


def test_what_people_confirmed_and_what_others_bear_out_is_told_apart() -> None:
    facts = [fact("x", 1), fact("x", 0), fact("x", 0.9, by_person=False), fact("y", 0.1, by_person=False)]
    record = Credibility(facts).record(BOOK)
    assert (record.n_right, record.n_wrong) == (1, 1)
    assert (record.n_borne_out, record.n_contradicted) == (1, 1)
    assert [*Credibility(facts).areas(BOOK)] == ["x", "y"]


@given(FACTS)
def test_credibility_is_between_0_and_1_and_rises_with_what_is_right(facts: list[Fact]) -> None:
    before = Credibility(facts)
    after = Credibility([*facts, fact("malaria", 1)])
    for area in (None, "malaria", "asthma"):
        assert 0 < before.of(BOOK, area) < 1
        assert after.of(BOOK, area) > before.of(BOOK, area)
        assert after.of(OTHER, area) == before.of(OTHER, area)
