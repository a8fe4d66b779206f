from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from reportlab.lib.colors import Color, black, blue, red, white
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from edgerag.errors import IngestError
from edgerag.ingest.pdf import read_pdf
from tests.unit.ingest.conftest import MakePdf, outline

OLD, NEW = "Give 10 mg of adrenaline.", "Give 5 mg of adrenaline."
X, Y = 60, 700

Hide = Callable[[Canvas], None]


def invisible(canvas: Canvas) -> None:
    text = canvas.beginText(X, Y)
    text.setTextRenderMode(3)
    text.textOut(OLD)
    text.setTextRenderMode(0)
    canvas.drawText(text)


def white_on_white(canvas: Canvas) -> None:
    canvas.setFillColor(white)
    canvas.drawString(X, Y, OLD)


def nearly_white(canvas: Canvas) -> None:
    canvas.setFillColor(Color(0.98, 0.98, 0.98))
    canvas.drawString(X, Y, OLD)


def blue_on_blue(canvas: Canvas) -> None:
    canvas.setFillColor(blue)
    canvas.rect(X - 10, Y - 10, 300, 40, stroke=0, fill=1)
    canvas.drawString(X, Y, OLD)


def transparent(canvas: Canvas) -> None:
    canvas.setFillAlpha(0)
    canvas.drawString(X, Y, OLD)


def covered(canvas: Canvas) -> None:
    canvas.drawString(X, Y, OLD)
    canvas.setFillColor(white)
    canvas.rect(X - 10, Y - 10, 300, 40, stroke=0, fill=1)


def clipped(canvas: Canvas) -> None:
    path = canvas.beginPath()
    path.rect(0, 0, 20, 20)
    canvas.clipPath(path, stroke=0)
    canvas.drawString(X, Y, OLD)


def tiny(canvas: Canvas) -> None:
    canvas.setFont("Helvetica", 0.8)
    canvas.drawString(X, Y, OLD)


def beside_the_page(canvas: Canvas) -> None:
    canvas.drawString(-500, Y, OLD)


def below_the_page(canvas: Canvas) -> None:
    canvas.drawString(X, -50, OLD)


@pytest.mark.parametrize(
    "hide",
    [
        invisible, white_on_white, nearly_white, blue_on_blue, transparent, covered, clipped, tiny,
        beside_the_page, below_the_page,
    ],
)  # fmt: skip
def test_what_nobody_sees_is_no_text_and_its_page_is_said(make_pdf: MakePdf, hide: Hide) -> None:
    def second(canvas: Canvas) -> None:
        canvas.saveState()
        hide(canvas)
        canvas.restoreState()
        canvas.drawString(60, 600, NEW)

    draft = read_pdf(make_pdf(lambda canvas: canvas.drawString(60, 700, "Keep warm."), second))
    assert [text for _, _, text in outline(draft)] == ["Keep warm.", NEW]
    assert draft.problems == ("text that is hidden is left out: page 2",)


def test_hidden_figures_between_and_under_visible_text_are_found(make_pdf: MakePdf) -> None:
    def draw(canvas: Canvas) -> None:
        text = canvas.beginText(60, 700)
        text.textOut("Give 1")
        text.setFillColor(white)
        text.textOut("0")
        text.setFillColor(black)
        text.textOut(" mg")
        canvas.drawText(text)
        canvas.setFillColor(white)
        canvas.drawString(60, 650, "Give 99 mg at once")
        canvas.setFillColor(black)
        canvas.drawString(60, 650, "Keep the child warm and dry")

    shown = " ".join(text for _, _, text in outline(read_pdf(make_pdf(draw))))
    assert "Keep the child warm and dry" in shown
    assert "0" not in shown
    assert "99" not in shown


def test_white_type_on_a_bar_and_type_as_bright_as_what_is_behind_it_are_seen(make_pdf: MakePdf) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFillColor(blue)
        canvas.rect(50, 690, 300, 30, stroke=0, fill=1)
        canvas.setFillColor(white)
        canvas.drawString(60, 700, "Dose for adults")
        canvas.setFillColor(red)
        canvas.rect(50, 590, 300, 30, stroke=0, fill=1)
        canvas.setFillColorRGB(0, 0.51, 0)
        canvas.drawString(60, 600, NEW)
        canvas.setFont("Helvetica", 4)
        canvas.setFillColor(black)
        canvas.drawString(60, 500, "ill lil 1.1, i; see below")

    draft = read_pdf(make_pdf(draw))
    assert [text for _, _, text in outline(draft)] == ["Dose for adults", NEW, "ill lil 1.1, i; see below"]
    assert draft.problems == ()


def scan(folder: Path, lines: list[tuple[int, int, str]]) -> ImageReader:
    """Draw a picture of a page, at two pixels a point."""
    picture = Image.new("L", (int(2 * A4[0]), int(2 * A4[1])), 250)
    pen = ImageDraw.Draw(picture)
    for x, y, text in lines:
        pen.text((2 * x, picture.height - 2 * y - 20), text, fill=20, font_size=20)
    path = folder / "scan.png"
    picture.save(path)
    return ImageReader(str(path))


@pytest.mark.parametrize("is_behind", [False, True])
def test_text_recognised_on_a_scanned_page_is_text_and_said_to_be_recognised(
    make_pdf: MakePdf, tmp_path: Path, *, is_behind: bool
) -> None:
    lines = [(60, 700 - 20 * row, f"Line {row}: give 5 mg of adrenaline now") for row in range(10)]
    picture = scan(tmp_path, lines)

    def draw(canvas: Canvas) -> None:
        if not is_behind:
            canvas.drawImage(picture, 0, 0, *A4)
        for x, y, line in lines:
            text = canvas.beginText(x, y)
            text.setTextRenderMode(0 if is_behind else 3)
            text.textOut(line)
            canvas.drawText(text)
        if is_behind:
            canvas.drawImage(picture, 0, 0, *A4)

    draft = read_pdf(make_pdf(draw))
    assert sum("adrenaline" in text for _, _, text in outline(draft)) >= 1
    assert draft.problems == ("the text of page 1 was recognised from pictures by another program",)


def test_invisible_text_on_an_empty_picture_or_beside_printed_text_is_hidden(
    make_pdf: MakePdf, tmp_path: Path
) -> None:
    picture = scan(tmp_path, [])

    def empty(canvas: Canvas) -> None:
        canvas.drawImage(picture, 0, 0, *A4)
        invisible(canvas)

    def printed(canvas: Canvas) -> None:
        canvas.drawImage(picture, 0, 0, *A4)
        invisible(canvas)
        for row in range(5):
            canvas.drawString(60, 600 - 20 * row, "Keep the patient warm and call for help")

    draft = read_pdf(make_pdf(empty, printed))
    assert not any("10 mg" in text for _, _, text in outline(draft))
    assert "text that is hidden is left out: pages 1-2" in draft.problems


def test_a_book_of_hidden_text_alone_is_refused_with_the_reason(make_pdf: MakePdf) -> None:
    with pytest.raises(IngestError, match="no other text: text that is hidden is left out: page 1"):
        read_pdf(make_pdf(invisible))


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_turned_page_is_looked_at_as_it_is_seen(make_pdf: MakePdf, rotation: int) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setPageRotation(rotation)
        canvas.drawString(60, 400, NEW)
        canvas.setFillColor(white)
        canvas.drawString(60, 300, OLD)

    assert " ".join(text for _, _, text in outline(read_pdf(make_pdf(draw)))) == NEW
