"""What may stand where a file is named, and is none."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")


def pipe(path: Path) -> None:
    os.mkfifo(path)


def listening(path: Path) -> None:
    socket.socket(socket.AF_UNIX).bind(str(path))


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def link_to_a_pipe(path: Path) -> None:
    os.mkfifo(path.with_name("inner"))
    path.symlink_to(path.with_name("inner"))


def link_to_nothing(path: Path) -> None:
    path.symlink_to(path.with_name("gone"))


def link_to_itself(path: Path) -> None:
    path.symlink_to(path)


KINDS: list[tuple[Callable[[Path], None], str]] = [
    (pipe, "a pipe"),
    (endless, "a device"),
    (link_to_a_pipe, "a pipe"),
    (link_to_nothing, "leads to nothing"),
    (link_to_itself, "leads to nothing"),
    (Path.mkdir, "a folder"),
]
