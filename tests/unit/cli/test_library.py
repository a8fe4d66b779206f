from __future__ import annotations

from pathlib import Path

import pytest

from edgerag import paths
from edgerag.errors import StoreError
from edgerag.store.library import Library
from tests.integration.conftest import home_with_models
from tests.unit.cli.conftest import Invoke


def test_handbooks_travel_to_an_empty_library_and_arrive_once(
    invoke: Invoke, in_asked_home: Path, models_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "handbooks.edgerag"
    assert invoke("library", "export", file).stdout.startswith("2 handbooks, ")
    monkeypatch.setenv("EDGERAG_HOME", str(home_with_models(tmp_path / "other", models_folder)))
    assert invoke("library", "import", file).stdout == "2 new handbooks, 2 handbooks in the library\n"
    assert invoke("library", "import", file).stdout == "0 new handbooks, 2 handbooks in the library\n"
    with Library.open(paths.library_file()) as library:
        assert [book.title for book in library.handbooks()] == ["Harbour Guide", "Quarry Guide"]
        assert library.reports() == ()


def test_an_export_is_verified_and_listed(invoke: Invoke, library: Library, tmp_path: Path) -> None:
    file = tmp_path / "handbooks.edgerag"
    invoke("library", "export", file)
    shown = invoke("library", "info", file)
    assert [line.split("\t")[1] for line in shown.stdout.splitlines()] == ["title", "Clinic", "Hospital"]
    assert "vectors of synthetic-16" in shown.stderr


def test_a_damaged_export_brings_nothing(invoke: Invoke, library: Library, tmp_path: Path) -> None:
    file = tmp_path / "handbooks.edgerag"
    invoke("library", "export", file)
    content = bytearray(file.read_bytes())
    content[len(content) // 3] ^= 1
    file.write_bytes(content)
    for action in ("info", "import"):
        with pytest.raises(StoreError, match="damaged"):
            invoke("library", action, file)
