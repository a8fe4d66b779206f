"""`edgerag ask --plain` without a question: one question after the other, for screen readers."""

from __future__ import annotations

from collections.abc import Callable

import click

from edgerag.cli.output import say
from edgerag.errors import QuestionError


def converse(n_handbooks: int, answer: Callable[[str], None]) -> None:
    """Ask for questions and let each be answered, until an empty line."""
    say(f"{n_handbooks} handbooks. Type a question and press Enter. An empty line ends the program.")
    while question := click.prompt("Question", default="", show_default=False).strip():
        say("Asking.")
        try:
            answer(question)
        except QuestionError as error:
            say(f"{error}. What to do: {error.hint}")
