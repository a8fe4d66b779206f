"""How far a text denies: the share of its clauses that find no effect, no difference or nothing of the kind.

"Although X did not change Y, it reduced Z" is a finding about Z: what is conceded and what a relative
clause adds is left out.
"""

from __future__ import annotations

import re
from typing import Final

from edgerag.language.cues import Cue, says
from edgerag.language.text import folded

_CLAUSE: Final = re.compile(r"(?<=[.!?;])\s+|;|\n|,? (?:but|however|yet)\b,?")
_RELATIVE: Final = re.compile(r",? (?:who|which|whose)\b[^,;.]*")
_CONCEDING: Final = r"(?:although|though|even though|despite|in spite of|while|whereas|notwithstanding)"
_CONCEDED_FIRST: Final = re.compile(rf"(?:^|(?<=[.;!?] )){_CONCEDING}\b[^,;.]*,\s*")
_CONCEDED: Final = re.compile(rf"[,;]? \b(?:{_CONCEDING}|independent(?:ly)? of|regardless of)\b[^,;.]*")
_FEWEST_CHARS: Final = 12
"""A shorter clause is no clause."""


def share_denied(text: str) -> float:
    """Give the share of clauses that deny, 0 to 1; 0 for a text without clauses."""
    clauses = stated(text)
    return sum(says(clause, Cue.DENIES) or "n't" in clause for clause in clauses) / max(1, len(clauses))


def stated(text: str) -> list[str]:
    """Give the clauses that state something: neither conceded nor relative."""
    said = _CONCEDED.sub("", _CONCEDED_FIRST.sub("", _RELATIVE.sub("", folded(text))))
    return [clause for part in _CLAUSE.split(said) if len(clause := part.strip()) > _FEWEST_CHARS]
