"""Whether a statement bans a medicine outright, tells to give it, or only names it beside a ban.

No medicine is banned outright where the ban is of

    a manner         "never use A alone", "A should not be given with B", "do not use A and B together"
    another deed     "do not stop A", "do not flush the A infusion"
    something of it  "avoid stock-outs of A"
    a harm           "take A with food to avoid vomiting", "give A as needed, avoid overdose"

and none is told to be given that another replaces: B in "give A instead of B".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from edgerag.language.cues import Cue
from edgerag.language.entities import Named
from edgerag.language.negation import names_avoided

_CLAUSE_END: Final = re.compile(r"[.;|]")
_PURPOSE: Final = re.compile(r"\bto $")
_MANNER: Final = re.compile(
    r"\b(?:alone|together|simultaneously|concurrently|concomitantly|at the same time|co-?administer\w*"
    r"|(?:given|taken|used|combined|mixed|administered) with)\b"
)
_DEED: Final = re.compile(r"(?:\b(?:not|never)|n't) (?:to )?(?:\w+ly )?(?:be )?(?P<deed>[a-z]+)")
_GIVING: Final = frozenset({
    "give", "given", "use", "used", "take", "taken", "prescribe", "prescribed", "administer", "administered",
    "start", "started", "begin", "initiate", "initiated", "apply", "applied", "inject", "injected", "offer",
    "offered", "receive", "have", "add", "added", "put", "treat", "treated", "recommended", "indicated",
    "continue", "repeat", "instil", "any",
})  # fmt: skip
_OF_IT: Final = re.compile(
    r"\b(?!(?:use|administration|intake|kinds?|forms?|types?|doses?|any|all) of\b)[a-z-]+ of\b"
)
_REPLACED: Final = re.compile(
    r"\b(?:instead of|rather than|in place of|in preference to) (?:[a-z]+ and |the |an? |oral )*$"
)
_NEXT: Final = 20
"""Characters in which the next word ends."""
_REPLACING: Final = re.compile(r" instead\b(?! of\b)")


def is_banned_outright(low: str, bans: Sequence[tuple[int, int]], remedy: Named) -> bool:
    """Whether some of the bans of a folded text, which reach a remedy, are of it and of nothing else."""
    return any(_is_of(low, ban, remedy) for ban in bans)


def is_only_named(low: str, start: int, end: int) -> bool:
    """Whether somebody has, cannot have, is harmed by or is to have later what a folded text names there."""
    return Cue.ONLY_NAMED.precedes(low, start, most=1) or Cue.ONLY_NAMED_AFTER.opens(
        low[end : end + _NEXT].lstrip(" -")
    )


def is_replaced(low: str, start: int) -> bool:
    """Whether another is to be given in place of what stands at `start` of a folded text."""
    return _REPLACED.search(low[:start]) is not None


def _is_of(low: str, ban: tuple[int, int], remedy: Named) -> bool:
    start, end = ban
    if remedy.end <= start and (_PURPOSE.search(low[:start]) or names_avoided(low, start)):
        return False
    closed = _CLAUSE_END.search(low, max(end, remedy.end))
    clause_end = closed.start() if closed else len(low)
    if _MANNER.search(low, min(start, remedy.start), clause_end):
        return False
    if _REPLACING.match(low, remedy.end):
        return False
    deed = _DEED.search(low[start : max(remedy.start, clause_end)])
    if deed and deed["deed"] not in _GIVING and start + deed.start("deed") != remedy.start:
        return False
    return end > remedy.start or _OF_IT.search(low, end, remedy.start) is None
