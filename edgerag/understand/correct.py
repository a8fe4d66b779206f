"""A question read as a person says that it is meant.

What is replaced, a name or whom it is about, is replaced in the question that is searched. What is said not
to be meant stays in the words that are searched, for they were typed, and is left out of what was understood:
nothing is weighed, guarded or compared by it. "Child-Pugh C cirrhosis" is about no child.
"""

from __future__ import annotations

from edgerag.domain.corrections import Correction
from edgerag.language.questions import Asked
from edgerag.understand.saying import kinds_called, named_parts
from edgerag.understand.understand import understand


def corrected(question: str, correction: Correction) -> Asked:
    """Understand a question as a correction of names, people and kind of answer says."""
    meant = {heard: instead for heard, instead in correction.parts if instead}
    for heard, instead in meant.items():
        question = _replaced(question, _places(question, heard), instead)
    left_out = [heard for heard, instead in correction.parts if not instead]
    hidden = tuple(place for heard in left_out for place in _places(question, heard))
    return understand(question, hidden, kinds_called(correction.asked_for))


def _places(question: str, heard: str) -> list[tuple[int, int]]:
    """Find where a question names what was heard."""
    return [(one.start, one.end) for one in named_parts(understand(question)) if one.part.words == heard]


def _replaced(question: str, places: list[tuple[int, int]], instead: str) -> str:
    for start, end in reversed(places):
        question = question[:start] + instead + question[end:]
    return question
