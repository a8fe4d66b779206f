from __future__ import annotations

from math import isclose, log

from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.entities import EntityType as T
from edgerag.extract.association import associated, met, npmi
from edgerag.language.entities import Named

MALARIA, FEVER, LIVER = (T.DISEASE, "malaria"), (T.SYMPTOM, "fever"), (T.BODY, "liver")


def entity(key: tuple[T, str]) -> Named:
    return Named(*key, 0, 1)


def test_npmi_is_as_computed_by_hand() -> None:
    # p(x, y) = 2/8, p(x) = 4/8, p(y) = 2/8: ln(.25 / .125) / -ln(.25) = ln 2 / ln 4 = 0.5
    assert isclose(npmi(2, 4, 2, 8), 0.5)
    assert isclose(npmi(1, 1, 1, 8), log(8) / log(8))
    assert npmi(8, 8, 8, 8) == 1


@given(st.integers(1, 50), st.integers(0, 50), st.integers(0, 50), st.integers(0, 50))
def test_npmi_lies_between_minus_one_and_one(n_xy: int, more_x: int, more_y: int, others: int) -> None:
    score = npmi(n_xy, n_xy + more_x, n_xy + more_y, n_xy + more_x + more_y + others)
    assert -1 - 1e-9 <= score <= 1 + 1e-9


def test_a_pair_is_associated_if_it_is_met_often_and_not_by_chance() -> None:
    together = [[[entity(MALARIA)], [entity(FEVER)]]] * 3
    apart = [[[entity((T.DRUG, f"drug {n}"))]] for n in range(20)]
    assert list(associated([*together, *apart])) == [(MALARIA, FEVER)]
    assert associated([*together[:2], *apart]) == {}
    assert associated([*together, *([[[entity(FEVER)]]] * 60), *([[[entity(MALARIA)]]] * 60)]) == {}


def test_what_is_only_listed_side_by_side_is_not_met() -> None:
    assert met([[entity(MALARIA), entity(FEVER)]]) == set()


def test_parts_of_the_body_are_associated_with_nothing() -> None:
    assert met([[entity(MALARIA)], [entity(LIVER)]]) == set()
