from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.lib.colors import black, lightgrey
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName
from reportlab.pdfgen.canvas import Canvas

from edgerag.ingest.blocks import Draft
from edgerag.ingest.pdf import read_pdf
from tests.unit.ingest.conftest import MakePdf, outline

OLD, NEW = "Give 10 mg of adrenaline.", "Give 5 mg of adrenaline."


def texts(draft: Draft) -> list[str]:
    return [text for _, _, text in outline(draft)]


def annotate(canvas: Canvas, box: tuple[float, float, float, float], subtype: str, flags: int = 4) -> None:
    x0, y0, x1, y1 = box
    annotation = PDFDictionary(
        {
            "Type": PDFName("Annot"),
            "Subtype": PDFName(subtype),
            "Rect": PDFArray(list(box)),
            "QuadPoints": PDFArray([x0, y1, x1, y1, x0, y0, x1, y0]),
            "F": flags,
        }
    )
    canvas._addAnnotation(annotation)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_text_under_a_strike_out_annotation_is_no_text(make_pdf: MakePdf, rotation: int) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setPageRotation(rotation)
        canvas.drawString(60, 400, OLD)
        canvas.drawString(60, 350, NEW)
        annotate(canvas, (58, 396, 60 + canvas.stringWidth(OLD) + 2, 412), "StrikeOut")

    draft = read_pdf(make_pdf(draw))
    assert " ".join(texts(draft)) == NEW
    assert draft.problems == ("text that is struck out is left out: page 1",)


@pytest.mark.parametrize(("subtype", "flags"), [("Highlight", 4), ("Underline", 4), ("StrikeOut", 2)])
def test_other_and_hidden_annotations_strike_nothing(make_pdf: MakePdf, subtype: str, flags: int) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(60, 700, NEW)
        annotate(canvas, (58, 696, 260, 712), subtype, flags)

    assert texts(read_pdf(make_pdf(draw))) == [NEW]


@pytest.mark.parametrize("is_filled", [False, True])
def test_a_line_through_words_strikes_these_words(make_pdf: MakePdf, *, is_filled: bool) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(60, 700, "Give 10 mg 5 mg of adrenaline.")
        start, end = 60 + canvas.stringWidth("Give "), 60 + canvas.stringWidth("Give 10 mg ")
        if is_filled:
            canvas.rect(start, 702.4, end - start, 0.6, stroke=0, fill=1)
        else:
            canvas.setLineWidth(0.6)
            canvas.line(start, 702.7, end, 702.7)

    draft = read_pdf(make_pdf(draw))
    assert texts(draft) == ["Give 5 mg of adrenaline."]
    assert draft.problems == ("text that is struck out is left out: page 1",)


def test_lines_that_underline_rule_a_table_or_lie_behind_text_strike_nothing(make_pdf: MakePdf) -> None:
    def draw(canvas: Canvas) -> None:
        width = canvas.stringWidth(NEW)
        canvas.setStrokeColor(lightgrey)
        canvas.line(60, 603, 60 + width, 603)
        canvas.setStrokeColor(black)
        canvas.drawString(60, 700, NEW)
        canvas.line(60, 698.5, 60 + width, 698.5)
        canvas.drawString(60, 650, NEW)
        canvas.line(20, 653, 500, 653)
        canvas.drawString(60, 600, NEW)
        canvas.drawString(60, 550, "Avoid - or wait")
        dash = 60 + canvas.stringWidth("Avoid ")
        canvas.line(dash, 552.5, dash + canvas.stringWidth("-"), 552.5)

    draft = read_pdf(make_pdf(draw))
    assert texts(draft) == [NEW, NEW, NEW, "Avoid - or wait"]
    assert draft.problems == ()


def test_thousands_of_lines_on_a_full_page_are_read_in_seconds(make_pdf: MakePdf, tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for row in range(60):
            canvas.drawString(
                40, 820 - 13 * row, "Give 5 mg of adrenaline into the muscle of the thigh. " * 2
            )
        for number in range(5_000):
            canvas.line(40 + number % 500, 20 + number % 800, 50 + number % 500, 20 + number % 800)

    assert texts(read_pdf(make_pdf(draw)))
