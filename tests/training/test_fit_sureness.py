from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fit_sureness
from edgerag.atlas import sureness
from fit_sureness import Read, area, cross_validated, fitted, log_odds

N_SIGNS = len(sureness.SIGNS)
BOOKS = ("a", "b", "c", "d")


def read(number: int, *, is_right: bool) -> Read:
    """A pair that is right if its first sign is large, with noise in the others."""
    noise = [((number * 7 + place * 3) % 11) / 11 for place in range(N_SIGNS - 1)]
    books = frozenset({BOOKS[number % 4], BOOKS[(number + 1 + number % 3) % 4]})
    return Read(books, (0.9 if is_right else 0.4, *noise), is_right)


PAIRS = [read(number, is_right=number % 2 == 0) for number in range(60)]


def test_the_printed_constants_are_those_of_the_program() -> None:
    weights = np.array([sureness.INTERCEPT, *sureness.WEIGHTS])
    intercept, of_signs, names = fit_sureness.constants(weights)
    assert intercept == f"INTERCEPT: Final = {sureness.INTERCEPT:.2f}"
    assert of_signs == f"WEIGHTS: Final = ({', '.join(f'{weight:.2f}' for weight in sureness.WEIGHTS)})"
    assert names == f"# {', '.join(sureness.SIGNS)}"


def test_a_sign_that_tells_right_from_wrong_weighs_most() -> None:
    _, first, *others = fitted(PAIRS).tolist()
    assert first > 0
    assert first > max(map(abs, others))


def test_what_is_right_has_higher_odds_by_fits_without_its_handbooks() -> None:
    odds = cross_validated(PAIRS)
    assert area(odds, np.array([pair.is_right for pair in PAIRS])) == 1
    assert odds[0] != pytest.approx(log_odds(PAIRS[0], fitted(PAIRS)))


def test_the_report_tells_the_area_and_how_many_of_the_surest_are_right(
    capsys: pytest.CaptureFixture[str],
) -> None:
    fit_sureness.report(PAIRS, cross_validated(PAIRS))
    assert capsys.readouterr().out.startswith("area 1.000 30 1.000 60 0.500")


@given(st.lists(st.floats(-5, 5), min_size=2, max_size=20), st.data())
def test_the_area_is_that_of_pairs_put_in_the_right_order(odds: list[float], data: st.DataObject) -> None:
    is_right = np.array([True, False, *(data.draw(st.booleans()) for _ in odds[2:])])
    scores = np.array(odds)
    pairs = [
        (x, y)
        for x, of_x in zip(odds, is_right, strict=True)
        for y, of_y in zip(odds, is_right, strict=True)
        if of_x and not of_y
    ]
    expected = sum((x > y) + (x == y) / 2 for x, y in pairs) / len(pairs)
    assert area(scores, is_right) == pytest.approx(expected)
    assert area(-scores, is_right) == pytest.approx(1 - expected)
