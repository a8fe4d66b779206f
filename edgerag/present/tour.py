"""The five steps of the first-run tour."""

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
        "many handbooks do not address the question. Handbooks that disagree come first.",
    ),
    Step(
        "Compare two by two",
        "F3 shows how each pair of answers relates, one letter per pair. Under the cursor you see both "
        "answers side by side, with the numbers and medicines that differ underlined.",
    ),
    Step(
        "Open the page",
        "Enter opens the page that an answer quotes, with the quotation marked. edgerag does not replace "
        "the handbook: read the page before you act on it.",
    ),
    Step(
        "Your library",
        "F4 adds your own handbooks: PDF, Word, HTML, Markdown or text. To try edgerag now, add four "
        "short sample handbooks of clinics that do not exist; they are not for clinical use.",
    ),
)
