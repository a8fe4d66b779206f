from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from edgerag.leftovers import MARK, hold, remove_leftovers, removing_leftovers, unpacked_folder

RUN_FROM = (
    "import sys; from pathlib import Path; from edgerag.leftovers import hold; "
    "hold(Path(sys.argv[1])); print('runs', flush=True); sys.stdin.read()"
)
REMOVE_BESIDE = (
    "import sys; from pathlib import Path; from edgerag.leftovers import remove_leftovers; "
    "print('ready', flush=True); sys.stdin.readline(); remove_leftovers(Path(sys.argv[1]))"
)

Process = subprocess.Popen[str]
Start = Callable[[str, Path], Process]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start real processes, and wait for the first line of each; what still runs is killed at the end."""
    started: list[Process] = []

    def begin(program: str, folder: Path) -> Process:
        command = [sys.executable, "-c", program, str(folder)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        started.append(process)
        assert process.stdout is not None
        assert process.stdout.readline()
        return process

    yield begin
    for process in started:
        process.kill()
        process.communicate()


def unpacked(temporary: Path, name: str) -> Path:
    """A folder as the launcher of a one-file program makes it."""
    folder = temporary / f"_MEI{name}"
    (folder / "llama_cpp" / "lib").mkdir(parents=True)
    (folder / "llama_cpp" / "lib" / "libllama.so").write_bytes(b"library")
    (folder / "base_library.zip").write_bytes(b"modules")
    return folder


def kill(process: Process) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The folder of the program that starts now."""
    return unpacked(tmp_path, "own")


def test_what_a_killed_program_left_is_removed_and_what_one_runs_from_stays(
    tmp_path: Path, own: Path, start: Start
) -> None:
    killed, running = unpacked(tmp_path, "killed"), unpacked(tmp_path, "running")
    process = start(RUN_FROM, killed)
    start(RUN_FROM, running)
    remove_leftovers(own)
    assert killed.is_dir()
    kill(process)
    remove_leftovers(own)
    assert not killed.exists()
    assert (running / "llama_cpp" / "lib" / "libllama.so").is_file()
    assert own.is_dir()


def test_a_child_that_still_runs_keeps_the_folder_of_its_killed_parent(
    tmp_path: Path, own: Path, start: Start
) -> None:
    folder = unpacked(tmp_path, "shared")
    parent, child = start(RUN_FROM, folder), start(RUN_FROM, folder)
    kill(parent)
    remove_leftovers(own)
    assert (folder / "base_library.zip").is_file()
    kill(child)
    remove_leftovers(own)
    assert not folder.exists()


def test_the_folder_that_one_runs_from_oneself_is_never_removed(own: Path) -> None:
    hold(own)
    remove_leftovers(own)
    remove_leftovers(own.with_name("_MEIother"))
    assert (own / "base_library.zip").is_file()


def test_a_folder_without_edgerags_mark_is_never_touched(tmp_path: Path, own: Path) -> None:
    others, half, forged = (unpacked(tmp_path, name) for name in ("others", "half", "forged"))
    (half / MARK).touch()
    (forged / MARK).write_text("edgerag runs from this folder, says somebody")
    (tmp_path / "_MEIfile").write_text("no folder")
    remove_leftovers(own)
    assert all((folder / "base_library.zip").is_file() for folder in (others, half, forged))
    assert (tmp_path / "_MEIfile").is_file()


def left_behind(folder: Path, start: Start) -> Path:
    """Let a program run from a folder, and kill it."""
    kill(start(RUN_FROM, folder))
    return folder


def test_no_link_is_followed(tmp_path: Path, own: Path, start: Start) -> None:
    elsewhere = left_behind(unpacked(tmp_path / "elsewhere", "target"), start)
    (tmp_path / "_MEIlink").symlink_to(elsewhere, target_is_directory=True)
    marked_by_link = unpacked(tmp_path, "marked")
    (marked_by_link / MARK).symlink_to(elsewhere / MARK)
    left = left_behind(unpacked(tmp_path, "left"), start)
    (left / "documents").symlink_to(elsewhere, target_is_directory=True)
    (left / "file").symlink_to(elsewhere / "base_library.zip")
    remove_leftovers(own)
    assert not left.exists()
    assert (tmp_path / "_MEIlink").is_symlink()
    assert (marked_by_link / "base_library.zip").is_file()
    assert (elsewhere / "llama_cpp" / "lib" / "libllama.so").is_file()
    assert (elsewhere / "base_library.zip").is_file()


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root gives files away")
def test_what_another_user_left_stays(tmp_path: Path, own: Path, start: Start) -> None:
    theirs, with_their_mark = (left_behind(unpacked(tmp_path, name), start) for name in ("theirs", "mark"))
    os.chown(theirs, 12345, 12345)
    os.chown(with_their_mark / MARK, 12345, 12345)
    remove_leftovers(own)
    assert theirs.is_dir()
    assert with_their_mark.is_dir()


def test_programs_that_start_at_once_remove_all_that_is_left_and_nothing_else(
    tmp_path: Path, start: Start
) -> None:
    left = [left_behind(unpacked(tmp_path, f"left{n}"), start) for n in range(3)]
    own = [unpacked(tmp_path, f"own{n}") for n in range(4)]
    for folder in own:
        start(RUN_FROM, folder)
    removers = [start(REMOVE_BESIDE, folder) for folder in own]
    for process in removers:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    assert [process.wait() for process in removers] == [0, 0, 0, 0]
    assert not any(folder.exists() for folder in left)
    assert all((folder / "base_library.zip").is_file() for folder in own)


def test_what_could_not_be_removed_is_removed_by_the_next_start(
    tmp_path: Path, own: Path, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = left_behind(unpacked(tmp_path, "left"), start)

    def fail(path: str) -> None:
        raise PermissionError(path)

    with monkeypatch.context() as broken:
        broken.setattr(shutil, "rmtree", fail)
        remove_leftovers(own)
    assert (left / MARK).is_file()
    remove_leftovers(own)
    assert not left.exists()


def test_it_is_removed_while_the_program_works(tmp_path: Path, own: Path, start: Start) -> None:
    left = left_behind(unpacked(tmp_path, "left"), start)
    with suppress(SystemExit), removing_leftovers(own):
        raise SystemExit(0)
    assert not left.exists()


def test_a_folder_that_cannot_be_marked_keeps_nobody_from_running(tmp_path: Path) -> None:
    hold(tmp_path / "gone")


def test_only_a_one_file_program_is_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert unpacked_folder() is None
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path / "edgerag-dir" / "_internal"), raising=False)
    assert unpacked_folder() is None
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path / "_MEIa1b2c3"))
    assert unpacked_folder() == tmp_path / "_MEIa1b2c3"
