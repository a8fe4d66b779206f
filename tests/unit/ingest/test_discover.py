from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from edgerag.ingest.discover import discover, media_type


def test_folders_are_searched_and_other_files_named(tmp_path: Path) -> None:
    for name in ("b.pdf", "a.md", "photo.jpg", ".hidden.md"):
        (tmp_path / name).touch()
    found = discover([tmp_path, tmp_path / "*.md"])
    assert [path.name for path in found.files] == ["a.md", "b.pdf"]
    assert [path.name for path in found.unsupported] == ["photo.jpg"]


def test_names_of_nothing_are_said_and_do_not_keep_the_others_from_being_found(tmp_path: Path) -> None:
    (tmp_path / "book.md").touch()
    found = discover([tmp_path / "missing.pdf", tmp_path / "book.md", tmp_path / "*.docx"])
    assert found.files == (tmp_path / "book.md",)
    assert found.problems == tuple(
        (tmp_path / name, "no such file or folder") for name in ("missing.pdf", "*.docx")
    )


def test_files_are_found_in_subfolders_sorted_absolute_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("b/two.pdf", "a/one.HTM", "a/.git/hidden.md", "c.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    found = discover(["c.txt", ".", "b/*.pdf"])
    assert found.files == tuple(tmp_path / name for name in ("c.txt", "a/one.HTM", "b/two.pdf"))


def test_hidden_file_is_taken_when_named(tmp_path: Path) -> None:
    (tmp_path / ".notes.md").touch()
    assert discover([tmp_path]).files == ()
    assert discover([tmp_path / ".notes.md"]).files == (tmp_path / ".notes.md",)


def test_name_with_brackets_is_a_name_before_it_is_a_pattern(tmp_path: Path) -> None:
    (tmp_path / "guide [2019].pdf").touch()
    assert discover([tmp_path / "guide [2019].pdf"]).files == (tmp_path / "guide [2019].pdf",)


@pytest.mark.parametrize(("name", "kind"), [("A.PDF", "pdf"), ("a.tar.md", "markdown"), ("a", None)])
def test_format_is_told_by_the_last_ending_in_any_case(name: str, kind: str | None) -> None:
    assert media_type(Path(name)) == kind


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_what_a_folder_holds_besides_files_is_said(tmp_path: Path) -> None:
    (tmp_path / "book.md").touch()
    (tmp_path / "gone.md").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "elsewhere").symlink_to(tmp_path.parent)
    found = discover([tmp_path])
    assert found.files == (tmp_path / "book.md",)
    assert {(path.name, why) for path, why in found.problems} == {
        ("gone.md", "the link leads to nothing"),
        ("pipe.md", "this is a pipe, not a file"),
        ("elsewhere", "a folder behind a link is searched only if it is named"),
    }


def test_a_subfolder_that_may_not_be_read_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "open" / "book.md").touch()
    (tmp_path / "shut").mkdir()
    scan = os.scandir

    def refuse(path: str) -> object:
        if Path(path).name == "shut":
            raise PermissionError(13, "Permission denied", path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)  # the tests may run as root, who may read everything
    found = discover([tmp_path])
    assert [path.name for path in found.files] == ["book.md"]
    assert found.problems == ((tmp_path / "shut", "the folder cannot be read: Permission denied"),)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")
def test_a_link_that_leads_to_nothing_is_taken_when_named_and_refused_when_opened(tmp_path: Path) -> None:
    (tmp_path / "gone.md").symlink_to(tmp_path / "nowhere")
    assert discover([tmp_path / "gone.md"]).files == (tmp_path / "gone.md",)
