from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.config import Config, change, load
from edgerag.errors import ConfigError


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config" / "config.toml"


def test_no_file_means_the_defaults(file: Path) -> None:
    assert load(file) == Config()


def test_a_typo_is_an_error_that_names_its_place(file: Path) -> None:
    file.parent.mkdir()
    file.write_text("[retrieval]\npasages = 3\n")
    with pytest.raises(ConfigError, match=r"pasages.*\$\.retrieval"):
        load(file)


def test_a_change_is_read_back_and_keeps_comments(file: Path) -> None:
    file.parent.mkdir()
    file.write_text("# our clinic\n[retrieval]\npassages = 3  # few\n")
    assert change(file, "retrieval.passages", "4").retrieval.passages == 4
    assert load(file).retrieval.passages == 4
    assert "# our clinic" in file.read_text()


@pytest.mark.parametrize(
    ("key", "value"), [("retrieval.nothing", "1"), ("nothing", "1"), ("retrieval.passages", "many")]
)
def test_a_change_that_does_not_fit_leaves_the_file_alone(file: Path, key: str, value: str) -> None:
    change(file, "retrieval.passages", "4")
    before = file.read_bytes()
    with pytest.raises(ConfigError):
        change(file, key, value)
    assert file.read_bytes() == before
