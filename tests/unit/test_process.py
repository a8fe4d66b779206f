from __future__ import annotations

import importlib
import os
import subprocess
import sys

import pytest

from edgerag.process import CHILD_MODULES, child_command, last_words, system_environment


@pytest.mark.parametrize("module", CHILD_MODULES)
def test_child_modules_have_a_main_and_are_what_the_parents_start(module: str) -> None:
    child = importlib.import_module(module)
    assert ("-m", module) == child.CHILD_ARGUMENTS
    assert callable(child.main)


def test_python_is_told_to_leave_the_current_folder_alone() -> None:
    assert child_command(["-m", "edgerag"]) == [sys.executable, "-P", "-m", "edgerag"]


def test_frozen_program_is_called_with_the_arguments_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert child_command(["-m", "edgerag.ingest.child"]) == [sys.executable, "-m", "edgerag.ingest.child"]


def test_programs_of_the_system_get_their_own_libraries_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/the/program")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/the/system")
    assert system_environment()["LD_LIBRARY_PATH"] == "/the/system"
    monkeypatch.delenv("LD_LIBRARY_PATH_ORIG")
    assert "LD_LIBRARY_PATH" not in system_environment()


def test_installed_program_changes_nothing_for_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/a/persons/own")
    assert system_environment() == dict(os.environ)
    assert subprocess.run([sys.executable, "-c", ""], env=system_environment(), check=False).returncode == 0


@pytest.mark.parametrize(
    "complaint",
    [b"Traceback ...\nMemoryError: m\n", b"MemoryError: m\n[PYI-7:ERROR] Failed to execute script\n"],
)
def test_a_childs_last_words_are_its_own_and_not_the_launchers(complaint: bytes) -> None:
    assert last_words(complaint) == "MemoryError: m"
    assert last_words(b"") == ""
