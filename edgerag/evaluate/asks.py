"""What a question asks for, coarsely: the parts by which whole reports are measured.

The program's own reading decides; where it reads nothing, the question's opening words do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from edgerag.language.values import Kind
from edgerag.understand.understand import understand


class Asks(StrEnum):
    """What would answer a question."""

    DOSE = "dose"
    """How much, how often, how many, by which route."""
    DURATION = "duration"
    """How long, or when."""
    THRESHOLD = "threshold"
    """Above or below which value, age or weight."""
    YES_NO = "yes/no"
    LIST = "list"
    """Names: medicines, signs, people, places."""
    PROCEDURE = "procedure"
    BROAD = "broad"
    """Anything else."""


_OF_READING: Final[Mapping[Kind, Asks]] = {
    Kind.DOSE: Asks.DOSE,
    Kind.FREQUENCY: Asks.DOSE,
    Kind.COUNT: Asks.DOSE,
    Kind.ROUTE: Asks.DOSE,
    Kind.DURATION: Asks.DURATION,
    Kind.TIMING: Asks.DURATION,
    Kind.THRESHOLD: Asks.THRESHOLD,
    Kind.AGE: Asks.THRESHOLD,
    Kind.WEIGHT: Asks.THRESHOLD,
    Kind.ACTION: Asks.YES_NO,
    Kind.DRUG: Asks.LIST,
}
_OF_WORDS: Final = (
    (Asks.PROCEDURE, re.compile(r"\bhow\b|\bsteps?\b|\bwhat (?:do|does|must|should|can) \w+ do\b")),
    (
        Asks.YES_NO,
        re.compile(
            r"(?:^|[.,:;?–-]\s*)(?:and |or )?"
            r"(?:should|can|could|may|must|is|are|do|does|did|has|have|will|would)\b"
        ),
    ),
    (Asks.LIST, re.compile(r"\b(?:which|what|who|where)\b")),
)
"""In order: the first that occurs wins."""


def asks(question: str) -> Asks:
    """Say what a question asks for; a value goes before the name of the medicine that has it."""
    read = [kind for kind in understand(question).kinds if kind in _OF_READING]
    if read:
        return _OF_READING[next((kind for kind in read if kind is not Kind.DRUG), Kind.DRUG)]
    low = question.casefold()
    return next((kind for kind, words in _OF_WORDS if words.search(low)), Asks.BROAD)
