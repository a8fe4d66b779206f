from __future__ import annotations

import errno
import hashlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from edgerag.disk import (
    BLOCK_BYTES,
    Closing,
    disk_full_told,
    erase,
    locked,
    require_space,
    save,
    save_page,
    save_parts,
    sha256_of,
    unused,
    write_private,
    write_whole,
)
from edgerag.errors import BusyError, DiskFullError, EdgeRagError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


def test_hash_is_that_of_the_bytes(tmp_path: Path) -> None:
    content = os.urandom(3_000_000)
    (tmp_path / "f").write_bytes(content)
    assert sha256_of(tmp_path / "f") == hashlib.sha256(content).hexdigest()


def test_whole_write_replaces_and_leaves_nothing_beside(tmp_path: Path) -> None:
    write_whole(tmp_path / "f", b"old")
    write_whole(tmp_path / "f", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("f", b"new")]


def test_private_write_is_the_owners_alone_whatever_was_there(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"old")
    (tmp_path / "f.new").write_bytes(b"left by a kill")
    (tmp_path / "f.new").chmod(0o666)
    write_private(tmp_path / "f", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("f", b"new")]
    assert (tmp_path / "f").stat().st_mode & 0o777 == 0o600


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


def test_a_saved_file_is_its_owners_alone_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    target = tmp_path / "new" / "report.md"
    for content in (b"old", b"new"):
        save(target, content)
    assert [(path.name, path.read_bytes()) for path in target.parent.iterdir()] == [("report.md", b"new")]
    assert target.stat().st_mode & 0o077 == 0


def test_what_cannot_be_saved_is_said_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(EdgeRagError, match="taken is a folder") as refused:
        save(tmp_path / "taken", b"x")
    assert "name of the file" in refused.value.hint
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def pieces(ends: list[str]) -> Iterator[bytes]:
    try:
        for _ in range(100):
            yield bytes(BLOCK_BYTES)
    finally:
        ends.append("closed")


def test_what_gives_the_pieces_of_a_file_is_closed_when_the_disk_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends: list[str] = []
    made = pieces(ends)
    monkeypatch.setattr("edgerag.disk.os.fdopen", FullDisk)
    with pytest.raises(EdgeRagError, match=r"a\.csv: no space left on device"):
        save_parts(tmp_path / "a.csv", made)
    assert (ends, list(made), list(tmp_path.glob("*a.csv*"))) == (["closed"], [], [])


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such files")
def test_what_is_no_regular_file_is_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(EdgeRagError, match="is no file"):
        save(tmp_path / "pipe", b"x")
    assert (tmp_path / "pipe").is_fifo()


def test_a_name_that_is_taken_gets_a_number(tmp_path: Path) -> None:
    names = [unused(tmp_path / "report.md")]
    for _ in range(2):
        names[-1].touch()
        names.append(unused(tmp_path / "report.md"))
    assert [path.name for path in names] == ["report.md", "report-2.md", "report-3.md"]


def test_erased_files_are_overwritten_before_they_go(tmp_path: Path) -> None:
    folder, kept = tmp_path / "index", tmp_path / "another name"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "terms").write_bytes(b"quagmire" * 300_000)
    kept.hardlink_to(folder / "deep" / "terms")
    erase(folder)
    assert not folder.exists()
    assert kept.read_bytes() == bytes(8 * 300_000)


def test_erasing_follows_no_link_and_needs_nothing_to_be_there(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_text("kept")
    (tmp_path / "link").symlink_to(mine)
    erase(tmp_path / "link")
    erase(tmp_path / "nothing")
    assert mine.read_text() == "kept"
    assert not (tmp_path / "link").is_symlink()


class FullDisk(io.FileIO):
    """A file with room for a piece."""

    def write(self, content: ReadableBuffer) -> int:
        if self.tell():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return super().write(content)


class Held(Closing):
    is_open = True

    def close(self) -> None:
        self.is_open = False


def failing() -> None:
    raise OSError("no room")


def test_what_holds_files_lets_go_of_them_even_if_something_fails() -> None:
    held = Held()
    with pytest.raises(OSError, match="no room"), held:
        failing()
    assert not held.is_open


def test_a_page_takes_the_place_of_a_page_and_of_no_other_file(tmp_path: Path) -> None:
    handbook, page = tmp_path / "north.md", tmp_path / "page.html"
    handbook.write_text("# North guide")
    with pytest.raises(EdgeRagError, match="is there already and is no report"):
        save_page(handbook, [b"<!doctype html>"])
    assert handbook.read_text() == "# North guide"
    save_page(page, [b"<!doctype html><p>1"])
    save_page(page, [b"<!doctype html><p>2"])
    assert page.read_bytes() == b"<!doctype html><p>2"


def test_a_file_that_cannot_be_looked_at_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    page = tmp_path / "page.html"
    page.write_bytes(b"<!doctype html>")
    monkeypatch.setattr("edgerag.disk._opening", refuse)
    with pytest.raises(EdgeRagError, match="permission denied"):
        save_page(page, [b"<!doctype html><p>2"])
    assert page.read_bytes() == b"<!doctype html>"
