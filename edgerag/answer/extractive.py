"""Answer by quoting: pick the sentences, list items or table rows that answer.

No model is needed. A statement is judged by how much of the question its own words and its
surroundings cover, whether it holds the kind of thing that was asked for, and where it stands
relative to the chunk that retrieval liked best. What makes a quotation complete is added: the
header of a table, the line that a list item hangs on, the sentence that says "do not".
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from edgerag.answer.expectation import Expected, expectation, meets
from edgerag.answer.instructions import inert, is_instruction
from edgerag.answer.sentences import Kind, Statement, is_row, statements
from edgerag.answer.words import NEGATION, STOP_WORDS, concept, drugs, words
from edgerag.domain.evidence import Passage

MOST_STATEMENTS = 4
"""Statements in one answer, each with what completes it; more would be reading, not answering."""
RUNNER_UP = 0.7
"""A further statement is quoted if it scores at least this share of the best one."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A span of the handbook text, and the passage it was found in."""

    passage: Passage
    start: int
    end: int
    """Offsets into the handbook text."""

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.passage.text[self.start - self.passage.start : self.end - self.passage.start]


@dataclass(frozen=True, slots=True)
class _Candidate:
    passage: Passage
    around: Sequence[Statement]
    """All statements of the passage."""
    index: int
    """Which of them this is."""
    score: float

    @property
    def statement(self) -> Statement:
        return self.around[self.index]

    @property
    def text(self) -> str:
        return self.passage.text[self.statement.start : self.statement.end]


def select_quotes(question: str, passages: Sequence[Passage]) -> list[Quote]:
    """Quote what answers `question`, the best quotation first; empty if the passages hold no statement."""
    judged = (candidate for candidate in _judged(question, passages) if candidate.score > 0)
    candidates = sorted(judged, key=lambda candidate: -candidate.score)
    chosen: list[Quote] = []
    n_statements = 0
    for candidate in candidates:
        if n_statements == MOST_STATEMENTS or candidate.score < RUNNER_UP * candidates[0].score:
            break
        added = [quote for quote in _completed(question, candidate) if not _overlaps(quote, chosen)]
        chosen += added
        n_statements += bool(added)
    return chosen


# Shares of a candidate's score: the best of a grid over 85 gold quotations in 20 handbooks, on a flat top.
_COVERAGE, _KIND, _NEAR, _PASSAGE = 1.0, 0.6, 0.3, 0.2
_OWN, _LEAD, _HEADING, _NEIGHBOUR = 1.0, 0.7, 0.6, 0.4
_NEAR_CHARS = 600.0
_PASSAGE_LOGITS = 5.0


def _judged(question: str, passages: Sequence[Passage]) -> Iterator[_Candidate]:
    """Score every statement of every passage."""
    asked = {concept(word) for word in words(question) if word not in STOP_WORDS}
    cut = [(passage, statements(passage.text)) for passage in passages]
    about = [[_concepts_of(passage, statement) for statement in around] for passage, around in cut]
    weights = _weights(asked, [found for found_in_passage in about for found in found_in_passage])
    expected = expectation(question)
    asked_drugs = {concept(name) for name in drugs(question)}
    best = max((passage.score for passage in passages), default=0.0)
    for (passage, around), found in zip(cut, about, strict=True):
        standing = math.exp((passage.score - best) / _PASSAGE_LOGITS)
        for index, statement in enumerate(around):
            said = passage.text[statement.start : around[_last_governed(around, index)].end]
            fits = 1 - _KIND + _KIND * meets(expected, said)
            score = (
                _COVERAGE * _coverage(weights, passage, around, found, index) * fits
                + _NEAR * _nearness(passage, statement)
                + _PASSAGE * standing
            )
            named = {concept(name) for name in drugs(said)}
            stray = _OTHER_DRUG if asked_drugs and named and not named & asked_drugs else 1.0
            yield _Candidate(passage, around, index, score * stray * _worth(statement, said))


def _concepts_of(passage: Passage, statement: Statement) -> set[str]:
    return {concept(word) for word in words(passage.text[statement.start : statement.end])}


def _weights(asked: set[str], found: Sequence[set[str]]) -> dict[str, float]:
    """Weigh the question's concepts by their rarity in the evidence; leave out those that occur nowhere."""
    counts = Counter(term for terms in found for term in terms & asked)
    return {term: math.log(1 + len(found) / count) for term, count in counts.items()}


def _coverage(
    weights: Mapping[str, float],
    passage: Passage,
    around: Sequence[Statement],
    found: Sequence[set[str]],
    index: int,
) -> float:
    """Share of the question's weight that a statement covers itself or through what stands around it."""
    if not weights:
        return 0.0
    strength = dict.fromkeys(weights, 0.0)
    headings = {concept(word) for heading in passage.path for word in words(heading)}
    lead = _lead_of(around, index)
    for terms, share in (
        (found[index], _OWN),
        (found[lead] if lead is not None else set[str](), _LEAD),
        (headings, _HEADING),
        (found[index - 1] if index else set[str](), _NEIGHBOUR),
        (found[index + 1] if index + 1 < len(found) else set[str](), _NEIGHBOUR),
    ):
        for term in terms & strength.keys():
            strength[term] = max(strength[term], share)
    return sum(weights[term] * share for term, share in strength.items()) / sum(weights.values())


_LEAD_REACH = 12
"""How many statements a line ending in a colon may govern."""


def _lead_of(around: Sequence[Statement], index: int) -> int | None:
    """Find the heading or the line ending in a colon that the statement hangs on."""
    for above in range(index - 1, max(index - 1 - _LEAD_REACH, -1), -1):
        if around[above].kind is Kind.LEAD:
            return above
    return None


def _nearness(passage: Passage, statement: Statement) -> float:
    """Say how near a statement is to the chunk that retrieval liked best: 1 inside it, less outside."""
    start, end = passage.start + statement.start, passage.start + statement.end
    distance = max(passage.chunk_start - end, start - passage.chunk_end, 0)
    return math.exp(-distance / _NEAR_CHARS)


_OTHER_DRUG = 0.8
"""Factor for a statement about other medicines than the one that the question names."""

_DOT_LEADERS = re.compile(r"\.{4,}|(?:\. ){4,}|…{2,}")
_REFERENCE = re.compile(
    r"\bet al\b|\bdoi:|https?://|\bISBN\b|\bvol\.\s*\d|"
    r"^\W*(?:see|refer to) (?:also |the )?(?:section|chapter|page|table|figure)",
    re.IGNORECASE,
)
_UNWIELDY_CHARS = 350


def _worth(statement: Statement, said: str) -> float:
    """Factor below 1 for what cannot stand as an answer: contents pages, references, questions, scraps."""
    if _DOT_LEADERS.search(said) or is_instruction(said) or not re.search(r"[^\W\d]{2}", said):
        return 0.0
    announces_nothing = statement.kind is Kind.LEAD and len(said) == statement.end - statement.start
    if announces_nothing or _REFERENCE.search(said) or said.rstrip().endswith("?"):
        return 0.5
    is_scrap = len(said.split()) < 3 and statement.kind is not Kind.ROW and not NEGATION.search(said)
    return 0.7 if is_scrap or len(said) > _UNWIELDY_CHARS else 1.0


# What makes a quotation complete.

_GOES_ON = re.compile(
    r"(?:repeat|do not|don['’]t|avoid|never|not|then|if|follow|continue|maximum|max|or|and|plus|but|except|"
    r"unless|however|only|stop|thereafter|this|these|it|leave)\b",
    re.IGNORECASE,
)
_NEXT_CHARS = 240
_LEAD_CHARS = 200
_LEAD_DISTANCE = 600


def _completed(question: str, candidate: _Candidate) -> list[Quote]:
    """Quote a candidate together with what it needs to be understood."""
    match candidate.statement.kind:
        case Kind.ROW:
            return _row_quotes(candidate)
        case Kind.LEAD:
            return [_quote(candidate, candidate.index, _last_governed(candidate.around, candidate.index))]
        case Kind.SENTENCE | Kind.ITEM:
            return _sentence_quotes(question, candidate)


def _quote(candidate: _Candidate, first: int, last: int) -> Quote:
    offset = candidate.passage.start
    return Quote(
        candidate.passage, offset + candidate.around[first].start, offset + candidate.around[last].end
    )


_GOVERNED = 3


def _last_governed(around: Sequence[Statement], index: int) -> int:
    """Find the last of the few statements that a lead-in announces; any other statement is its own last."""
    last = index
    if around[index].kind is Kind.LEAD:
        for below in range(index + 1, min(index + 1 + _GOVERNED, len(around))):
            if around[below].kind is Kind.LEAD:
                break
            last = below
    return last


def _sentence_quotes(question: str, candidate: _Candidate) -> list[Quote]:
    index = candidate.index
    last = index + 1 if _needs_next(question, candidate) else index
    lead = _lead_of(candidate.around, index)
    if lead is None or not _needs_lead(question, candidate, lead):
        return [_quote(candidate, index, last)]
    if lead == index - 1:
        return [_quote(candidate, lead, last)]
    return [_quote(candidate, lead, lead), _quote(candidate, index, last)]


def _needs_next(question: str, candidate: _Candidate) -> bool:
    """Whether the following sentence goes on, forbids, or holds what was asked for and this one lacks."""
    if candidate.index + 1 >= len(candidate.around):
        return False
    following = candidate.around[candidate.index + 1]
    if following.kind not in {Kind.SENTENCE, Kind.ITEM} or following.end - following.start > _NEXT_CHARS:
        return False
    text = candidate.passage.text[following.start : following.end]
    if is_instruction(text):
        return False
    same_line = following.start - candidate.statement.end <= 2
    if same_line and (_GOES_ON.match(text) or NEGATION.search(text)):
        return True
    expected = expectation(question)
    return expected is not Expected.ANYTHING and meets(expected, candidate.text) < 0.5 <= meets(
        expected, text
    )


def _needs_lead(question: str, candidate: _Candidate, lead: int) -> bool:
    """Whether the lead-in is short, near, and names something of the question that the statement does not."""
    above = candidate.around[lead]
    if above.end - above.start > _LEAD_CHARS or candidate.statement.start - above.end > _LEAD_DISTANCE:
        return False
    asked = {concept(word) for word in words(question) if word not in STOP_WORDS}
    named = _concepts_of(candidate.passage, above) & asked
    return bool(named - _concepts_of(candidate.passage, candidate.statement))


_JOINED_ROW = re.compile(r"[|\s>*+_]*(?:and|or|plus|then|with|followed by)\b|[|\s*_]*[>+]", re.IGNORECASE)


def _row_quotes(candidate: _Candidate) -> list[Quote]:
    """Quote a table row under its header row, with the rows that "and" or "or" tie to it."""
    around, index = candidate.around, candidate.index
    header = index
    while header and _same_table(candidate, header - 1):
        header -= 1
    first, last = index, index
    while first - 1 > header and _tied(candidate, first) and index - first < 2:
        first -= 1
    while (
        last + 1 < len(around)
        and last - index < 3
        and _same_table(candidate, last)
        and _tied(candidate, last + 1)
    ):
        last += 1
    body = _quote(candidate, first, last)
    if header == index:
        return [body]
    return (
        [_quote(candidate, header, last)]
        if header + 1 == first
        else [_quote(candidate, header, header), body]
    )


def _same_table(candidate: _Candidate, index: int) -> bool:
    """Whether rows `index` and `index + 1` stand in one table: nothing but a rule between them."""
    above, below = (
        candidate.around[index],
        candidate.around[index + 1] if index + 1 < len(candidate.around) else None,
    )
    if above.kind is not Kind.ROW or below is None or below.kind is not Kind.ROW:
        return False
    return "\n\n" not in candidate.passage.text[above.end : below.start]


def _tied(candidate: _Candidate, index: int) -> bool:
    statement = candidate.around[index]
    text = candidate.passage.text[statement.start : statement.end]
    return statement.kind is Kind.ROW and _JOINED_ROW.match(text) is not None


def _overlaps(quote: Quote, chosen: Sequence[Quote]) -> bool:
    """Whether a quotation is already there, by place or by wording."""
    return any(
        (quote.start < other.end and other.start < quote.end) or quote.text.split() == other.text.split()
        for other in chosen
    )


# The text that a person reads.

_MARKUP = re.compile(r"\*\*|__|`|^#{1,6}\s+|^\s*\|?(?:\s*:?-{2,}:?\s*\|?)+\s*$", re.MULTILINE)
_HYPHENATED = re.compile(r"(?<=[a-z])-\n(?=[a-z])")


def readable(quotes: Sequence[str]) -> str:
    """Join quotations into plain text, one a line: no markup, no wrapped lines, same words and digits."""
    return "\n".join(line for line in map(_readable_quote, quotes) if line)


def _readable_quote(quote: str) -> str:
    plain = _MARKUP.sub("", inert(quote))
    rows = [_readable_row(line) if is_row(line.strip()) else line for line in plain.splitlines()]
    return " ".join(" ".join(rows).split())


def _readable_row(line: str) -> str:
    cells = [cell.strip() for cell in re.split(r"[|\t]", line)]
    return " | ".join(cell for cell in cells if cell) + " ;"
