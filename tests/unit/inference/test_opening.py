from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from edgerag.errors import ModelChecksumError, ModelMissingError
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_embedder, open_generator, open_reranker


def test_without_models_each_role_says_what_to_do(tmp_path: Path, installed: InstalledModels) -> None:
    nothing = InstalledModels(tmp_path, installed.catalogue)
    with pytest.raises(ModelMissingError, match="no embedder") as caught:
        open_embedder(nothing)
    assert caught.value.hint == "edgerag models install"
    with pytest.raises(ModelMissingError, match="no reranker"):
        open_reranker(nothing)
    assert open_generator(nothing) is None


def test_generator_that_is_named_but_not_installed_is_missing(
    tmp_path: Path, installed: InstalledModels
) -> None:
    with pytest.raises(ModelMissingError) as caught:
        open_generator(InstalledModels(tmp_path, installed.catalogue), "smollm2-135m-instruct")
    assert caught.value.hint == "edgerag models install smollm2-135m-instruct"


@pytest.mark.parametrize(
    ("name", "file_name"), [("bge-small-en-v1.5", "model.onnx"), ("smollm2-135m-instruct", "model.gguf")]
)
def test_flipped_byte_is_refused_before_the_file_is_parsed(
    tmp_path: Path, installed: InstalledModels, name: str, file_name: str
) -> None:
    shutil.copytree(installed.folder / name, tmp_path / name)
    with (tmp_path / name / file_name).open("r+b") as file:
        file.seek(-1, 2)
        last = file.read(1)[0]
        file.seek(-1, 2)
        file.write(bytes([last ^ 1]))
    models = InstalledModels(tmp_path, installed.catalogue)
    with pytest.raises(ModelChecksumError) as caught:
        open_embedder(models) if file_name == "model.onnx" else open_generator(models, name)
    assert caught.value.hint == f"edgerag models install {name}"
