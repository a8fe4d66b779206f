from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pytest

from edgerag.config import Config
from edgerag.diagnosis import Finding, Severity, diagnose


def findings() -> dict[str, Finding]:
    return {finding.what: finding for finding in diagnose(Config())}


def test_it_says_where_things_are_kept(tmp_path: Path) -> None:
    folders = findings()["folders"]
    assert folders.severity is Severity.FINE
    assert "EDGERAG_HOME" in folders.message
    assert str(tmp_path / "home" / "data") in folders.message


def test_it_says_that_everything_is_on_the_stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "edgerag.toml").touch()
    monkeypatch.delenv("EDGERAG_HOME")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "edgerag"))
    folders = findings()["folders"]
    assert "beside the program" in folders.message
    assert str(tmp_path / "edgerag-data") in folders.message


def test_a_missing_model_is_fetched_in_a_checkout_and_taken_from_a_bundle_by_the_executable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert findings()["embedder"].remedy == "edgerag models install"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    for role in ("embedder", "generator"):
        assert "edgerag bundle install" in findings()[role].remedy


def test_a_stick_that_cannot_be_written_is_told_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDGERAG_HOME", "/proc/stick")
    found = findings()
    assert found["folders"].severity is Severity.WRONG
    assert "/proc cannot be written" in found["folders"].message
    assert "write-protected" in found["folders"].remedy
    assert found["library"].severity is Severity.WRONG


def test_a_missing_temporary_folder_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/proc")
    found = findings()["temporary files"]
    assert found.severity is Severity.WRONG
    assert "TMPDIR" in found.remedy
