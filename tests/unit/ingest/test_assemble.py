from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from edgerag.domain.pages import handbook_text
from edgerag.errors import IngestError
from edgerag.ingest import assemble as module
from edgerag.ingest.assemble import assemble

TEXT = "# Burns\n\nCool the burn with running water.\n\n## Later\n\nCover it.\n"


def read(path: Path, content: bytes) -> object:
    path.write_bytes(content)
    return assemble(path, chunk_words=160, overlap_words=32)


def test_counts_and_spans_are_those_of_the_parts(tmp_path: Path) -> None:
    path = tmp_path / "burns.md"
    path.write_text(TEXT)
    parsed = assemble(path, chunk_words=160, overlap_words=32)
    book, text = parsed.handbook, handbook_text(parsed.pages)
    assert book.sha256 == hashlib.sha256(TEXT.encode()).hexdigest()
    assert (book.n_pages, book.n_sections, book.n_chunks, book.n_chars) == (
        len(parsed.pages),
        len(parsed.sections),
        len(parsed.chunks),
        len(text),
    )
    assert all(text[chunk.start : chunk.end] == chunk.text for chunk in parsed.chunks)
    assert {chunk.section_id for chunk in parsed.chunks} <= {section.id for section in parsed.sections}
    assert [section.heading for section in parsed.sections] == ["Burns", "Later"]


def test_same_content_under_another_name_is_the_same_handbook(tmp_path: Path) -> None:
    for name in ("one.md", "two.md"):
        (tmp_path / name).write_text(TEXT)
    one, two = (assemble(tmp_path / name, chunk_words=160, overlap_words=32) for name in ("one.md", "two.md"))
    assert one.handbook.id == two.handbook.id
    assert one.chunks == two.chunks
    assert one.handbook.source_path == str(tmp_path / "one.md")


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.pdf", b"PK\x03\x04", "ZIP or Office file named .pdf"),
        ("a.pdf", b"Dear mother", "not a PDF"),
        ("a.txt", b"%PDF-1.7", "a PDF under another name"),
        ("a.html", b"PK\x03\x04", "ZIP or Office file under another name"),
        ("a.odt", b"text", r"does not read \.odt"),
        ("a", b"text", "files without an ending"),
        ("a.md", b"", "is empty"),
        ("a.md", b"<!-- nothing -->", "no text in the file"),
    ],
)
def test_what_cannot_be_read_is_told_with_what_to_do(
    tmp_path: Path, name: str, content: bytes, reason: str
) -> None:
    with pytest.raises(IngestError, match=reason) as refused:
        read(tmp_path / name, content)
    assert refused.value.hint


def test_missing_and_overlong_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(IngestError, match="cannot be opened: No such file"):
        assemble(tmp_path / "nowhere.md", chunk_words=160, overlap_words=32)
    monkeypatch.setattr(module, "MAX_TEXT_CHARS", 10)
    with pytest.raises(IngestError, match="characters of text"):
        read(tmp_path / "a.md", TEXT.encode())
    monkeypatch.setattr(module, "MAX_FILE_BYTES", 10)
    with pytest.raises(IngestError, match="MB"):
        read(tmp_path / "a.md", TEXT.encode())
