from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from edgerag import paths
from edgerag.cli import cli
from edgerag.cli.add import tell
from edgerag.errors import IngestError, ModelMissingError
from edgerag.intake import Failed, Indexed, Reading
from edgerag.store.library import Library
from edgerag.store.rooms.stock import Added
from tests.unit.cli.conftest import CLINIC, Invoke


def test_added_files_are_handbooks_and_a_second_time_unchanged(invoke: Invoke, in_asked_home: Path) -> None:
    again = invoke("add", in_asked_home.parent / "harbour.md")
    assert again.exit_code == 0
    assert "unchanged harbour.md" in again.stderr
    with Library.open(paths.library_file()) as library:
        assert [book.title for book in library.handbooks()] == ["Harbour Guide", "Quarry Guide"]


@pytest.mark.parametrize(("names", "code"), [(["harbour.md", "empty.md"], 7), (["empty.md"], 5)])
def test_exit_code_tells_some_failures_from_nothing_but_failures(
    invoke: Invoke, in_asked_home: Path, names: list[str], code: int
) -> None:
    (in_asked_home.parent / "empty.md").touch()
    added = invoke("add", *(in_asked_home.parent / name for name in names))
    assert added.exit_code == code
    assert "failed    empty.md: the file is empty (copy or download it again)" in added.stderr


def test_a_name_of_nothing_is_said_and_the_others_are_added(invoke: Invoke, in_asked_home: Path) -> None:
    added = invoke("add", in_asked_home / "gone.pdf", in_asked_home.parent / "harbour.md")
    assert added.exit_code == 7
    assert f"skipped   {in_asked_home / 'gone.pdf'}: no such file or folder" in added.stderr
    assert "unchanged harbour.md" in added.stderr


def test_where_every_name_is_of_nothing_each_is_said_and_nothing_is_opened(tmp_path: Path) -> None:
    names = [str(tmp_path / name) for name in ("gone.pdf", "lost.pdf")]
    refused = CliRunner().invoke(cli, ["add", *names])
    assert [line for line in refused.stderr.splitlines() if line.startswith("skipped")] == [
        f"skipped   {name}: no such file or folder" for name in names
    ]
    assert isinstance(refused.exception, IngestError)
    assert not paths.library_file().exists()


@pytest.mark.parametrize("name", ["picture.jpg", "empty", "."])
def test_where_nothing_can_be_read_that_is_said_and_is_a_failure(
    invoke: Invoke, tmp_path: Path, name: str
) -> None:
    folder = tmp_path / "named"
    (folder / "empty").mkdir(parents=True)
    (folder / "picture.jpg").write_bytes(b"?")
    with pytest.raises(IngestError, match="nothing of what you named can be added"):
        invoke("add", folder / name)
    assert not paths.library_file().exists()


def test_without_models_the_command_that_brings_them_is_named(invoke: Invoke, tmp_path: Path) -> None:
    book = tmp_path / "book.md"
    book.write_text("# Burns\n\nCool the burn.\n")
    with pytest.raises(ModelMissingError) as missed:
        invoke("add", book)
    assert "edgerag models install" in missed.value.hint


def test_only_a_failure_counts_as_one(library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    def advance(what: str, done: int, total: int) -> None:
        pass

    path = Path("clinic.pdf")
    assert not tell(Reading(path), advance, library)
    assert not tell(Indexed(path, CLINIC.handbook, Added.NEW), advance, library)
    assert "new       clinic.pdf: 2 pages, 2 chunks" in capsys.readouterr().err
    assert tell(Failed(path, IngestError("clinic.pdf: it is damaged")), advance, library)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")
def test_names_that_are_no_text_and_pipes_fail_alone_and_are_shown_escaped(
    invoke: Invoke, in_asked_home: Path, tmp_path: Path
) -> None:
    folder = tmp_path
    (folder / "good.md").write_bytes((in_asked_home.parent / "harbour.md").read_bytes())
    strange = Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.md"))
    strange.write_text("# Fever\n\nKeep warm.\n")
    forged = folder / "a\nnew       forged.md: 2 pages\x1b[31m.md"
    forged.touch()
    os.mkfifo(folder / "pipe.md")
    added = invoke("add", strange, folder / "pipe.md", folder)
    assert added.exit_code == 7
    assert "unchanged good.md" in added.stderr
    assert (
        "failed    caf\\xe9.md: the name of the file or of its folder is not UTF-8 (rename it)"
        in added.stderr
    )
    assert "failed    pipe.md: this is a pipe, not a file (name a file)" in added.stderr
    assert "\x1b" not in added.stderr
    assert not any(line.startswith("new       forged") for line in added.stderr.splitlines())
