from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import pytest

from edgerag.cli.exports import export_lines, export_parts, refuse_any, refuse_other
from edgerag.errors import EdgeRagError
from edgerag.store.library import Library
from tests.unit.cli.conftest import Invoke


@pytest.mark.parametrize("command", [("notes", "list"), ("history", "marks")])
def test_an_export_takes_the_place_of_no_other_file(
    invoke: Invoke, library: Library, tmp_path: Path, command: tuple[str, str]
) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear colleague")
    with pytest.raises(EdgeRagError, match="is there already and is no export") as refused:
        invoke(*command, "--export", file)
    assert refused.value.hint == "give the export another name"
    assert file.read_text() == "Dear colleague"


def test_an_export_takes_the_place_of_an_older_one_of_the_same(invoke: Invoke, tmp_path: Path) -> None:
    file = tmp_path / "notes.jsonl"
    for lines in (b"", b'{"schema":"edgerag.note/1","note":"a"}\n', b'{"schema":"edgerag.note/1"}\n'):
        export_lines(file, lines, "edgerag.note")
        assert file.read_bytes() == lines
    with pytest.raises(EdgeRagError, match="no export"):
        export_lines(file, b"", "edgerag.mark")


def test_an_export_piece_by_piece_replaces_what_begins_like_it(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    for parts in ([b"a,b\n"], [b"a,b\n", b"1,2\n"]):
        export_parts(file, iter(parts), b"a,b\n")
        assert file.read_bytes() == b"".join(parts)
    with pytest.raises(EdgeRagError, match="no export"):
        export_parts(file, [b"a,c\n"], b"a,c\n")
    with pytest.raises(EdgeRagError, match="is a folder"):
        export_parts(tmp_path, [b"a,b\n"], b"a,b\n")


def test_a_file_that_a_person_may_have_corrected_stays(tmp_path: Path) -> None:
    refuse_any(tmp_path / "topics.csv")
    (tmp_path / "topics.csv").touch()
    with pytest.raises(EdgeRagError, match="is there already, and stays"):
        refuse_any(tmp_path / "topics.csv")


def test_a_file_that_cannot_be_looked_at_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "table.csv"
    file.write_bytes(b"a,b\n")

    def refuse(path: Path, mode: str) -> BinaryIO:
        raise PermissionError(path, mode)

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(EdgeRagError, match="no export"):
        refuse_other(file, b"a,b\n")
