"""For which situation a statement tells what it tells: "if ..." and "No oedema, clear lungs: ..."."""

from __future__ import annotations

import re
from typing import Final

from edgerag.language import names
from edgerag.language.cases import named_cases
from edgerag.language.clauses import cut
from edgerag.language.cues import Cue, says
from edgerag.language.kinds import values_in
from edgerag.language.negation import conditions_in
from edgerag.language.stages import named_stage
from edgerag.language.text import folded
from edgerag.language.values import Kind, Stage

_BEHIND_HEAD: Final = re.compile(r":|→|\s[–-]\s")
_BEHIND_PHRASE: Final = re.compile(r":|→|\s[–-]\s|,\s")
_PHRASE: Final = re.compile(
    r"[\s*•-]*(?:in|for|with|before|after|on|under|below|over|above|from|at|aged?|during)\b", re.IGNORECASE
)
LIMITS: Final = frozenset({Kind.THRESHOLD, Kind.DURATION, Kind.AGE, Kind.WEIGHT})
"""What a limit or a range of tells a case."""
_LONGEST_HEAD: Final = 80
"""Characters of a head that may tell a case."""
_SIGNS: Final = " -*•'\""
_HOW_LONG: Final = ("until", "as long as")
_ENDS: Final = ",.;:()"


def situations(text: str) -> list[str]:
    """Give the conditions of a statement, and what stands at its head if that is a case, in its words.

    Until when a thing is done is none.
    """
    found = [one for one in conditions_in(text) if not one.startswith(_HOW_LONG)]
    head = _head(text)
    if head and _is_case(head):
        found.append(head)
    return found


def _head(text: str) -> str:
    """Give what stands before the first colon, arrow or dash, if anything follows; else nothing.

    What opens with a preposition ends at a comma too: "In children below 5 years, ...".
    """
    end = _BEHIND_PHRASE if _PHRASE.match(text) else _BEHIND_HEAD
    met = end.search(text)
    is_head = met is not None and met.start() <= _LONGEST_HEAD and bool(text[met.end() :].strip())
    return text[: met.start()].strip(_SIGNS) if met and is_head else ""


def _is_case(head: str) -> bool:
    """Whether it tells a limit, or a finding, a state or a case and no medicine."""
    low = folded(head)
    if any(value.kind in LIMITS and value.is_limit for value in values_in(low, head)):
        return True
    if turn(head) is not None or names.names_of_people(head):
        return True
    return not names.drugs(low, head) and bool(
        named_cases(head)
        or degrees(head)
        or names.conditions(head)
        or any(Cue.WITHOUT.opens(part.lstrip(_SIGNS)) for part in cut(low, ",;"))
    )


def turn(text: str) -> Stage | None:
    """Tell whether a text is of what comes first or of what follows; None if of neither, or of both."""
    low = folded(text)
    stage = named_stage(low)
    is_first = stage is Stage.INITIAL or says(low, Cue.COMES_FIRST)
    is_later = stage is Stage.LATER or says(low, Cue.COMES_AFTER)
    if is_first == is_later:
        return None
    return Stage.INITIAL if is_first else Stage.LATER


def degrees(text: str) -> frozenset[tuple[str, str]]:
    """Give what is counted by how far it has gone, with its number: "step 2", "grade III"."""
    low = folded(text)
    named = ((met[0], low[met.end() :].split(maxsplit=1)[:1]) for met in Cue.DEGREE.finditer(low))
    numbered = ((what, word.strip(_ENDS)) for what, words in named for word in words)
    return frozenset((what, number) for what, number in numbered if _is_number(number))


def _is_number(word: str) -> bool:
    return bool(word) and (word.isdecimal() or set(word) <= set("iv"))
