from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from edgerag import paths
from edgerag.errors import SelfTestError
from edgerag.selftest import surroundings
from edgerag.selftest.outcomes import Task
from tui.app import EdgeragApp


def test_a_folder_that_cannot_be_written_is_named_and_none_is_made(task: Task) -> None:
    new = Path(task.scratch) / "new" / "folder"
    passed = surroundings.check_folders(replace_folders(task, new))
    assert "GB free" in passed.detail
    assert list(Path(task.scratch).iterdir()) == []
    with pytest.raises(SelfTestError, match=r"/proc cannot be written") as refused:
        surroundings.check_folders(replace_folders(task, Path("/proc/edgerag")))
    assert "write-protected" in refused.value.hint


def test_a_full_disk_is_told(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surroundings, "LEAST_FREE_BYTES", 10**18)
    with pytest.raises(SelfTestError, match="MB are free"):
        surroundings.check_folders(task)


def replace_folders(task: Task, folder: Path) -> Task:
    return msgspec.structs.replace(task, folders=(str(folder),))


def test_the_interface_opens_and_quits(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "quit" in surroundings.check_interface(task).detail
    paths.library_file().unlink()
    monkeypatch.setattr(EdgeragApp, "action_help", lambda app: None)
    monkeypatch.setattr(surroundings, "WITHIN_S", 2.0)
    with pytest.raises(SelfTestError, match="help did not open"):
        surroundings.check_interface(task)
