from __future__ import annotations

import numpy as np
import pytest

from measures import f1_of, macro_f1


def test_f1_is_of_one_class() -> None:
    truth, guess = np.array([True, True, False, False]), np.array([True, False, True, False])
    assert f1_of(truth, guess) == 0.5


def test_classes_that_occur_count_alike() -> None:
    truth, guess = np.array([0, 0, 0, 2]), np.array([0, 0, 0, 1])
    assert macro_f1(truth, guess) == pytest.approx((1.0 + 0.0) / 2)
