"""How far a text denies: the share of its clauses that find no effect, no difference or nothing of the kind.

"Although X did not change Y, it reduced Z" is a finding about Z: what is conceded and what a relative
clause adds is left out.
"""

from __future__ import annotations

import re
from typing import Final

from edgerag.language.clauses import cut
from edgerag.language.cues import Cue, says
from edgerag.language.text import folded

_CLAUSE: Final = re.compile(r"(?<=[.!?;])\s+|;|\n|,? (?:but|however|yet)\b,?")
_FEWEST_CHARS: Final = 12
"""A shorter clause is no clause."""


def share_denied(text: str) -> float:
    """Give the share of clauses that deny, 0 to 1; 0 for a text without clauses."""
    clauses = stated(text)
    return sum(says(clause, Cue.DENIES) or "n't" in clause for clause in clauses) / max(1, len(clauses))


def stated(text: str) -> list[str]:
    """Give the clauses that state something: neither conceded nor relative."""
    said = _without_asides(folded(text))
    return [clause for part in _CLAUSE.split(said) if len(clause := part.strip()) > _FEWEST_CHARS]


def _without_asides(low: str) -> str:
    """Leave out what is conceded and what a relative clause adds, up to the next comma or stop."""
    said, read = "", 0
    for aside in Cue.ASIDE.finditer(low):
        if aside.start() >= read:
            said += low[read : aside.start()].rstrip(", ")
            read = aside.end() + len(cut(low[aside.end() :], ",;.")[0])
    return said + low[read:]
