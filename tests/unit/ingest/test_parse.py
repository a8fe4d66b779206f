from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from reportlab.pdfgen.canvas import Canvas

from edgerag.domain.pages import handbook_text
from edgerag.errors import Cancelled, IngestError
from edgerag.ingest.parse import parse_file

MakePdf = Callable[..., Path]


def draw(canvas: Canvas) -> None:
    canvas.drawString(60, 700, "Give paracetamol 1 g every six hours for fever in adults.")


def test_the_same_file_gives_the_same_handbook(make_pdf: MakePdf) -> None:
    path = make_pdf(draw)
    first = parse_file(path)
    assert first == parse_file(path)
    assert first.handbook.id == first.handbook.sha256[:16]
    assert first.handbook.file_name == "book.pdf"
    text = handbook_text(first.pages)
    assert all(text[chunk.start : chunk.end] == chunk.text for chunk in first.chunks)


def test_an_empty_file_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "empty.pdf"
    path.touch()
    with pytest.raises(IngestError, match=r"^empty\.pdf: the file is empty$"):
        parse_file(path)


def test_a_zip_named_pdf_is_named(tmp_path: Path) -> None:
    path = tmp_path / "archive.pdf"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.txt", "hello")
    with pytest.raises(IngestError, match="ZIP"):
        parse_file(path)


def test_a_zip_bomb_is_refused_by_its_directory(tmp_path: Path) -> None:
    path = tmp_path / "bomb.docx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"0" * 120_000_000)
    with pytest.raises(IngestError, match="unpacks to 120 MB"):
        parse_file(path)


def test_a_file_too_slow_is_stopped(tmp_path: Path) -> None:
    path = tmp_path / "big.txt"
    path.write_text("word and more words here\n" * 200_000)
    with pytest.raises(IngestError, match="takes more than 0 s"):
        parse_file(path, timeout_s=0)


def test_a_file_too_big_for_its_memory_is_stopped(tmp_path: Path) -> None:
    path = tmp_path / "big.txt"
    path.write_text("word and more words here\n" * 200_000)
    with pytest.raises(IngestError, match=r"^big\.txt: reading the file takes"):
        parse_file(path, memory_mb=130)


def test_a_set_cancel_stops_the_child(make_pdf: MakePdf) -> None:
    cancel = Event()
    cancel.set()
    with pytest.raises(Cancelled) as stopped:
        parse_file(make_pdf(draw), cancel=cancel)
    assert "to go on" in stopped.value.hint


def test_text_of_control_characters_only_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "noise.txt"
    path.write_bytes(bytes(range(1, 9)) * 500)
    with pytest.raises(IngestError, match="not text"):
        parse_file(path)


def _bare(text: str) -> str:
    return re.sub(r"[\s|*-]+", "", text)


@pytest.mark.slow
def test_gold_quotes_are_on_their_pages(shared_data: Path) -> None:
    folder = shared_data / "handbooks"
    files = {row["id"]: row["file"] for row in map(json.loads, (folder / "manifest.jsonl").open())}
    wanted: set[tuple[str, int | None, str]] = set()
    for question in map(json.loads, (folder / "questions.dev.jsonl").open()):
        wanted |= {(answer["handbook"], answer["page"], answer["quote"]) for answer in question["answers"]}
    for pair in map(json.loads, (folder / "probe_pairs.dev.jsonl").open()):
        wanted |= {
            (pair[f"handbook_{side}"], pair.get(f"page_{side}"), pair[f"quote_{side}"]) for side in "ab"
        }
    parsed = {name: parse_file(folder / files[name]) for name in {name for name, _, _ in wanted}}
    found = sum(
        any(_bare(quote) in _bare(each.text) for each in parsed[name].pages if page in (None, each.number))
        for name, page, quote in wanted
    )
    assert found >= 0.95 * len(wanted)
