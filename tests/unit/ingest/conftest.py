from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from edgerag.ingest.blocks import Draft
from edgerag.ingest.pdf_glyphs import Fragment, GlyphPage, Rules

Draw = Callable[[Canvas], None]
MakePdf = Callable[..., Path]


def outline(draft: Draft) -> list[tuple[str, int, str]]:
    return [(block.kind.value, block.level, block.text) for page in draft.pages for block in page.blocks]


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


def fragment(
    text: str, x: float, y: float, *, size: float = 10, bold: bool = False, order: int = 0
) -> Fragment:
    """Set a text at a place, its letters half as wide as they are high."""
    return Fragment(text, x, x + 0.5 * size * len(text), y, size, bold, order)


def page_of(*fragments: Fragment) -> GlyphPage:
    """Make a page of A4 without rules."""
    none = np.zeros((0, 3))
    return GlyphPage(595, 842, list(fragments), Rules(none, none), "", 0)
