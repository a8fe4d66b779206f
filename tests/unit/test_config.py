from __future__ import annotations

import errno
import os
import re
from pathlib import Path

import pytest

from edgerag.config import Config, Ingest, change, load, settings, value_of, write
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


def test_several_settings_are_written_at_once_or_not_at_all(file: Path) -> None:
    changed = write(file, {"answers.extractive": True, "interface.theme": "light", "ingest.chunk_words": 200})
    assert load(file) == changed
    assert (changed.answers.extractive, changed.interface.theme) == (True, "light")
    before = file.read_bytes()
    with pytest.raises(ConfigError, match="theme"):
        write(file, {"answers.extractive": False, "interface.theme": "pink"})
    assert file.read_bytes() == before


@pytest.mark.parametrize("changes", [{"retrieval.passages": 0}, {"ingest.overlap_words": 81}])
def test_a_value_that_cannot_work_is_refused(file: Path, changes: dict[str, int]) -> None:
    with pytest.raises(ConfigError, match=next(iter(changes)).partition(".")[2]):
        write(file, dict(changes))
    assert not file.exists()


def test_other_keys_for_actions_are_read_back(file: Path) -> None:
    assert write(file, {"keys.ask": {"copy": "y"}}).keys == {"ask": {"copy": "y"}}
    assert load(file).keys == {"ask": {"copy": "y"}}


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file where the folder should be")
    with pytest.raises(ConfigError, match="Not a directory"):
        write(tmp_path / "config" / "config.toml", {"answers.extractive": True})


def test_a_full_disk_is_told_with_what_to_do_and_leaves_the_settings_alone(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(file, "models.threads", "2")
    before = file.read_text()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ConfigError, match="No space left on device") as refused:
        change(file, "models.threads", "3")
    assert refused.value.hint == "free some space on that disk"
    assert (file.read_text(), [*file.parent.iterdir()]) == (before, [file])


def test_every_setting_has_a_title_an_explanation_and_its_default() -> None:
    described = settings()
    assert len(described) == len({setting.key for setting in described})
    for setting in described:
        assert setting.title
        assert setting.explanation.endswith(".")
        assert setting.default == value_of(Config(), setting.key)
    by_key = {setting.key: setting for setting in described}
    assert by_key["interface.theme"].choices == ("dark", "light", "high-contrast")
    assert (by_key["retrieval.passages"].least, by_key["retrieval.passages"].most) == (1, 50)


def test_passages_share_at_most_half_of_their_words() -> None:
    with pytest.raises(ValueError, match="overlap_words"):
        Ingest(chunk_words=30, overlap_words=16)


def test_settings_nested_a_hundred_thousand_deep_are_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("deep = " + "[" * 100_000)
    with pytest.raises(ConfigError, match=r"config\.toml"):
        load(path)


def test_settings_that_an_editor_of_windows_wrote_are_read_and_changed(file: Path) -> None:
    file.parent.mkdir()
    file.write_bytes(b"\xef\xbb\xbf[models]\r\nthreads = 2  # cool\r\n")
    assert load(file).models.threads == 2
    change(file, "models.threads", "3")
    assert load(file).models.threads == 3
    assert "# cool" in file.read_text(encoding="utf-8")


def test_settings_that_are_no_text_are_refused_by_name_and_left_alone(file: Path) -> None:
    file.parent.mkdir()
    file.write_bytes(b'[interface]\ntheme = "\xff"\n')
    with pytest.raises(ConfigError, match=file.name):
        load(file)
    with pytest.raises(ConfigError, match=file.name):
        change(file, "models.threads", "2")
    assert b"\xff" in file.read_bytes()


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("interface.theme", "pink", "'pink' does not fit; it can be dark, light or high-contrast"),
        ("answers.extractive", "maybe", "'maybe' does not fit; it can be true or false"),
        ("retrieval.passages", "many", "'many' does not fit; it can be a whole number from 1 to 50"),
        ("retrieval.passages", "51", "51 does not fit; it can be a whole number from 1 to 50"),
        ("interface.person", "x" * 101, "does not fit; it can be text of at most 100 characters"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_with_those_that_do(
    file: Path, key: str, value: str, told: str
) -> None:
    with pytest.raises(ConfigError, match=f"^{key}: .*{re.escape(told)}$"):
        change(file, key, value)


def test_a_settings_file_with_a_value_that_does_not_fit_says_which_do(file: Path) -> None:
    file.parent.mkdir()
    file.write_text("[interface]\ntheme = 'pink'\nlock_minutes = 'never'\n")
    with pytest.raises(ConfigError) as refused:
        load(file)
    assert str(refused.value) == (
        f"{file}: interface.theme: 'pink' does not fit; it can be dark, light or high-contrast; "
        "interface.lock_minutes: 'never' does not fit; it can be a whole number from 0 to 1440"
    )


def test_what_every_setting_expects_can_be_said() -> None:
    assert not [setting.key for setting in settings() if "None" in setting.expected]
