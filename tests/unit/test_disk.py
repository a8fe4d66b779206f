from __future__ import annotations

import errno
import hashlib
import os
from pathlib import Path

import pytest

from edgerag.disk import disk_full_told, locked, require_space, sha256_of, write_whole
from edgerag.errors import BusyError, DiskFullError


def test_hash_is_that_of_the_bytes(tmp_path: Path) -> None:
    content = os.urandom(3_000_000)
    (tmp_path / "f").write_bytes(content)
    assert sha256_of(tmp_path / "f") == hashlib.sha256(content).hexdigest()


def test_whole_write_replaces_and_leaves_nothing_beside(tmp_path: Path) -> None:
    write_whole(tmp_path / "f", b"old")
    write_whole(tmp_path / "f", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("f", b"new")]


def test_second_lock_is_refused_until_the_first_is_released(tmp_path: Path) -> None:
    with (
        locked(tmp_path / "lock", "installing x"),
        pytest.raises(BusyError, match="installing x: another"),
        locked(tmp_path / "lock", "installing x"),
    ):
        pass
    with locked(tmp_path / "lock", "installing x"):
        pass


def test_no_space_left_says_what_to_do() -> None:
    with pytest.raises(DiskFullError) as caught, disk_full_told():
        raise OSError(errno.ENOSPC, "No space left on device", "model.gguf")
    assert "model.gguf" in str(caught.value)
    assert "free some space" in caught.value.hint


def test_other_errors_of_the_system_pass() -> None:
    with pytest.raises(PermissionError), disk_full_told():
        raise PermissionError(errno.EACCES, "Permission denied")


def test_enough_space_passes(tmp_path: Path) -> None:
    require_space(tmp_path, 1)
    with pytest.raises(DiskFullError):
        require_space(tmp_path, 1 << 60)
