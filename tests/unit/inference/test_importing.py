from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from edgerag.errors import ModelChecksumError, ModelError
from edgerag.inference.catalogue import EntailmentClass, Pooling, Role
from edgerag.inference.installed import RECORD, InstalledModels
from tests.unit.inference.test_gguf import SMALL, STRING, header, text

GENERATOR = "smollm2-135m-instruct"
EMBEDDER = "bge-small-en-v1.5"


@pytest.fixture
def models(tmp_path: Path, installed: InstalledModels) -> InstalledModels:
    """No model yet; what is imported need not work, which `test_trial` is about."""
    return InstalledModels(tmp_path / "models", installed.catalogue, try_out=lambda entry, folder: None)


def test_file_the_catalogue_knows_becomes_that_model(
    models: InstalledModels, installed: InstalledModels
) -> None:
    entry = models.import_file(installed.folder / GENERATOR / "model.gguf", name="whatever")
    assert entry == models.catalogue.entry(GENERATOR)
    models.verify(GENERATOR)


def test_the_folder_in_which_edgerag_keeps_a_generator_is_imported(
    models: InstalledModels, installed: InstalledModels
) -> None:
    assert models.import_file(installed.folder / GENERATOR).name == GENERATOR


def test_unknown_gguf_is_pinned_to_what_it_is_now(models: InstalledModels, tmp_path: Path) -> None:
    source = tmp_path / "My Model.Q4.gguf"
    source.write_bytes(SMALL)
    entry = models.import_file(source)
    assert (entry.name, entry.role, entry.context_tokens) == ("my-model.q4", Role.GENERATOR, 2048)
    assert (entry.title, entry.licence) == ("Tiny", "unknown")
    models.verify("my-model.q4")
    copy = models.folder / "my-model.q4" / "model.gguf"
    copy.write_bytes(copy.read_bytes()[:-1] + b"!")
    with pytest.raises(ModelChecksumError) as caught:
        models.verify("my-model.q4")
    assert caught.value.hint == "edgerag models import PATH"


def test_model_that_cannot_converse_is_refused_and_leaves_nothing(
    models: InstalledModels, tmp_path: Path
) -> None:
    source = tmp_path / "base.gguf"
    source.write_bytes(header(("general.architecture", STRING, text("llama"))))
    with pytest.raises(ModelError, match="chat template"):
        models.import_file(source)
    assert not list(models.folder.rglob("*.gguf"))


@pytest.mark.parametrize("packed", [False, True], ids=["folder", "zip"])
def test_onnx_model_of_the_catalogue_comes_from_a_folder_or_a_zip_file(
    models: InstalledModels, installed: InstalledModels, tmp_path: Path, packed: bool
) -> None:
    source = installed.folder / EMBEDDER
    if packed:
        source = tmp_path / "bge.zip"
        with zipfile.ZipFile(source, "w") as archive:
            for name in ("model.onnx", "tokenizer.json"):
                archive.write(installed.folder / EMBEDDER / name, f"deep/down/{name}")
    entry = models.import_file(source)
    assert entry.name == EMBEDDER
    models.verify(EMBEDDER)


def test_known_weights_with_another_tokenizer_are_refused(
    models: InstalledModels, installed: InstalledModels, tmp_path: Path
) -> None:
    source = tmp_path / "source"
    shutil.copytree(installed.folder / EMBEDDER, source)
    (source / "tokenizer.json").write_bytes(b"{}")
    with pytest.raises(ModelChecksumError, match=r"tokenizer\.json"):
        models.import_file(source)
    assert all(entry.shipped for entry in models.entries())


def write_onnx_folder(folder: Path) -> Path:
    (folder / "onnx").mkdir(parents=True)
    (folder / "1_Pooling").mkdir()
    (folder / "onnx" / "model.onnx").write_bytes(b"some weights")
    (folder / "tokenizer.json").write_bytes(b"{}")
    (folder / "config.json").write_bytes(b'{"max_position_embeddings": 256, "hidden_size": 96, "other": 1}')
    (folder / "1_Pooling" / "config.json").write_bytes(b'{"pooling_mode_cls_token": true}')
    return folder


def test_unknown_onnx_model_is_described_by_its_configuration(
    models: InstalledModels, tmp_path: Path
) -> None:
    entry = models.import_file(write_onnx_folder(tmp_path / "mine"), role=Role.EMBEDDER)
    assert (entry.name, entry.dimensions, entry.context_tokens) == ("mine", 96, 256)
    assert entry.pooling is Pooling.CLS


def test_what_the_person_says_outweighs_the_configuration(models: InstalledModels, tmp_path: Path) -> None:
    source = write_onnx_folder(tmp_path / "mine")
    entry = models.import_file(source, name="other", role=Role.EMBEDDER, pooling=Pooling.MEAN)
    assert (entry.name, entry.pooling) == ("other", Pooling.MEAN)


def test_unknown_onnx_model_needs_a_role(models: InstalledModels, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="embedder, a reranker or an entailment"):
        models.import_file(write_onnx_folder(tmp_path / "mine"))


def test_order_of_verdicts_is_read_from_the_configuration(models: InstalledModels, tmp_path: Path) -> None:
    source = write_onnx_folder(tmp_path / "mine")
    (source / "config.json").write_bytes(
        b'{"id2label": {"0": "CONTRADICTION", "1": "ENTAILMENT", "2": "NEUTRAL"}}'
    )
    entry = models.import_file(source, role=Role.ENTAILMENT)
    assert entry.logits == (
        EntailmentClass.CONTRADICTION,
        EntailmentClass.ENTAILMENT,
        EntailmentClass.NEUTRAL,
    )


def test_entailment_model_that_names_no_verdicts_is_refused(models: InstalledModels, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="which output is"):
        models.import_file(write_onnx_folder(tmp_path / "mine"), role=Role.ENTAILMENT)


def test_name_of_another_model_is_not_taken_over(models: InstalledModels, tmp_path: Path) -> None:
    source = write_onnx_folder(tmp_path / "mine")
    models.import_file(source, role=Role.EMBEDDER)
    models.import_file(source, role=Role.EMBEDDER)
    (source / "onnx" / "model.onnx").write_bytes(b"other weights")
    with pytest.raises(ModelError, match="another model is called"):
        models.import_file(source, role=Role.EMBEDDER)
    with pytest.raises(ModelError, match="other weights"):
        models.import_file(source, name=EMBEDDER, role=Role.EMBEDDER)


@pytest.mark.parametrize("name", ["..", "A", "a/b", ".hidden", "a\n"])
def test_name_that_is_no_folder_name_is_refused(models: InstalledModels, tmp_path: Path, name: str) -> None:
    source = write_onnx_folder(tmp_path / "mine")
    with pytest.raises(ModelError, match="cannot be a model's name"):
        models.import_file(source, name=name, role=Role.EMBEDDER)


def test_what_is_no_model_is_refused(models: InstalledModels, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("not a model")
    with pytest.raises(ModelError, match="0 files called"):
        models.import_file(tmp_path / "empty")
    with pytest.raises(ModelError, match="neither"):
        models.import_file(tmp_path / "notes.txt")
    with pytest.raises(ModelError, match="there is no file"):
        models.import_file(tmp_path / "nothing")


@pytest.mark.parametrize(
    "config",
    [
        b'{"max_position_embeddings": -5}',
        b'{"max_position_embeddings": 0}',
        b'{"max_position_embeddings": 9223372036854775808}',
        b'{"hidden_size": -1}',
        b'{"id2label": ' + b"[" * 100_000 + b"}",
        b"[" * 100_000,
        b"\xff\xfe",
    ],
    ids=["negative", "none", "huge", "width", "deep label", "deep", "no text"],
)
def test_a_configuration_that_makes_no_sense_is_refused(
    models: InstalledModels, tmp_path: Path, config: bytes
) -> None:
    source = write_onnx_folder(tmp_path / "mine")
    (source / "config.json").write_bytes(config)
    with pytest.raises(ModelError, match="configuration file"):
        models.import_file(source, role=Role.EMBEDDER)
    assert all(entry.shipped for entry in models.entries())


@pytest.mark.parametrize("linked", ["onnx/model.onnx", "tokenizer.json", "config.json"])
def test_a_link_out_of_the_folder_is_refused(models: InstalledModels, tmp_path: Path, linked: str) -> None:
    source = write_onnx_folder(tmp_path / "mine")
    (source / linked).unlink()
    (source / linked).symlink_to("/etc/passwd")
    with pytest.raises(ModelError, match="link to somewhere else"):
        models.import_file(source, role=Role.EMBEDDER)
    assert not list(models.folder.rglob("tokenizer.json"))


@pytest.mark.parametrize(
    "record",
    [b"{}", b"", b"\xff", b"[" * 100_000, None],
    ids=["empty", "nothing", "no text", "deep", "impossible"],
)
def test_a_bad_record_is_skipped_and_named_and_the_other_models_are_used(
    models: InstalledModels, tmp_path: Path, record: bytes | None
) -> None:
    models.import_file(write_onnx_folder(tmp_path / "mine"), role=Role.EMBEDDER)
    bad = models.folder / "mine" / RECORD
    impossible = bad.read_bytes().replace(b'"context_tokens":256', b'"context_tokens":-5')
    bad.write_bytes(impossible if record is None else record)
    assert "mine" not in [entry.name for entry in models.entries()]
    assert models.choose(Role.EMBEDDER) is None or models.choose(Role.EMBEDDER).name != "mine"  # type: ignore[union-attr]
    (flaw,) = models.flawed()
    assert "mine" in str(flaw)
    assert "delete the folder" in flaw.hint


def test_a_zip_file_that_is_damaged_anywhere_is_refused_by_name(
    models: InstalledModels, tmp_path: Path
) -> None:
    folder, source = write_onnx_folder(tmp_path / "folder"), tmp_path / "model.zip"
    with zipfile.ZipFile(source, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in folder.rglob("*"):
            archive.write(file, file.relative_to(folder).as_posix())
    sound, n_refused = source.read_bytes(), 0
    for at in range(len(sound)):
        source.write_bytes(sound[:at] + bytes([sound[at] ^ 0x41]) + sound[at + 1 :])
        try:
            models.import_file(source, name=f"mine-{at}", role=Role.EMBEDDER)
        except ModelError:
            n_refused += 1
    assert n_refused > len(sound) / 10
