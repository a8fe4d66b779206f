from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.cli.exports import export_lines
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
