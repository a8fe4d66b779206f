from __future__ import annotations

import importlib
import subprocess

import msgspec
import pytest

from edgerag.process import child_command, child_environment
from edgerag.selftest.child import CHILD_ARGUMENTS, END_TO_END, QUICK
from edgerag.selftest.outcomes import Failed, Outcome, Passed, Task


def do(task: Task) -> Outcome:
    """Let a child do a check, as the parent does."""
    child = subprocess.run(
        child_command(CHILD_ARGUMENTS),
        input=msgspec.msgpack.encode(task),
        capture_output=True,
        env=child_environment(),
        check=True,
    )
    return msgspec.msgpack.decode(child.stdout, type=Passed | Failed)


def asked(task: Task, check: str, folder: str) -> Task:
    return msgspec.structs.replace(task, check=check, folders=(folder,))


@pytest.mark.parametrize("name", (QUICK | END_TO_END).values())
def test_every_check_that_is_named_is_there(name: str) -> None:
    module, _, function = name.partition(".")
    assert callable(getattr(importlib.import_module(f"edgerag.selftest.{module}"), function))


def test_nothing_but_the_outcome_comes_through_the_pipe(task: Task) -> None:
    assert isinstance(do(asked(task, "folders", task.scratch)), Passed)


def test_a_failure_comes_with_what_to_do(task: Task) -> None:
    failed = do(asked(task, "folders", "/proc/edgerag"))
    assert isinstance(failed, Failed)
    assert "/proc" in failed.message
    assert "write-protected" in failed.remedy
