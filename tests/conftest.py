from __future__ import annotations

from pathlib import Path

import pytest

SHARED_DATA = Path(__file__).parents[2] / "shared" / "data"


@pytest.fixture(autouse=True)
def isolated_user_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the developer's own library, settings and models out of every test."""
    monkeypatch.setenv("EDGERAG_HOME", str(tmp_path / "home"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real handbooks and gold data, which is not part of the project."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"real data is absent: {SHARED_DATA}")
    return SHARED_DATA
