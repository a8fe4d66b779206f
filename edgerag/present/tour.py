"""The steps of the first-run tour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Step:
    """One step: a title and a few sentences."""

    title: str
    text: str


STEPS: Final = (
    Step(
        "Ask once, hear every handbook",
        "edgerag asks every handbook in your library the same question and shows each answer for itself: "
        "in the handbook's own words, with the page. Nothing leaves this computer.",
    ),
    Step(
        "See at once whether they agree",
        "Above the answers stands the verdict: AGREE, DISAGREE (on what, and who), NOT CHECKED, or how "
        "many handbooks do not address the question. Handbooks that disagree come first. Then ask on: "
        "'and if she is pregnant?' is read with the question before.",
    ),
    Step(
        "Compare two by two",
        "{everywhere.compare} shows how each pair of answers relates, one letter per pair. Under the cursor "
        "you see both answers side by side, with the numbers and medicines that differ underlined. From "
        "there, m opens the map: where the handbooks differ, without a question.",
    ),
    Step(
        "Open the page",
        "Enter opens the page that an answer quotes, with the quotation marked. edgerag does not replace "
        "the handbook: read the page before you act on it. / finds words in the handbook, and on the "
        "Library screen in all of them.",
    ),
    Step(
        "Models, once",
        "Small models find and rank what the handbooks say; a large one, if you want it, also writes. "
        "{everywhere.models} downloads them, or copies them from a USB stick where there is no network. "
        "After that edgerag works without one.",
    ),
    Step(
        "Your library",
        "{everywhere.library} adds your own handbooks: PDF, Word, HTML, Markdown, text, and lists as CSV or "
        "XLSX. To try edgerag now, add four short sample handbooks of clinics that do not exist; they are "
        "not for clinical use. {everywhere.audits} asks a whole file of questions, overnight perhaps, and "
        "shows who is silent and who disagrees.",
    ),
)
