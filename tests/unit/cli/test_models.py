from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from edgerag import paths
from edgerag.errors import ModelChecksumError, ModelError, PolicyError
from edgerag.inference.installed import InstalledModels
from tests.policies import put_policy
from tests.unit.bundle.conftest import write_models
from tests.unit.cli.conftest import Invoke


@pytest.fixture
def mine() -> InstalledModels:
    """One small generator, installed where the commands look."""
    return write_models(paths.models_folder(), {"mine": b"weights"})


def rows(invoke: Invoke) -> dict[str, dict[str, str]]:
    header, *lines = (line.split("\t") for line in invoke("models", "list").stdout.splitlines())
    return {row[0]: dict(zip(header, row, strict=True)) for row in lines}


def test_catalogue_and_own_models_are_listed_and_told_apart(invoke: Invoke, mine: InstalledModels) -> None:
    listed = rows(invoke)
    assert (listed["mine"]["installed"], listed["mine"]["default"]) == ("yes", "")
    assert listed["mine"]["judges"].startswith("no: edgerag evaluate")
    assert (listed["bge-small-en-v1.5"]["installed"], listed["bge-small-en-v1.5"]["default"]) == (
        "no",
        "default",
    )


def test_changed_weights_are_found(invoke: Invoke, mine: InstalledModels) -> None:
    assert "whole: mine\n" in invoke("models", "verify").stdout
    (paths.models_folder() / "mine" / "model.gguf").write_bytes(b"Weights")
    with pytest.raises(ModelChecksumError):
        invoke("models", "verify", "mine")


def test_removed_model_is_gone(invoke: Invoke, mine: InstalledModels) -> None:
    assert invoke("models", "remove", "mine").stdout == "removed mine\n"
    assert "mine" not in rows(invoke)
    with pytest.raises(ModelError):
        invoke("models", "remove", "mine")


def test_a_model_that_the_policy_fixes_is_not_removed(invoke: Invoke, mine: InstalledModels) -> None:
    put_policy('[models]\ngenerator = ""\n')
    with pytest.raises(PolicyError, match="mine, the generator, cannot be removed: fixed by"):
        invoke("models", "remove", "mine")
    put_policy('[models]\ngenerator = "another"\n')
    invoke("models", "remove", "mine")
    assert "mine" not in rows(invoke)


@pytest.mark.parametrize("wrong", [["--role", "oracle"], ["--pooling", "max"]])
def test_unknown_role_or_pooling_is_refused_with_those_there_are(
    invoke: Invoke, tmp_path: Path, wrong: list[str]
) -> None:
    with pytest.raises(ModelError, match=f"there is no .*{wrong[1]}") as refused:
        invoke("models", "import", tmp_path, *wrong)
    assert "one of: " in refused.value.hint


def test_file_that_is_no_model_is_not_imported(invoke: Invoke, tmp_path: Path) -> None:
    letter = tmp_path / "letter.gguf"
    letter.write_text("Dear mother")
    with pytest.raises(ModelError):
        invoke("models", "import", letter)
    assert "letter" not in rows(invoke)


def test_every_model_of_a_stick_is_imported_once(invoke: Invoke, models_folder: Path, tmp_path: Path) -> None:
    name = "bge-small-en-v1.5"
    shutil.copytree(models_folder / name, tmp_path / "edgerag" / "models" / name)
    assert invoke("models", "import", tmp_path).stdout == f"imported {name} (embedder)\n"
    assert invoke("models", "import", tmp_path).stdout == ""
    assert rows(invoke)[name]["installed"] == "yes"
