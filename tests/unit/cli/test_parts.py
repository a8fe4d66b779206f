from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from edgerag.cli.add import tell
from edgerag.domain.handbooks import ParsedHandbook
from edgerag.errors import StoreError
from edgerag.ingest.parse import parse_file
from edgerag.intake import Indexed
from edgerag.store.library import Library
from edgerag.store.rooms.stock import Added
from tests.synthetic import EMBEDDER, make_vectors
from tests.unit.cli.conftest import Invoke

Said = Callable[[Invoke], str]


@pytest.fixture
def unpaged(library: Library, tmp_path: Path) -> ParsedHandbook:
    """A handbook in the library that has no pages to turn to."""
    (tmp_path / "burns.md").write_text("# Burns\n\nCool the burn for twenty minutes.\n")
    parsed = parse_file(tmp_path / "burns.md")
    library.add(parsed, make_vectors(len(parsed.chunks), seed=9), EMBEDDER)
    return parsed


@pytest.mark.parametrize(
    "said",
    [
        lambda invoke: invoke("list").stdout,
        lambda invoke: invoke("show", "Burns").stdout,
        lambda invoke: invoke("remove", "Burns", typed="y\n").stderr,
    ],
    ids=["list", "show", "remove"],
)
def test_a_handbook_without_pages_is_said_to_have_parts(
    invoke: Invoke, unpaged: ParsedHandbook, said: Said
) -> None:
    lines = [line for line in said(invoke).splitlines() if "1 part" in line]
    assert len(lines) == 1
    assert "page" not in lines[0]


@pytest.mark.parametrize("command", [("show", "Burns"), ("notes", "add", "Burns")])
def test_of_a_page_that_is_not_there_it_is_said_how_many_parts_there_are(
    invoke: Invoke, unpaged: ParsedHandbook, command: tuple[str, ...]
) -> None:
    with pytest.raises(StoreError) as refused:
        invoke(*command, "--page", 9)
    assert refused.value.hint == "it has 1 part"


def test_an_export_tells_how_many_pages_or_parts_a_handbook_has(
    invoke: Invoke, unpaged: ParsedHandbook, tmp_path: Path
) -> None:
    invoke("library", "export", tmp_path / "all.edgerag")
    listed = [
        line.split("\t") for line in invoke("library", "info", tmp_path / "all.edgerag").stdout.splitlines()
    ]
    rows = [dict(zip(listed[0], row, strict=True)) for row in listed[1:]]
    assert {row["file"]: row["length"] for row in rows}["burns.md"] == "1 part"


def test_a_handbook_without_pages_has_parts_as_soon_as_it_is_added(
    library: Library, unpaged: ParsedHandbook, capsys: pytest.CaptureFixture[str]
) -> None:
    tell(Indexed(Path("burns.md"), unpaged.handbook, Added.NEW), lambda *_: None, library)
    assert "burns.md: 1 part, 1 chunks" in capsys.readouterr().err
