"""What makes a quotation complete: a table's header, a list's lead-in, the sentence that says "do not"."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from dataclasses import replace

from edgerag.answer.candidates import Candidate, Quote
from edgerag.language import values
from edgerag.language.clauses import has_figure
from edgerag.language.cues import Cue
from edgerag.language.instructions import is_instruction
from edgerag.language.medicines import last_named, named_in
from edgerag.language.meets import meets
from edgerag.language.negation import forbids, is_turned
from edgerag.language.questions import Asked
from edgerag.language.reading import read
from edgerag.language.sentences import Kind
from edgerag.language.words import concepts

_SIGNS = f" {string.punctuation}•\n\t"
_LONGEST_LIST = 800
_NEXT_CHARS = 240
_LEAD_CHARS = 200
_LEAD_DISTANCE = 600


def completed(asked: Asked, candidate: Candidate) -> list[Quote]:
    """Quote a candidate together with what it needs to be understood."""
    ban = _ban(candidate)
    if ban is not None:
        return _forbidden_quotes(asked, candidate, ban)
    quotes = _own_quotes(asked, candidate)
    title = _named_above(candidate, quotes)
    if title is None:
        return quotes
    named, first = candidate.quote(title, title), quotes[0]
    if first.start == candidate.quote(title + 1, title + 1).start:
        return [replace(first, start=named.start), *quotes[1:]]
    return [named, *quotes]


def _own_quotes(asked: Asked, candidate: Candidate) -> list[Quote]:
    match candidate.statement.kind:
        case Kind.RECORD:
            return [candidate.quote(candidate.index, candidate.index)]
        case Kind.ROW:
            return _row_quotes(candidate)
        case Kind.LEAD:
            return [candidate.quote(candidate.index, candidate.last_governed)]
        case Kind.SENTENCE | Kind.ITEM:
            return _sentence_quotes(asked, candidate)


def _named_above(candidate: Candidate, quotes: Sequence[Quote]) -> int | None:
    """The statement above that names the medicine whose dose is quoted, unless one is named with it."""
    if not has_figure(candidate.text) or any(named_in(quote.text) for quote in quotes):
        return None
    place = candidate.statement.start
    said = (one for one in read(candidate.passage.text) if one.start <= place < one.end)
    medicines = {value.drug for one in said for value in one.values if value.kind is values.Kind.DOSE}
    first = max(0, place - _LEAD_DISTANCE)
    named = last_named(candidate.passage.text[first:place], medicines)
    if named is None:
        return None
    above = candidate.around[: candidate.index]
    return max((n for n, one in enumerate(above) if one.start <= first + named), default=None)


def _sentence_quotes(asked: Asked, candidate: Candidate) -> list[Quote]:
    index = candidate.index
    last = index + 1 if _needs_next(asked, candidate) else index
    lead = candidate.lead
    if lead is None or not _needs_lead(asked, candidate, lead):
        return [candidate.quote(index, last)]
    if lead == index - 1:
        return [candidate.quote(lead, last)]
    return [candidate.quote(lead, lead), candidate.quote(index, last)]


def _ban(candidate: Candidate) -> int | None:
    """The line above a list or a table that forbids all of it, if the candidate stands in such a one."""
    if candidate.statement.kind in {Kind.ROW, Kind.LEAD}:
        above = candidate.header - 1
        heads = [above] if above >= 0 and candidate.around[above].kind is Kind.LEAD else []
    else:
        heads = [head for head in (candidate.lead, candidate.list_head) if head is not None]
    return next((head for head in heads if forbids(candidate.text_of(head))), None)


def _forbidden_quotes(asked: Asked, candidate: Candidate, ban: int) -> list[Quote]:
    """Quote from the line that forbids what a list names down to the item, in one piece or not at all.

    "Try to suck out the venom" must never stand without the "Do not:" above it.
    """
    is_prose = candidate.statement.kind in {Kind.SENTENCE, Kind.ITEM}
    last = candidate.index + (is_prose and _needs_next(asked, candidate))
    whole = candidate.quote(ban, max(last, candidate.last_governed))
    return [whole] if whole.end - whole.start <= _LONGEST_LIST else []


def _needs_next(asked: Asked, candidate: Candidate) -> bool:
    """Whether the following sentence goes on, forbids, or holds what was asked for and this one lacks."""
    if candidate.index + 1 >= len(candidate.around):
        return False
    following = candidate.around[candidate.index + 1]
    if following.kind not in {Kind.SENTENCE, Kind.ITEM} or following.end - following.start > _NEXT_CHARS:
        return False
    text = candidate.text_of(candidate.index + 1)
    if is_instruction(text):
        return False
    gap = candidate.passage.text[candidate.statement.end : following.start]
    same_line = len(gap) <= 2 and gap.count("\n") < 2
    if same_line and (Cue.GOES_ON.opens(text) or is_turned(text)):
        return True
    return meets(asked.sought, candidate.text) < 0.5 <= meets(asked.sought, text)


def _needs_lead(asked: Asked, candidate: Candidate, lead: int) -> bool:
    """Whether the lead-in is short, near, and sets a condition or names what is asked and not said again."""
    above = candidate.around[lead]
    if above.end - above.start > _LEAD_CHARS or candidate.statement.start - above.end > _LEAD_DISTANCE:
        return False
    said = candidate.text_of(lead)
    named = concepts(said) & asked.concepts
    return bool(named - concepts(candidate.text)) or Cue.SETS_CASE.opens(said.lstrip(_SIGNS))


_JOINED_ROW = re.compile(r"[|\s>*+_]*(?:and|or|plus|then|with|followed by)\b|[|\s*_]*[>+]", re.IGNORECASE)


def _row_quotes(candidate: Candidate) -> list[Quote]:
    """Quote a table row under its header row, with the rows that "and" or "or" tie to it."""
    index, header = candidate.index, candidate.head
    first, last = index, index
    while first - 1 > header and _tied(candidate, first) and index - first < 2:
        first -= 1
    while last - index < 3 and candidate.is_same_table(last) and _tied(candidate, last + 1):
        last += 1
    if header == index:
        return [candidate.quote(first, last)]
    if header + 1 == first:
        return [candidate.quote(header, last)]
    return [candidate.quote(header, header), candidate.quote(first, last)]


def _tied(candidate: Candidate, index: int) -> bool:
    return (
        candidate.around[index].kind is Kind.ROW and _JOINED_ROW.match(candidate.text_of(index)) is not None
    )
