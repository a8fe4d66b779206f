"""The form in which a reader says that a verdict is wrong, and what is right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from edgerag.domain.reports import LONGEST_NOTE, RIGHT_LABELS, Judgement, Label, Mark, Report
from tui.widgets.form import Field, Form

UNSAID: Final = "I do not say"
TAKEN_BACK: Final = "it is not wrong: take the mark back"


def wrong_form(report: Report, pair: Judgement) -> Form:
    """Ask what is right instead, beginning with what was said before."""
    mark = report.mark(pair)
    others = [label.value for label in RIGHT_LABELS if label is not pair.label]
    right = mark.right.value if mark and mark.right in others else UNSAID
    choices = (UNSAID, *others, *([TAKEN_BACK] if mark else []))
    explanation = (
        "The report stays as it was found and shows the mark. It is kept on this computer with the report, "
        "and goes with it; nothing is sent."
    )
    fields = [
        Field("right", "Right is", right, choices=choices),
        Field(
            "note", "Note", mark.note if mark else "", "Why, in a sentence; may be empty.", problem=_too_long
        ),
    ]
    return Form(f"{pair.label.value} is wrong", explanation, fields, save="Mark")


def changed_mark(pair: Judgement, old: Mark | None, changes: Mapping[str, str]) -> Mark | None:
    """Make the mark that the form asks for from the one before it; None if it is taken back."""
    before = old or Mark(pair.a, pair.b)
    right = changes.get("right", before.right.value if before.right else UNSAID)
    if right == TAKEN_BACK:
        return None
    return Mark(pair.a, pair.b, None if right == UNSAID else Label(right), changes.get("note", before.note))


def _too_long(note: str) -> str:
    return f"at most {LONGEST_NOTE} characters" if len(note) > LONGEST_NOTE else ""
