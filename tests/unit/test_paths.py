from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from edgerag import paths
from edgerag.paths import Place


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the executable, as this process sees it when it is that executable."""
    folder = tmp_path / "stick"
    folder.mkdir()
    (folder / "edgerag").touch()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(folder / "edgerag"))
    monkeypatch.delenv("EDGERAG_HOME")
    return folder


def everything() -> list[Path]:
    return [
        paths.data_folder(),
        paths.config_file(),
        paths.log_folder(),
        paths.library_file(),
        paths.lexical_folder(),
        paths.models_folder(),
    ]


@pytest.mark.parametrize("marker", ["edgerag.toml", "edgerag-data"])
def test_a_marker_beside_the_executable_keeps_everything_there(stick: Path, marker: str) -> None:
    (stick / marker).touch() if marker.endswith(".toml") else (stick / marker).mkdir()
    assert paths.place() is Place.PORTABLE
    assert paths.config_file() == stick / "edgerag.toml"
    assert paths.library_file() == stick / "edgerag-data" / "data" / "library.db"
    assert all(path.is_relative_to(stick) for path in everything())


def test_without_a_marker_nothing_is_kept_beside_the_executable(stick: Path) -> None:
    assert paths.place() is Place.USER
    assert not any(path.is_relative_to(stick) for path in everything())


def test_edgerag_home_comes_before_the_stick(
    stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (stick / "edgerag.toml").touch()
    monkeypatch.setenv("EDGERAG_HOME", str(tmp_path / "home"))
    assert paths.place() is Place.HOME
    assert all(path.is_relative_to(tmp_path / "home") for path in everything())


def test_a_link_to_the_executable_leads_to_its_stick(
    stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (stick / "edgerag-data").mkdir()
    link = tmp_path / "bin" / "edgerag"
    link.parent.mkdir()
    link.symlink_to(stick / "edgerag")
    monkeypatch.setattr(sys, "executable", str(link))
    assert paths.data_folder() == stick / "edgerag-data" / "data"


def test_an_interpreter_is_never_portable(stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (stick / "edgerag.toml").touch()
    monkeypatch.delattr(sys, "frozen")
    assert paths.place() is Place.USER


def test_asking_creates_nothing(stick: Path) -> None:
    (stick / "edgerag.toml").touch()
    everything()
    assert {path.name for path in stick.iterdir()} == {"edgerag", "edgerag.toml"}


def test_models_go_where_the_installed_program_will_look(
    stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (stick / "edgerag-data").mkdir()
    laptop, other_stick = stick.parent / "laptop", stick.parent / "other"
    (other_stick / "edgerag-data").mkdir(parents=True)
    monkeypatch.delenv("EDGERAG_HOME", raising=False)
    assert paths.models_folder_of(other_stick) == other_stick / "edgerag-data" / "data" / "models"
    assert paths.models_folder_of(stick) == paths.models_folder()
    assert not paths.models_folder_of(laptop).is_relative_to(stick)
    monkeypatch.setenv("EDGERAG_HOME", str(stick.parent / "home"))
    assert paths.models_folder_of(other_stick) == stick.parent / "home" / "data" / "models"


def test_a_program_on_a_stick_reads_the_models_of_its_bundle_until_it_has_its_own(stick: Path) -> None:
    (stick / "models").mkdir()
    assert paths.models_folder() != stick / "models"
    (stick / "edgerag-data").mkdir()
    assert paths.models_folder() == paths.models_folder_of(stick) == stick / "models"
    own = stick / "edgerag-data" / "data" / "models"
    own.mkdir(parents=True)
    assert paths.models_folder() == paths.models_folder_of(stick) == own


@pytest.fixture
def own_again() -> Iterator[None]:
    """This computer's library is the open one after the test."""
    yield
    paths.choose_library(paths.data_folder())


@pytest.mark.usefixtures("own_again")
def test_another_library_brings_what_is_derived_from_it_and_neither_models_nor_settings(
    tmp_path: Path,
) -> None:
    stays = (paths.config_file(), paths.models_folder(), paths.policy_file())
    paths.choose_library(tmp_path / "stick")
    assert not paths.is_own_library()
    for path in (paths.library_file(), paths.lexical_folder(), paths.graph_folder()):
        assert path.parent == tmp_path / "stick"
    assert stays == (paths.config_file(), paths.models_folder(), paths.policy_file())
    paths.choose_library(paths.data_folder())
    assert paths.is_own_library()
    assert paths.library_file() == paths.data_folder() / "library.db"


@pytest.mark.parametrize("where", [".", "data", "edgerag-data/data"])
def test_a_library_is_found_by_its_file_its_folder_and_the_stick_that_it_is_on(
    tmp_path: Path, where: str
) -> None:
    folder = tmp_path / "stick" / where
    assert paths.library_within(tmp_path / "stick") is None
    folder.mkdir(parents=True)
    (folder / "library.db").touch()
    assert paths.library_within(tmp_path / "stick") == tmp_path / "stick" / where
    assert paths.library_within(folder / "library.db") == folder
