from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from edgerag.folders import (
    NO_ROOM,
    WRITE_PROTECTED,
    close_to_others,
    hint_of,
    make_private,
    nearest_existing,
    open_to_others,
    why_not_writable,
)


def test_a_folder_that_can_be_written_stays_as_it_was(tmp_path: Path) -> None:
    assert why_not_writable(tmp_path / "new" / "folder") == ""
    assert list(tmp_path.iterdir()) == []
    assert nearest_existing(tmp_path / "new" / "folder") == tmp_path


def test_a_folder_that_takes_no_file_is_named_with_the_reason() -> None:
    """The kernel's folder refuses even the superuser."""
    assert why_not_writable(Path("/proc/new")).startswith("/proc cannot be written: ")


def test_what_to_do_about_a_failed_write_depends_on_why_it_failed() -> None:
    assert hint_of(OSError(errno.ENOSPC, "No space left on device")) == NO_ROOM
    assert hint_of(PermissionError(errno.EACCES, "Permission denied")) == WRITE_PROTECTED


@pytest.fixture
def loose_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def test_every_folder_that_is_made_is_the_owners_alone_whatever_the_umask(
    tmp_path: Path, loose_umask: None
) -> None:
    make_private(tmp_path / "home" / "data" / "lexical")
    made = [tmp_path / "home", tmp_path / "home" / "data", tmp_path / "home" / "data" / "lexical"]
    assert [folder.stat().st_mode & 0o777 for folder in made] == [0o700] * 3
    assert open_to_others(tmp_path / "home") == []


def test_what_others_may_look_into_is_named_and_closed(tmp_path: Path, loose_umask: None) -> None:
    folder = tmp_path / "index"
    folder.mkdir(0o755)
    (folder / "words").write_text("adrenaline")
    assert open_to_others(folder) == [folder, folder / "words"]
    close_to_others(folder)
    assert open_to_others(folder) == []
    assert (folder / "words").stat().st_mode & 0o777 == 0o600
