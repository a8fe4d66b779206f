"""Each check passes on the program as it is, and fails when the part that it checks does something else."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest
from reportlab.pdfgen.canvas import Canvas

from edgerag import paths
from edgerag.config import Models
from edgerag.errors import EdgeRagError, SelfTestError
from edgerag.index.lexical import LexicalIndex, LexicalRankings
from edgerag.index.vectors import VectorIndex
from edgerag.ingest.picture import Picture
from edgerag.selftest import documents, models, stores, surroundings
from edgerag.selftest.outcomes import Passed, Task, file_of
from tui.app import EdgeragApp

Broken = Callable[[str, Callable[[bytes], bytes]], Path]
BUILD = Path(__file__).parents[3] / "packaging" / "selftest" / "build.py"


@pytest.fixture
def task(tmp_path: Path) -> Task:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    return Task("", str(scratch), (str(tmp_path),), str(tmp_path / "models"), Models())


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Broken:
    """Let a file of the self-test have another content."""

    def replace_file(name: str, change: Callable[[bytes], bytes]) -> Path:
        other = tmp_path / name
        other.write_bytes(change(file_of(name).read_bytes()))
        for module in (models, documents):
            monkeypatch.setattr(module, "file_of", lambda asked: other if asked == name else file_of(asked))
        return other

    return replace_file


def test_the_sources_build_exactly_the_files_in_the_package(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-B", str(BUILD), "--out", str(tmp_path)], check=True)
    built = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert built == {name: file_of(name).read_bytes() for name in built}
    assert len(built) == 4


def test_sqlite_finds_the_nearest_vector(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    passed = stores.check_vectors(task)
    assert passed.version.startswith("SQLite 3.")
    real = VectorIndex.search

    def turned(index: VectorIndex, query: np.ndarray, k: int) -> object:
        return real(index, np.roll(query, 1), k)

    monkeypatch.setattr(VectorIndex, "search", turned)
    Path(task.scratch, "library.db").unlink()
    with pytest.raises(SelfTestError, match="nearest vector"):
        stores.check_vectors(task)


def test_tantivy_finds_a_word(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stores.check_words(task).version == "0.27.0"
    real = LexicalIndex.search

    def other_word(index: LexicalIndex, question: str, k: int) -> LexicalRankings:
        return real(index, "paracetamol", k)

    monkeypatch.setattr(LexicalIndex, "search", other_word)
    with pytest.raises(SelfTestError, match="tourniquet"):
        stores.check_words(task)


def test_onnxruntime_computes_a_known_vector(task: Task, broken: Broken) -> None:
    passed = models.check_onnx(task)
    assert "tokenizers" in passed.version
    assert passed.detail.endswith("on the processor")
    broken("tokenizer.json", lambda content: content.replace(b'"dose": 1', b'"dose": 2'))
    with pytest.raises(SelfTestError, match="which is wrong"):
        models.check_onnx(task)
    broken("model.onnx", lambda content: content[:-10])
    with pytest.raises(EdgeRagError, match="cannot load"):
        models.check_onnx(task)


def test_llama_says_the_alphabet(task: Task, broken: Broken) -> None:
    passed = models.check_llama(task)
    assert "cpu-" in passed.detail
    broken("model.gguf", lambda content: content[:-9000] + content[-9000:][::-1])
    with pytest.raises(EdgeRagError, match="alphabet"):
        models.check_llama(task)


def test_a_pdf_is_read_character_by_character(task: Task, broken: Broken) -> None:
    for check in (documents.check_pdf, documents.check_reading_process):
        assert "read" in check(task).detail
    other = broken("handbook.pdf", lambda content: content)
    canvas = Canvas(str(other))
    canvas.drawString(100, 100, "Another text")
    canvas.save()
    for check in (documents.check_pdf, documents.check_reading_process):
        with pytest.raises(SelfTestError, match="not read as it is written"):
            check(task)


def test_a_page_is_drawn(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "200 by 284" in documents.check_pictures(task).detail

    def blank(path: Path, number: int, *, width: int) -> Picture:
        return Picture(width, width, b"\xff" * (3 * width * width))

    monkeypatch.setattr("edgerag.ingest.picture.page_picture", blank)
    with pytest.raises(SelfTestError, match="without its text"):
        documents.check_pictures(task)


@pytest.mark.parametrize("name", ["HTML", "MARKDOWN", "WORD_SENTENCE"])
def test_other_formats_are_read(task: Task, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert isinstance(documents.check_readers(task), Passed)
    monkeypatch.setattr(documents, name, "Something else")
    with pytest.raises(SelfTestError, match="not read as it is written"):
        documents.check_readers(task)


def test_a_folder_that_cannot_be_written_is_named_and_none_is_made(task: Task) -> None:
    new = Path(task.scratch) / "new" / "folder"
    passed = surroundings.check_folders(replace_folders(task, new))
    assert "GB free" in passed.detail
    assert list(Path(task.scratch).iterdir()) == []
    with pytest.raises(SelfTestError, match=r"/proc cannot be written") as refused:
        surroundings.check_folders(replace_folders(task, Path("/proc/edgerag")))
    assert "write-protected" in refused.value.hint


def test_a_full_disk_is_told(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surroundings, "LEAST_FREE_BYTES", 10**18)
    with pytest.raises(SelfTestError, match="MB are free"):
        surroundings.check_folders(task)


def replace_folders(task: Task, folder: Path) -> Task:
    return msgspec.structs.replace(task, folders=(str(folder),))


def test_the_interface_opens_and_quits(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "quit" in surroundings.check_interface(task).detail
    paths.library_file().unlink()
    monkeypatch.setattr(EdgeragApp, "action_help", lambda app: None)
    monkeypatch.setattr(surroundings, "WITHIN_S", 2.0)
    with pytest.raises(SelfTestError, match="help did not open"):
        surroundings.check_interface(task)
