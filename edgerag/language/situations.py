"""For which situation a statement tells what it tells: "if ..." and "No oedema, clear lungs: ..."."""

from __future__ import annotations

from typing import Final

from edgerag.language import names
from edgerag.language.cases import named_cases
from edgerag.language.clauses import cut
from edgerag.language.cues import Cue
from edgerag.language.kinds import values_in
from edgerag.language.negation import conditions_in
from edgerag.language.text import folded
from edgerag.language.values import Kind

_LONGEST_HEAD: Final = 80
"""Characters before a colon that may tell a case."""
_SIGNS: Final = " -*•'\""
_HOW_LONG: Final = ("until", "as long as")
_ENDS: Final = ",.;:()"


def situations(text: str) -> list[str]:
    """Give the conditions of a statement, and what stands before its colon if that is a case, in its words.

    Until when a thing is done is none.
    """
    found = [one for one in conditions_in(text) if not one.startswith(_HOW_LONG)]
    head, colon, rest = text.partition(":")
    if colon and rest.strip() and len(head) <= _LONGEST_HEAD and _is_case(head.strip(_SIGNS)):
        found.append(head.strip(_SIGNS))
    return found


def _is_case(head: str) -> bool:
    """Whether it tells a limit, or a finding, a state or a case and no medicine."""
    low = folded(head)
    if any(value.kind is Kind.THRESHOLD and value.is_compared for value in values_in(low, head)):
        return True
    return not names.drugs(low, head) and bool(
        named_cases(head)
        or degrees(head)
        or names.conditions(head)
        or any(Cue.WITHOUT.opens(part.lstrip(_SIGNS)) for part in cut(low, ",;"))
    )


def degrees(text: str) -> frozenset[tuple[str, str]]:
    """Give what is counted by how far it has gone, with its number: "step 2", "grade III"."""
    low = folded(text)
    named = ((met[0], low[met.end() :].split(maxsplit=1)[:1]) for met in Cue.DEGREE.finditer(low))
    numbered = ((what, word.strip(_ENDS)) for what, words in named for word in words)
    return frozenset((what, number) for what, number in numbered if _is_number(number))


def _is_number(word: str) -> bool:
    return bool(word) and (word.isdecimal() or set(word) <= set("iv"))
