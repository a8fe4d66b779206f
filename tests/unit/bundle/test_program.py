from __future__ import annotations

import sys
from pathlib import Path

import pytest

from edgerag.bundle.program import environment, own_executable, self_test, version_of
from edgerag.errors import BundleError
from tests.unit.bundle.conftest import write_program


def test_program_says_its_version(tmp_path: Path) -> None:
    assert version_of(write_program(tmp_path / "edgerag", "1.2.0rc1")) == "1.2.0rc1"


@pytest.mark.parametrize("content", [b"\x7fELF of another machine", b"MZ"])
def test_program_for_another_system_cannot_be_started(tmp_path: Path, content: bytes) -> None:
    program = tmp_path / "edgerag"
    program.write_bytes(content)
    program.chmod(0o755)
    with pytest.raises(BundleError, match="cannot be started") as caught:
        self_test(program)
    assert "another system" in caught.value.hint


def test_failing_self_test_gives_its_last_words(tmp_path: Path) -> None:
    self_test(write_program(tmp_path / "good", "1.0"))
    with pytest.raises(BundleError, match=r"llama\.cpp does not load"):
        self_test(write_program(tmp_path / "bad", "1.0", works=False))


def test_failing_self_test_names_the_parts_that_failed(tmp_path: Path) -> None:
    program = tmp_path / "edgerag"
    program.write_text(
        "#!/bin/sh\nprintf 'ok\\tSQLite\\nFAILED\\tPDF engine\\tno\\nFAILED\\tTantivy\\tno\\n'\nexit 1\n"
    )
    program.chmod(0o755)
    with pytest.raises(BundleError, match=r"on this machine: PDF engine, Tantivy$"):
        self_test(program)


def test_another_program_gets_nothing_of_this_ones_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("_PYI_ARCHIVE_FILE", "/stick/edgerag")
    monkeypatch.setenv("LD_LIBRARY_PATH", "/tmp/_MEI1")
    assert "LD_LIBRARY_PATH" not in environment()
    assert "_PYI_ARCHIVE_FILE" not in environment()
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/opt/lib")
    assert environment()["LD_LIBRARY_PATH"] == "/opt/lib"


def test_only_one_file_can_be_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert own_executable() is None
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "edgerag"))
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path / "_internal"), raising=False)
    assert own_executable() is None
    monkeypatch.setattr(sys, "_MEIPASS", "/tmp/_MEI1")
    assert own_executable() == tmp_path / "edgerag"
