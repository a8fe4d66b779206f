"""The executable on a USB stick, where everything stays."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

OnStick = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def stick(program: Path, tmp_path: Path) -> Path:
    """A folder with a copy of the executable and what belongs to it."""
    folder = tmp_path / "stick"
    if program.parent.name == "dist":
        folder.mkdir()
        shutil.copy2(program, folder)
    else:
        shutil.copytree(program.parent, folder)
    return folder


@pytest.fixture
def run(stick: Path, tmp_path: Path) -> OnStick:
    """Run the copy as a user without any folder of edgerag's."""

    def start(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        user = tmp_path / "user"
        user.mkdir(exist_ok=True)
        environment = {"HOME": str(user), "PATH": os.environ["PATH"], "TMPDIR": str(tmp_path)}
        return subprocess.run(
            [stick / "edgerag", *arguments],
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return start


@pytest.mark.parametrize("marker", ["edgerag.toml", "edgerag-data"])
def test_everything_stays_on_the_stick(run: OnStick, stick: Path, tmp_path: Path, marker: str) -> None:
    (stick / marker).touch() if marker.endswith(".toml") else (stick / marker).mkdir()
    assert run("list").returncode == 0
    assert run("config", "set", "retrieval.passages", "4").returncode == 0
    assert f"# {stick / 'edgerag.toml'} (portable)" in run("config", "show").stdout
    assert "passages = 4" in (stick / "edgerag.toml").read_text()
    assert (stick / "edgerag-data" / "data" / "library.db").is_file()
    assert "everything is kept beside the program" in run("doctor").stdout
    assert list((tmp_path / "user").iterdir()) == []


def test_without_a_marker_the_stick_stays_as_it_is(run: OnStick, stick: Path, tmp_path: Path) -> None:
    before = {path.name for path in stick.iterdir()}
    assert run("list").returncode == 0
    assert {path.name for path in stick.iterdir()} == before
    assert list((tmp_path / "user").rglob("library.db"))
