"""What a person typed, made fit to be asked."""

from __future__ import annotations

import re
from typing import Final

from edgerag.errors import QuestionError

LONGEST_QUESTION: Final = 5000
"""Characters: a case of eight hundred words; longer input is a document, not a question."""

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def checked(question: str) -> str:
    """Give the question in one line, without control characters.

    Raises:
        QuestionError: nothing is left, or it is too long to be a question.
    """
    asked = " ".join(_CONTROL.sub(" ", question).split())
    if not any(character.isalnum() for character in asked):
        raise QuestionError("there is no question", hint='edgerag ask "How is ... treated?"')
    if len(asked) > LONGEST_QUESTION:
        message = f"the question has {len(asked)} characters; at most {LONGEST_QUESTION} can be asked"
        raise QuestionError(message, hint="tell the case in at most 500 words")
    return asked
