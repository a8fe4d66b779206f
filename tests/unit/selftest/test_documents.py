from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from edgerag.errors import SelfTestError
from edgerag.ingest.picture import Picture
from edgerag.selftest import documents
from edgerag.selftest.outcomes import Passed, Task
from tests.unit.selftest.conftest import Broken


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
