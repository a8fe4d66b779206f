"""Whether a question is two questions, and which."""

from __future__ import annotations

import re
from typing import Final

_ASKS: Final = r"(?:what|which|when|where|who|whom|why|how)\b"
_PART_END: Final = re.compile(
    rf"[?.;]\s+(?=\S)|(?:,|(?<!\s))\s++(?:and|or)\s+(?=(?:(?:at|by|for|from|in|on|to|with|within)\s+)?{_ASKS})",
    re.IGNORECASE,
)
"""After these another question may begin: "and at what dose?", "and when to refer?"."""
_IS_QUESTION: Final = re.compile(
    rf"\b{_ASKS}|^\W*(?:(?:and|or)\s+)?"
    r"(?:is|are|was|were|do|does|did|can|could|may|must|will|would|should|has|have)\b",
    re.IGNORECASE,
)


def parts(question: str) -> tuple[str, ...]:
    """Cut a question into the questions that it consists of; what only sets the scene is none.

    "A child fell into the fire. What is put on the burn, and when must it be referred?" is two.
    """
    found = [part.strip(" ,;.?") for part in _PART_END.split(question)]
    asking = tuple(part for part in found if _IS_QUESTION.search(part))
    return asking or (question,)
