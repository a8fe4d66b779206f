from __future__ import annotations

from pathlib import Path

import pytest

from edgerag import paths
from edgerag.errors import BundleDamagedError, BundleError, BundleKeyError
from edgerag.store.library import Library
from tests.unit.bundle.conftest import write_models, write_program
from tests.unit.cli.conftest import Invoke


@pytest.fixture
def key(invoke: Invoke, tmp_path: Path) -> Path:
    invoke("bundle", "keygen", "--out", tmp_path / "clinic.key")
    return tmp_path / "clinic.key"


@pytest.fixture
def stick(invoke: Invoke, key: Path, library: Library, tmp_path: Path) -> Path:
    """A bundle with a small program, a small model and two handbooks."""
    write_models(paths.models_folder(), {"mine": b"weights"})
    program = write_program(tmp_path / "edgerag", "1.0")
    folder = tmp_path / "stick"
    made = invoke(
        "bundle",
        "create",
        "--out",
        folder,
        "--key",
        key,
        "--program",
        program,
        "--models",
        "mine",
        "--library",
    )
    assert "models: mine\n" in made.stdout
    return folder


def fingerprint(shown: str) -> str:
    return shown.partition("signed with the key ")[2].split("   ")[0].strip()


def test_whole_bundle_is_verified_with_its_key(invoke: Invoke, stick: Path, key: Path) -> None:
    (stick / "holiday.jpg").touch()
    checked = invoke("bundle", "verify", stick, "--public-key", f"{key}.pub")
    assert "whole: bundle, edgerag 1.0" in checked.stdout
    assert "(the one expected)" in checked.stdout
    assert "left alone: holiday.jpg" in checked.stderr


def test_changed_file_or_another_key_is_refused(invoke: Invoke, stick: Path, tmp_path: Path) -> None:
    invoke("bundle", "keygen", "--out", tmp_path / "other.key")
    with pytest.raises(BundleKeyError):
        invoke("bundle", "verify", stick, "--public-key", tmp_path / "other.key.pub")
    (stick / "models" / "mine" / "model.gguf").write_bytes(b"Weights")
    with pytest.raises(BundleDamagedError):
        invoke("bundle", "verify", stick)


def test_installed_bundle_shows_the_same_fingerprint_and_names_its_handbooks(
    invoke: Invoke, stick: Path, tmp_path: Path
) -> None:
    laptop = tmp_path / "laptop"
    first = invoke("bundle", "install", stick, "--to", laptop).stdout
    assert f"installed edgerag 1.0: {laptop / 'edgerag'}" in first
    assert "compare it with what its owner tells you" in first
    assert f"edgerag library import {stick / 'library.edgerag'}" in first
    again = invoke("bundle", "install", stick, "--to", laptop).stdout
    assert "(the one expected)" in again
    assert fingerprint(first) == fingerprint(again) != ""


def test_update_holds_what_has_changed_alone(invoke: Invoke, stick: Path, key: Path, tmp_path: Path) -> None:
    newer, update = tmp_path / "newer", tmp_path / "update"
    program = write_program(tmp_path / "edgerag", "2.0")
    invoke("bundle", "create", "--out", newer, "--key", key, "--program", program, "--models", "mine")
    made = invoke("bundle", "diff", stick, newer, "--out", update, "--key", key).stdout
    assert "from edgerag 1.0 to 2.0" in made
    assert (update / "edgerag").read_bytes() == program.read_bytes()
    assert not (update / "models" / "mine" / "model.gguf").exists()


def test_program_that_is_no_executable_says_how_to_make_one(
    invoke: Invoke, key: Path, tmp_path: Path
) -> None:
    write_models(paths.models_folder(), {"mine": b"weights"})
    with pytest.raises(BundleError, match="not one executable file") as refused:
        invoke("bundle", "create", "--out", tmp_path / "stick", "--key", key, "--models", "mine")
    assert "make binary" in refused.value.hint


def test_two_sources_of_handbooks_are_wrong_usage(invoke: Invoke, key: Path, tmp_path: Path) -> None:
    made = invoke(
        "bundle", "create", "--out", tmp_path / "s", "--key", key, "--library", "--library-file", key
    )
    assert made.exit_code == 2
    assert not (tmp_path / "s").exists()
