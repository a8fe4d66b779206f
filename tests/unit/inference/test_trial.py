from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from edgerag.errors import ModelError
from edgerag.inference.catalogue import Pooling, Role
from edgerag.inference.installed import InstalledModels
from tests.unit.inference.test_gguf import SMALL

EMBEDDER, RERANKER = "bge-small-en-v1.5", "ms-marco-minilm-l-12-v2"
UNKNOWN_FIELD = b"\xa2\x06\x01x"
"""Ends a model.onnx: every reader skips it, and the hash is another."""


@pytest.fixture
def models(tmp_path: Path) -> InstalledModels:
    return InstalledModels(tmp_path / "models")


def brought(installed: InstalledModels, name: str, folder: Path) -> Path:
    """A working model that the catalogue does not know."""
    folder.mkdir()
    for file in ("model.onnx", "tokenizer.json"):
        shutil.copy(installed.where(installed.entry(name), file), folder / file)
    with (folder / "model.onnx").open("ab") as weights:
        weights.write(UNKNOWN_FIELD)
    return folder


def imported(models: InstalledModels) -> list[str]:
    return [entry.name for entry in models.entries() if not entry.shipped]


def test_a_model_that_works_is_imported(
    models: InstalledModels, installed: InstalledModels, tmp_path: Path
) -> None:
    models.import_file(
        brought(installed, EMBEDDER, tmp_path / "mine"), role=Role.EMBEDDER, pooling=Pooling.CLS
    )
    models.import_file(brought(installed, RERANKER, tmp_path / "ranks"), role=Role.RERANKER)
    assert imported(models) == ["mine", "ranks"]


def test_a_model_of_another_role_is_refused(
    models: InstalledModels, installed: InstalledModels, tmp_path: Path
) -> None:
    source = brought(installed, EMBEDDER, tmp_path / "mine")
    with pytest.raises(ModelError, match="does not work"):
        models.import_file(source, role=Role.RERANKER)
    assert imported(models) == []


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("model.onnx", b"junk" * 1000),
        ("model.onnx", b""),
        ("tokenizer.json", b"{}"),
        ("tokenizer.json", b"[" * 9999),
    ],
)
def test_junk_is_refused_and_leaves_nothing(
    models: InstalledModels, installed: InstalledModels, tmp_path: Path, file: str, content: bytes
) -> None:
    source = brought(installed, EMBEDDER, tmp_path / "mine")
    (source / file).write_bytes(content)
    with pytest.raises(ModelError, match="was not imported") as refused:
        models.import_file(source, role=Role.EMBEDDER)
    assert refused.value.hint
    assert imported(models) == []


def test_a_tokenizer_that_has_nothing_for_an_unknown_word_is_refused(
    models: InstalledModels, installed: InstalledModels, tmp_path: Path
) -> None:
    source = brought(installed, EMBEDDER, tmp_path / "mine")
    tokenizer = json.loads((source / "tokenizer.json").read_bytes())
    del tokenizer["model"]["vocab"]["[UNK]"]
    (source / "tokenizer.json").write_text(json.dumps(tokenizer))
    with pytest.raises(ModelError, match="tokenizer of mine cannot be used"):
        models.import_file(source, role=Role.EMBEDDER)


def test_a_width_and_a_context_that_the_model_has_not_are_refused(
    models: InstalledModels, installed: InstalledModels, tmp_path: Path
) -> None:
    source = brought(installed, EMBEDDER, tmp_path / "mine")
    (source / "config.json").write_text('{"hidden_size": 7}')
    with pytest.raises(ModelError, match="384 dimensions"):
        models.import_file(source, role=Role.EMBEDDER)
    (source / "config.json").write_text('{"max_position_embeddings": 100000}')
    with pytest.raises(ModelError, match="does not work"):
        models.import_file(source, role=Role.EMBEDDER)


def test_a_language_model_that_is_only_a_header_is_refused(models: InstalledModels, tmp_path: Path) -> None:
    (tmp_path / "tiny.gguf").write_bytes(SMALL)
    with pytest.raises(ModelError, match="was not imported"):
        models.import_file(tmp_path / "tiny.gguf")
    assert imported(models) == []
