from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from edgerag.errors import IngestError
from edgerag.ingest.assemble import assemble
from edgerag.ingest.parse import parse_file
from edgerag.ingest.picture import page_picture
from edgerag.ingest.source import kind_of, open_source, printable, read_source, sha256_of
from tests.no_files import KINDS, listening, posix


@posix
@pytest.mark.parametrize("ending", [".pdf", ".docx", ".html", ".md", ".txt"])
@pytest.mark.parametrize(("make", "said"), KINDS)
def test_what_is_no_file_is_refused_at_once_whatever_its_name(
    tmp_path: Path, make: Callable[[Path], None], said: str, ending: str
) -> None:
    path = tmp_path / f"book{ending}"
    make(path)
    for read in (open_source, read_source, sha256_of):
        with pytest.raises(IngestError, match=said):
            read(path)
    with pytest.raises(IngestError, match=said):
        assemble(path, chunk_words=160, overlap_words=32)


@posix
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_socket_is_called_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    listening(Path("book.md"))
    with pytest.raises(IngestError, match="a socket"):
        open_source(Path("book.md"))


@posix
def test_a_pipe_in_the_place_of_an_added_pdf_is_not_drawn(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "book.pdf")
    with pytest.raises(IngestError, match="is not the one that was added"):
        page_picture(tmp_path / "book.pdf", 1, width=100)


@posix
def test_a_link_to_a_file_is_that_file(tmp_path: Path) -> None:
    (tmp_path / "book.md").write_text("Keep warm.")
    (tmp_path / "link.md").symlink_to(tmp_path / "book.md")
    assert read_source(tmp_path / "link.md") == b"Keep warm."
    assert sha256_of(tmp_path / "link.md") == sha256_of(tmp_path / "book.md")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="No such file"):
        open_source(tmp_path / "gone.md")


@posix
@pytest.mark.parametrize(
    "name",
    [
        b"caf\xe9.md",
        b"caf\xe9/book.md",
        b"\xff\xfe.pdf",
        b"half a letter \xc3.docx",
        b"\xed\xa0\x80 a surrogate.csv",
        b"too long \xc0\xaf.json",
    ],
)
def test_a_name_that_is_not_utf8_is_refused_in_words_that_can_be_printed(tmp_path: Path, name: bytes) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name))
    path.parent.mkdir(exist_ok=True)
    path.write_text("Keep warm.")
    with pytest.raises(IngestError, match="not UTF-8"):
        open_source(path)
    with pytest.raises(IngestError, match="not UTF-8") as refused:
        parse_file(path)
    str(refused.value).encode()
    assert printable(path) == path.name.encode(errors="surrogateescape").decode(errors="backslashreplace")
    printable(path).encode()


def test_a_regular_file_has_no_other_kind() -> None:
    assert kind_of(stat.S_IFREG | 0o600) == ""
