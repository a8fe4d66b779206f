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


MODELS = Path(__file__).parents[1] / ".edgerag" / "data" / "models"


@pytest.fixture(scope="session")
def models_folder() -> Path:
    """The folder of installed models: embedder, reranker and the smallest generator, real ones."""
    needed = ("bge-small-en-v1.5", "ms-marco-minilm-l-12-v2", "smollm2-135m-instruct")
    if not all((MODELS / name / "model.json").is_file() for name in needed):
        pytest.fail(f"EDGERAG_HOME=.edgerag .venv/bin/python -m edgerag models install {' '.join(needed)}")
    return MODELS
