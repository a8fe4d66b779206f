from __future__ import annotations

import os
from pathlib import Path
from threading import Event

import pytest
from nacl.signing import SigningKey

from edgerag.bundle.create import Contents, create
from edgerag.bundle.reading import open_bundle, verify_files
from edgerag.disk import silent
from edgerag.errors import BundleError, Cancelled, DiskFullError, ModelMissingError
from tests.unit.bundle.conftest import MakeBundle, write_models, write_program


def test_bundle_holds_what_was_asked_for(make_bundle: MakeBundle) -> None:
    bundle = make_bundle("b", "1.0", library=b"handbooks", alpha=b"a" * 3_000_000)
    verify_files(bundle, silent, Event())
    assert bundle.manifest.version == "1.0"
    assert {file.path for file in bundle.manifest.files} >= {
        "edgerag",
        "models/alpha/model.gguf",
        "models/alpha/model.json",
        "library.edgerag",
        "INSTALL.txt",
    }
    assert os.access(bundle.folder / "edgerag", os.X_OK)


def test_equal_contents_give_equal_manifests(make_bundle: MakeBundle) -> None:
    one, other = (make_bundle(name, "1.0", alpha=b"a") for name in ("one", "other"))
    assert (one.folder / "manifest.json").read_bytes() == (other.folder / "manifest.json").read_bytes()


@pytest.fixture
def contents(tmp_path: Path) -> Contents:
    models = write_models(tmp_path / "models", {"alpha": b"a" * 3_000_000, "beta": b"b" * 3_000_000})
    return Contents(write_program(tmp_path / "program", "1.0"), models, ("alpha", "beta"))


def test_stopped_creation_is_no_bundle_and_goes_on(
    tmp_path: Path, contents: Contents, key: SigningKey
) -> None:
    cancel = Event()

    def stop_in_beta(what: str, done: int, total: int) -> None:
        if "beta" in what:
            cancel.set()

    with pytest.raises(Cancelled):
        create(tmp_path / "b", contents, key, stop_in_beta, cancel)
    with pytest.raises(BundleError, match="unfinished"):
        open_bundle(tmp_path / "b")
    copied = tmp_path / "b" / "models" / "alpha" / "model.gguf"
    before = copied.stat().st_ino
    create(tmp_path / "b", contents, key, silent, Event())
    assert copied.stat().st_ino == before
    verify_files(open_bundle(tmp_path / "b"), silent, Event())


def test_bundle_is_none_while_it_is_made_anew(tmp_path: Path, contents: Contents, key: SigningKey) -> None:
    create(tmp_path / "b", contents, key, silent, Event())
    cancel = Event()
    cancel.set()
    with pytest.raises(Cancelled):
        create(tmp_path / "b", contents, key, silent, cancel)
    with pytest.raises(BundleError, match="unfinished"):
        open_bundle(tmp_path / "b")


def test_creating_again_mends_what_is_damaged(tmp_path: Path, contents: Contents, key: SigningKey) -> None:
    create(tmp_path / "b", contents, key, silent, Event())
    (tmp_path / "b" / "models" / "alpha" / "model.gguf").write_bytes(b"x" * 3_000_000)
    create(tmp_path / "b", contents, key, silent, Event())
    verify_files(open_bundle(tmp_path / "b"), silent, Event())


def test_damaged_model_is_not_put_into_a_bundle(tmp_path: Path, contents: Contents, key: SigningKey) -> None:
    (contents.installed.folder / "beta" / "model.gguf").write_bytes(b"x" * 3_000_000)
    with pytest.raises(BundleError, match=r"beta.*model\.gguf is damaged"):
        create(tmp_path / "b", contents, key, silent, Event())
    with pytest.raises(BundleError, match="unfinished"):
        open_bundle(tmp_path / "b")


def test_too_small_a_stick_is_told_before_anything_is_written(
    tmp_path: Path, contents: Contents, key: SigningKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: type("Usage", (), {"free": 5_000_000}))
    with pytest.raises(DiskFullError):
        create(tmp_path / "b", contents, key, silent, Event())
    assert list((tmp_path / "b").iterdir()) == []


def test_missing_model_and_a_program_that_is_none_are_refused(
    tmp_path: Path, contents: Contents, key: SigningKey
) -> None:
    with pytest.raises(ModelMissingError):
        create(
            tmp_path / "b", Contents(contents.program, contents.installed, ("gamma",)), key, silent, Event()
        )
    contents.program.write_text("#!/bin/sh\necho hello\n")
    with pytest.raises(BundleError, match="no edgerag"):
        create(tmp_path / "b", contents, key, silent, Event())
