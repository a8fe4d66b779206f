"""The form in which a person says which of two handbooks was found right."""

from __future__ import annotations

from typing import Final

from edgerag.confirm.facts import confirmed
from edgerag.domain.answers import Answer
from edgerag.domain.facts import Fact
from edgerag.domain.reports import Judgement, Report
from edgerag.present.inert import one_line
from edgerag.present.wording import name
from tui.widgets.form import Field, Form

NEITHER: Final = "neither of them"
_COLUMNS: Final = 36
"""Of a handbook's name in the list of a form, 80 columns wide."""
TAKEN_BACK: Final = "I do not know: take back what was said"


def right_form(a: Answer, b: Answer, pair: Judgement) -> Form:
    """Ask which handbook was found right."""
    explanation = (
        "Say so only if you have looked it up elsewhere. Who says the same is right with it; who cannot be "
        "followed with it is wrong. Later summaries say whose record is better; no answer is hidden for it."
    )
    choices = (TAKEN_BACK, called(a), called(b), NEITHER)
    on = f" on {one_line(pair.topic)}" if pair.topic else ""
    field = Field("right", "Right is", TAKEN_BACK, choices=choices)
    return Form(f"Which was found right{on}?", explanation, [field], save="Keep")


def called(answer: Answer) -> str:
    """Name a handbook so that its edition is in sight, and no other in a library is named so."""
    return f"{name(answer.handbook, _COLUMNS)}, {answer.handbook.id[:4]}"


def facts_of(report: Report, a: Answer, b: Answer, pair: Judgement, right: str) -> tuple[list[Fact], bool]:
    """Give what follows from a choice of the form, and whether it is to be kept; else it is taken back."""
    first, second = a.handbook.id, b.handbook.id
    if right in (called(a), called(b)):
        book = first if right == called(a) else second
        return confirmed(report, book, topic=pair.topic), True
    neither = [
        fact for book in (first, second) for fact in confirmed(report, book, is_right=False, topic=pair.topic)
    ]
    if right == NEITHER:
        return neither, True
    everyone = [fact for book in (first, second) for fact in confirmed(report, book, topic=pair.topic)]
    return [*neither, *everyone], False
