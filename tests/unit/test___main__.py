from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

from edgerag import __main__ as entry
from edgerag import __version__
from edgerag.process import CHILD_MODULES


def test_python_runs_the_command_line() -> None:
    command = [sys.executable, "-m", "edgerag", "--version"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True)
    assert shown.stdout == f"edgerag, version {__version__}\n"


@pytest.mark.parametrize("module", CHILD_MODULES)
def test_frozen_program_does_a_childs_work(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    done: list[str] = []
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "argv", ["edgerag", "-m", module])
    monkeypatch.setattr(importlib.import_module(module), "main", lambda: done.append(module))
    entry.main()
    assert done == [module]


@pytest.mark.parametrize("arguments", [["-m", "edgerag.ingest.child"], ["-m", "http.server"], ["-c", "1"]])
def test_nothing_else_can_be_run_that_way(monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    is_child = arguments[1] in CHILD_MODULES
    monkeypatch.setattr(sys, "frozen", not is_child, raising=False)
    monkeypatch.setattr(sys, "argv", ["edgerag", *arguments])
    with pytest.raises(SystemExit) as left:
        entry.main()
    assert left.value.code == 2
