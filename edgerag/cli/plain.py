"""`edgerag ask --plain` without a question: one question after the other, for screen readers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from edgerag.cli.output import say
from edgerag.errors import QuestionError

if TYPE_CHECKING:
    from edgerag.domain.follow_ups import Before


def converse(
    n_handbooks: int, answer: Callable[[str, Before | None], Before], before: Before | None = None
) -> None:
    """Ask for questions and let each be answered, until an empty line; each knows the one before it."""
    say(f"{n_handbooks} handbooks. Type a question and press Enter. An empty line ends the program.")
    while question := click.prompt("Question", default="", show_default=False).strip():
        say("Asking.")
        try:
            before = answer(question, before)
        except QuestionError as error:
            say(f"{error}. What to do: {error.hint}")
