"""What a check is asked, and what it answers."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import msgspec

from edgerag.config import Models


class Task(msgspec.Struct, frozen=True):
    """Which check to do, and with what."""

    check: str
    scratch: str
    """A folder of the check's own, which the parent removes."""
    folders: tuple[str, ...]
    """Where the person's library, settings and log are kept, or will be."""
    models_folder: str
    models: Models
    """Which models the person has chosen."""


class Passed(msgspec.Struct, frozen=True, tag="passed"):
    """The part does what it must."""

    version: str
    detail: str = ""
    """What a person may like to know of it."""


class LeftOut(msgspec.Struct, frozen=True, tag="left out"):
    """There is nothing to check, and how that could be changed."""

    reason: str
    remedy: str


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The part does not do what it must, and what to do about it."""

    message: str
    remedy: str


Outcome = Passed | LeftOut | Failed
Check = Callable[[Task], Passed | LeftOut]

REINSTALL = "install edgerag again; if that does not help, report this line"
"""What to do about a part that breaks down and says no better."""

_NUMBER = re.compile(r"\d+(\.\d+)+")


def version_of(module: str) -> str:
    """Give the version that a loaded library tells of itself; empty if it tells none."""
    told = str(getattr(sys.modules[module], "__version__", ""))
    number = _NUMBER.search(told)
    return number[0] if number else told


def file_of(name: str) -> Path:
    """Give a file that ships with the self-test; `packaging/selftest/build.py` made it."""
    return Path(str(files("edgerag.selftest").joinpath(name)))
