from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from edgerag.config import Models
from edgerag.selftest import documents, models
from edgerag.selftest.outcomes import Task, file_of

Broken = Callable[[str, Callable[[bytes], bytes]], Path]


@pytest.fixture
def task(tmp_path: Path) -> Task:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    return Task("", str(scratch), (str(tmp_path),), str(tmp_path / "models"), Models())


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Broken:
    """Let a file of the self-test have another content."""

    def replace_file(name: str, change: Callable[[bytes], bytes]) -> Path:
        other = tmp_path / name
        other.write_bytes(change(file_of(name).read_bytes()))
        for module in (models, documents):
            monkeypatch.setattr(module, "file_of", lambda asked: other if asked == name else file_of(asked))
        return other

    return replace_file
