from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

Draw = Callable[[Canvas], None]


@pytest.fixture
def make_pdf(tmp_path: Path) -> Callable[..., Path]:
    """Make a PDF of one drawing function a page."""

    def make(*pages: Draw, name: str = "book.pdf", **options: object) -> Path:
        path = tmp_path / name
        canvas = Canvas(str(path), pagesize=A4, **options)
        for draw in pages:
            canvas.setFont("Helvetica", 10)
            draw(canvas)
            canvas.showPage()
        canvas.save()
        return path

    return make
