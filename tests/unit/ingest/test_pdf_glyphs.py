from __future__ import annotations

from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from edgerag.ingest import pdf_glyphs
from edgerag.ingest.pdf_glyphs import GlyphPage, read_page
from tests.unit.ingest.conftest import MakePdf

WIDTH, HEIGHT = 595.28, 841.89
"""Of A4, in points."""


def read(path: Path) -> GlyphPage:
    with pdfium.PdfDocument(path) as document:
        return read_page(document[0], "iv")


def test_text_stands_where_it_was_set_in_its_size_and_weight(make_pdf: MakePdf) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica-Bold", 18)
        canvas.drawString(60, 700, "Fever")
        canvas.setFont("Helvetica", 10)
        canvas.drawString(60, 680, "Give paracetamol.")

    page = read(make_pdf(draw))
    assert page.label == "iv"
    fever, give = page.fragments
    assert (fever.text, fever.bold, give.text, give.bold) == ("Fever", True, "Give paracetamol.", False)
    assert (fever.x0, fever.baseline, fever.size) == pytest.approx((60, HEIGHT - 700, 18), abs=0.5)
    assert give.baseline - fever.baseline == pytest.approx(20, abs=0.1)
    assert fever.order < give.order


def test_a_wide_gap_ends_a_fragment_and_a_narrow_one_is_a_space(make_pdf: MakePdf) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(60, 700, "Adult")
        canvas.drawString(90, 700, "dose")
        canvas.drawString(300, 700, "1 g")

    assert [each.text for each in read(make_pdf(draw)).fragments] == ["Adult dose", "1 g"]


def test_a_raised_number_stays_with_its_word(make_pdf: MakePdf) -> None:
    def draw(canvas: Canvas) -> None:
        text = canvas.beginText(60, 700)
        text.textOut("10")
        text.setRise(4)
        text.setFont("Helvetica", 6)
        text.textOut("9")
        canvas.drawText(text)

    (fragment,) = read(make_pdf(draw)).fragments
    assert fragment.text == "109"
    assert (fragment.size, fragment.baseline) == pytest.approx((10, HEIGHT - 700), abs=0.5)


def test_text_on_its_side_is_told_from_upright_text(make_pdf: MakePdf) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(60, 700, "Upright")
        canvas.rotate(90)
        canvas.drawString(100, -300, "Sideways")

    upright = {each.text: each.upright for each in read(make_pdf(draw)).fragments}
    assert upright == {"Upright": True, "Sideways": False}


def test_boxes_and_lines_are_rules_and_pictures_are_counted(make_pdf: MakePdf) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.rect(60, 600, 200, 100)
        canvas.line(60, 500, 260, 500)
        canvas.drawImage(ImageReader(Image.new("L", (4, 4))), 100, 100, 30, 30)

    page = read(make_pdf(draw))
    across = np.array([(142, 60, 260), (242, 60, 260), (342, 60, 260)])
    down = np.array([(60, 142, 242), (260, 142, 242)])
    assert np.array(sorted(page.rules.horizontal.tolist())) == pytest.approx(across, abs=2)
    assert np.array(sorted(page.rules.vertical.tolist())) == pytest.approx(down, abs=2)
    assert page.n_images == 1


@pytest.mark.parametrize(
    ("turn", "x", "baseline"), [(90, 300, 100), (180, WIDTH - 100, 300), (270, WIDTH - 300, HEIGHT - 100)]
)
def test_a_turned_page_is_read_as_a_reader_sees_it(
    make_pdf: MakePdf, turn: int, x: float, baseline: float
) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setPageRotation(turn)
        canvas.drawString(100, 300, "I")

    page = read(make_pdf(draw))
    assert (page.width, page.height) == pytest.approx((WIDTH, HEIGHT), abs=0.1)
    (fragment,) = page.fragments
    assert ((fragment.x0 + fragment.x1) / 2, fragment.baseline) == pytest.approx((x, baseline), abs=6)
    assert not fragment.upright


def test_a_page_with_too_many_characters_is_refused(
    make_pdf: MakePdf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf_glyphs, "MAX_CHARS_PER_PAGE", 5)
    with pytest.raises(ValueError, match="a page with 6 characters"):
        read(make_pdf(lambda canvas: canvas.drawString(60, 700, "Sepsis")))
