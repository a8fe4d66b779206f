"""The self-test's handbook: two pages of a clinic that does not exist, with known sentences on each."""

from __future__ import annotations

from pathlib import Path

from reportlab.lib.pagesizes import A5
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate

TITLE = "Selwyn Point Clinic Handbook"
DOSE = (
    "Give an adult with anaphylaxis adrenaline 0.5 mg by intramuscular injection into the thigh. "
    "Repeat the dose after 5 minutes if there is no improvement."
)
SNAKE_BITE = (
    "Do not apply a tourniquet after a snake bite. Keep the limb still with a splint and take the "
    "patient to hospital."
)
PAGES = (
    (
        ("Title", TITLE),
        ("BodyText", "Edition 2024. Written for the self-test of edgerag. Not for clinical use."),
        ("Heading1", "1 Anaphylaxis"),
        ("BodyText", DOSE),
    ),
    (
        ("Heading1", "2 Snake bite"),
        ("BodyText", SNAKE_BITE),
        ("Heading1", "3 Burns"),
        ("BodyText", "Cool a burn with running water for 20 minutes. Do not put ice on a burn."),
    ),
)


class _Reproducible(Canvas):
    """A canvas that writes neither the time of day nor a random identity."""

    def __init__(self, *arguments: object, **options: object) -> None:
        super().__init__(*arguments, **options | {"invariant": 1})


def write_handbook(path: Path) -> None:
    """Lay the pages out as a PDF with Helvetica, which every reader has."""
    styles = getSampleStyleSheet()
    story: list[object] = []
    for page in PAGES:
        story += [Paragraph(text, styles[style]) for style, text in page]
        story.append(PageBreak())
    SimpleDocTemplate(str(path), pagesize=A5, title=TITLE).build(story[:-1], canvasmaker=_Reproducible)
