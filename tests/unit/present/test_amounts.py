from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.present.amounts import count, duration, moment, size


@pytest.mark.parametrize(
    ("n_bytes", "said"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1000, "1.0 kB"),
        (34_015_106, "34 MB"),
        (999_600, "1.0 MB"),
        (1_117_320_768, "1.1 GB"),
    ],
)
def test_sizes_have_two_or_three_digits(n_bytes: int, said: str) -> None:
    assert size(n_bytes) == said


@given(st.integers(min_value=1000, max_value=10**15))
def test_a_size_said_is_near_the_size(n_bytes: int) -> None:
    number, unit = size(n_bytes).split()
    factor = {"kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}[unit]
    assert float(number) * factor == pytest.approx(n_bytes, rel=0.05)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0.2, "1 s"),
        (7, "7 s"),
        (13, "15 s"),
        (57, "1 min"),
        (150, "2 min"),
        (3599, "1 h"),
        (7800, "2 h 10 min"),
    ],
)
def test_durations_are_as_exact_as_an_estimate(seconds: float, said: str) -> None:
    assert duration(seconds) == said


def test_a_count_is_one_or_many() -> None:
    assert (count(1, "page"), count(0, "page"), count(2001, "page")) == ("1 page", "0 pages", "2,001 pages")


@pytest.mark.parametrize(
    ("utc", "said"),
    [
        ("2026-11-22 07:05:00", "09:05"),
        ("2026-11-21 23:30:00", "01:30"),
        ("2026-11-21 12:00:00", "yesterday 14:00"),
        ("2026-03-01 12:00:00", "1 Mar 14:00"),
        ("2025-12-31 23:00:00", "1 Jan 01:00"),
        ("2025-12-31 12:00:00", "31 Dec 2025"),
    ],
)
def test_a_moment_is_told_in_local_time(utc: str, said: str) -> None:
    now = datetime(2026, 11, 22, 12, 0, tzinfo=timezone(timedelta(hours=2)))
    assert moment(utc, now) == said
