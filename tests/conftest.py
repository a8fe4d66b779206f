from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import onnxruntime
import pytest

from edgerag.inference import onnx

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


SESSIONS: dict[bytes, onnxruntime.InferenceSession] = {}


@pytest.fixture(autouse=True)
def models_opened_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open each ONNX model once in a test process: it takes half a second, and hundreds of tests need it."""
    opened = onnx._open_session

    def open_session(name: str, weights: bytes) -> onnxruntime.InferenceSession:
        key = sha256(weights).digest()
        if key not in SESSIONS:
            SESSIONS[key] = opened(name, weights)
        return SESSIONS[key]

    monkeypatch.setattr(onnx, "_open_session", open_session)


@pytest.fixture
def cheap_wrapping(monkeypatch: pytest.MonkeyPatch) -> None:
    """Argon2id at its cheapest."""
    from edgerag.store import keys

    monkeypatch.setattr(keys.wrap, "__kwdefaults__", {"rounds": 1, "memory_bytes": 8192})


@pytest.fixture
def empty_keyring() -> Iterator[None]:
    """No key is known, and nobody is asked."""
    from edgerag.store.keyring import KEYRING

    KEYRING.forget()
    KEYRING.ask_with(None)
    yield
    KEYRING.forget()
    KEYRING.ask_with(None)
