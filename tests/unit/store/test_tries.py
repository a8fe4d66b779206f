from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.store import tries


@pytest.fixture
def library_file(tmp_path: Path) -> Path:
    return tmp_path / "library.db"


def test_five_tries_are_free_and_each_further_one_waits_twice_as_long(
    library_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.time", lambda: 1000.0)
    waits = []
    for _ in range(16):
        waits.append(tries.wait_s(library_file))
        tries.note_wrong(library_file)
    assert waits == [0, 0, 0, 0, 0, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]
    assert tries.wait_s(library_file, now_s=1290.0) == 10
    assert tries.wait_s(library_file, now_s=1300.0) == 0


def test_a_right_passphrase_makes_up_for_the_wrong_ones(library_file: Path) -> None:
    for _ in range(9):
        tries.note_wrong(library_file)
    tries.note_right(library_file)
    assert tries.wait_s(library_file) == 0
    assert not list(library_file.parent.iterdir())


def test_a_clock_that_was_set_back_locks_nobody_out(
    library_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.time", lambda: 1e9)
    for _ in range(5):
        tries.note_wrong(library_file)
    assert tries.wait_s(library_file, now_s=0.0) == 2


def test_what_makes_no_sense_counts_as_no_try(library_file: Path) -> None:
    library_file.with_suffix(".tries").write_text("many, lately")
    assert tries.wait_s(library_file) == 0


def test_it_tells_nobody_else(library_file: Path) -> None:
    tries.note_wrong(library_file)
    assert library_file.with_suffix(".tries").stat().st_mode & 0o777 == 0o600


def test_without_a_place_to_count_nothing_fails(tmp_path: Path) -> None:
    tries.note_wrong(tmp_path / "missing" / "library.db")
