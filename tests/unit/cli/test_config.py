from __future__ import annotations

from pathlib import Path

import pytest

from edgerag import config, paths
from edgerag.errors import ConfigError
from tests.unit.cli.conftest import Invoke


def test_what_is_set_is_shown_and_loaded(invoke: Invoke) -> None:
    assert invoke("config", "set", "retrieval.passages", 4).stdout == "retrieval.passages = 4\n"
    assert config.load(paths.config_file()).retrieval.passages == 4
    assert "passages = 4\n" in invoke("config", "show").stdout


def test_shown_settings_are_a_settings_file(invoke: Invoke, tmp_path: Path) -> None:
    copy = tmp_path / "copy.toml"
    copy.write_text(invoke("config", "show").stdout)
    assert config.load(copy) == config.load(paths.config_file())


def test_another_file_is_used_when_named(invoke: Invoke, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    invoke("--config", other, "config", "set", "answers.extractive", "true")
    assert config.load(other).answers.extractive
    assert not paths.config_file().exists()
    assert invoke("--config", other, "config", "path").stdout == f"{other}\n"


@pytest.mark.parametrize(("key", "value"), [("retrieval.nothing", "4"), ("retrieval.passages", "many")])
def test_unknown_key_or_impossible_value_changes_nothing(invoke: Invoke, key: str, value: str) -> None:
    with pytest.raises(ConfigError):
        invoke("config", "set", key, value)
    assert not paths.config_file().exists()


@pytest.mark.parametrize("command", [("list",), ("config", "show"), ("doctor",), ("ask", "What dose?")])
def test_a_settings_file_that_is_named_must_be_there(
    invoke: Invoke, tmp_path: Path, command: tuple[str, ...]
) -> None:
    with pytest.raises(ConfigError, match=r"missing\.toml: there is no such settings file"):
        invoke("--config", tmp_path / "missing.toml", *command)
