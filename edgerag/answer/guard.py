"""Refuse a generated answer that says anything its evidence does not.

A small language model drops a "not", turns "inability to drink" into "able to drink", or fills in
a dose it remembers. So every sentence must find its evidence: statements of one passage that
share its words, hold all its numbers, units and medicines, and negate the same things. The guard
is biased: when in doubt the quoted answer stands instead.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from edgerag.answer.candidates import Quote
from edgerag.answer.cite import find_quote
from edgerag.answer.figures import missing
from edgerag.domain.evidence import Passage
from edgerag.language import names
from edgerag.language.clauses import cut
from edgerag.language.cues import Cue
from edgerag.language.instructions import is_instruction
from edgerag.language.medicines import named_in
from edgerag.language.meets import lacking, meets
from edgerag.language.negation import forbids, is_turned, turned_clauses
from edgerag.language.quantities import Dimension, Quantity, quantities
from edgerag.language.questions import Asked
from edgerag.language.sentences import Kind, Statement, statements
from edgerag.language.text import fold, folded, lowered
from edgerag.language.words import STOP_WORDS, concept, words

LEAST_SUPPORT = 0.7
"""Share of a sentence's words that its evidence must hold."""
_LONGEST_WORD = 12
"""Characters of a reply in which its first or its last word is looked for."""
_LONGEST_CONDITION = 80
"""Characters of a condition that are looked at."""
_WINDOW = 3
"""Evidence is at most so many neighbouring statements, and the lead-in above them."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of a generated answer."""

    quotes: tuple[Quote, ...]
    """The evidence of its sentences, in their order; empty if there is any doubt."""
    doubt: str
    """Why it was refused, for the reader; empty if every sentence is supported."""


@dataclass(frozen=True, slots=True)
class _Window:
    """Neighbouring statements of one passage that could support a sentence."""

    quotes: tuple[Quote, ...]
    parts: tuple[str, ...]
    """The statements apart, without the lead-in."""
    text: str
    context: str
    """The text with its lead-in and the headings above it."""
    own: frozenset[str]
    """What the text is about."""
    held: frozenset[str]
    """What the text and its context are about."""
    is_forbidden: bool
    """Whether the text is a list under a line that forbids all of it."""

    @property
    def is_negative(self) -> bool:
        """Whether it says no to anything."""
        return self.is_forbidden or is_turned(self.text)


def check(asked: Asked, reply: str, passages: Sequence[Passage]) -> Checked:
    """Find the evidence of every sentence of `reply`, or say what has none."""
    windows = [window for passage in passages for window in _windows(passage)]
    elsewhere = frozenset().union(*(window.own for window in windows))
    quotes: list[Quote] = []
    said, verdict = _without_verdict(reply)
    for sentence in _sentences(said):
        window = _best_window(sentence, windows)
        doubt = "no evidence" if window is None else _doubt(asked, sentence, window, elsewhere)
        if window is None or doubt:
            return Checked((), f"{doubt}: “{' '.join(sentence.split())}”")
        if verdict and not quotes and window.is_negative != (verdict == "no"):
            return Checked((), f"its “{verdict}” is not what the evidence says")
        quotes += [quote for quote in window.quotes if quote not in quotes]
    for words_quoted in re.findall(r"[\"“]([^\"”]{8,})[\"”]", said):
        if find_quote(words_quoted, passages) is None:
            return Checked((), f"quotes words that are not there: “{words_quoted}”")
    return Checked(tuple(quotes), "" if quotes else "says nothing that could be checked")


_UNFINISHED = frozenset({
    "and", "or", "with", "for", "the", "a", "an", "of", "to", "in", "plus", "then", "if",
})  # fmt: skip
"""No reply ends with one of these words."""


def unconfirmed(asked: Asked, reply: str, quotations: str) -> str:
    """Say why `reply` is worth less than the quotations chosen without a model; empty if it is not.

    A sentence may be true to its evidence and answer another question: the length of the first phase for
    that of the treatment, the route for the dose. Two ways of choosing evidence seldom make the same mistake.
    """
    if _breaks_off(reply.rstrip().lower()):
        return "it breaks off"
    if meets(asked.sought, reply) < 0.5 <= meets(asked.sought, quotations):
        return f"it does not give the {lacking(asked.sought, reply)} that was asked for"
    if not asked.asks_value:
        return ""
    lost = missing(reply, quotations)
    return f"{lost[0].text} is not in what answers best" if lost else ""


def _breaks_off(reply: str) -> bool:
    last = reply[-_LONGEST_WORD:].split()[-1:]
    return reply.endswith((",", ";", ":", "(", "–", "-")) or not _UNFINISHED.isdisjoint(last)


def _without_verdict(reply: str) -> tuple[str, str]:
    """Split a leading "Yes" or "No" off."""
    said = reply.lstrip()
    first = next(iter(words(said[:_LONGEST_WORD])), "")
    if first not in ("yes", "no") or not said.lower().startswith(first):
        return reply, ""
    return said[len(first) :].lstrip(f"{string.whitespace},.:;–-"), first


def _sentences(reply: str) -> Iterator[str]:
    """Cut the reply; a line that ends in a colon belongs to what follows it."""
    lead = ""
    for statement in statements(reply):
        text = reply[statement.start : statement.end]
        if statement.kind is Kind.LEAD:
            lead = f"{lead} {text}".strip()
        else:
            yield f"{lead} {text}".strip()
            lead = ""
    if lead:
        yield lead


def _windows(passage: Passage) -> Iterator[_Window]:
    """List every run of up to three statements, each with the lead-in that governs it."""
    found = [
        statement
        for statement in statements(passage.text)
        if not is_instruction(passage.text[statement.start : statement.end])
    ]
    heading = " ".join(passage.path)
    for first in range(len(found)):
        head = next((above for above in range(first - 1, -1, -1) if found[above].kind is Kind.LEAD), None)
        lead = found[head] if head is not None else None
        is_list = head is not None and _is_listed(passage.text, found[head : first + 1])
        for last in range(first, min(first + _WINDOW, len(found))):
            body = _quote(passage, found[first], found[last])
            if is_instruction(body.text):
                break
            quotes = (_quote(passage, lead, lead), body) if lead else (body,)
            parts = tuple(passage.text[part.start : part.end] for part in found[first : last + 1])
            context = f"{heading} {' '.join(quote.text for quote in quotes)}"
            is_forbidden = is_list and forbids(quotes[0].text)
            yield _Window(
                quotes, parts, body.text, context, _content(body.text), _content(context), is_forbidden
            )


def _is_listed(text: str, found: Sequence[Statement]) -> bool:
    """Whether the last of these statements is in a list under the first, or in one paragraph with it."""
    is_item = all(one.kind is Kind.ITEM for one in found[1:])
    return is_item or "\n\n" not in text[found[0].end : found[-1].start]


def _quote(passage: Passage, first: Statement, last: Statement) -> Quote:
    return Quote(passage, passage.start + first.start, passage.start + last.end)


def _best_window(sentence: str, windows: Sequence[_Window]) -> _Window | None:
    """Choose the shortest run of statements that holds most of the sentence."""
    wanted = _content(sentence)
    if not wanted:
        return None
    return max(windows, key=lambda window: (_support(wanted, window), -len(window.text)), default=None)


def _support(wanted: frozenset[str], window: _Window) -> float:
    """Share of the wanted words that a window holds; words that only its headings hold count half."""
    return (len(wanted & window.own) + 0.5 * len(wanted & (window.held - window.own))) / len(wanted)


def _content(text: str) -> frozenset[str]:
    return frozenset(concept(word) for word in words(text) if word not in STOP_WORDS)


def _doubt(asked: Asked, sentence: str, window: _Window, elsewhere: frozenset[str]) -> str:
    """Say what the sentence states that its evidence does not; empty if nothing.

    A word of the question that the evidence holds only `elsewhere` shows that two statements were
    mixed: one drug's name with another drug's dose.
    """
    wanted = _content(sentence)
    unheld = wanted - window.held
    if (
        len(unheld - asked.concepts) > (1 - LEAST_SUPPORT) * len(wanted)
        or _support(wanted, window) < LEAST_SUPPORT / 2
    ):
        return "not in the evidence"
    if mixed := unheld & asked.concepts & elsewhere:
        return f"the evidence does not say this of “{_as_written(mixed, sentence)}”"
    if lost := missing(sentence, window.context):
        return f"the evidence does not say {lost[0].text}"
    if unnamed := named_in(sentence) - named_in(window.context):
        return f"the evidence does not name {sorted(unnamed)[0]}"
    if strange := _critical(sentence) - _critical(f"{window.context} {asked.text}"):
        return f"the evidence does not say “{_as_written(strange, sentence)}”"
    if crossed := _crossed(sentence, window):
        return f"the evidence does not give {crossed}"
    return _turned(sentence, window) or _unconditional(asked, sentence, window)


def _as_written(named: set[str] | frozenset[str], sentence: str) -> str:
    """Give the first word of a sentence that is one of these concepts: a reader knows no stems."""
    return next(word for word in words(sentence) if word in named or concept(word) in named)


def _crossed(sentence: str, window: _Window) -> str:
    """Name a dose of the sentence that belongs to another medicine in the evidence; empty if none."""
    held = [pair for part in window.parts for pair in _doses(part)]
    for dose, named in _doses(sentence):
        owners = [owned_by for other, owned_by in held if _is_same(dose, other)]
        if named and owners and not any(named & owned_by or not owned_by for owned_by in owners):
            return f"{dose.text} for {' '.join(sorted(named))}"
    return ""


def _is_same(one: Quantity, other: Quantity) -> bool:
    return (one.dimension, one.interval) == (other.dimension, other.interval)


def _doses(text: str) -> Iterator[tuple[Quantity, set[str]]]:
    """Yield every amount with the medicine that stands nearest to it, and those beside that one."""
    low = folded(text)
    drugs = names.drugs(low, text)
    places = {(drug.start, drug.end) for drug in drugs}
    for dose in quantities(low, text):
        if dose.dimension is not Dimension.TIME:
            _, nearest = min(
                ((_gap(place, (dose.start, dose.end)), place) for place in places), default=(0, None)
            )
            near = [drug for drug in drugs if nearest and _gap((drug.start, drug.end), nearest) <= 1]
            yield dose, {drug.name for drug in near}


def _gap(one: tuple[int, int], other: tuple[int, int]) -> int:
    """How many characters stand between two places."""
    return max(one[0] - other[1], other[0] - one[1], 0)


_CRITICAL_TEXT = """
oral im iv sc rectal topical inhaled intranasal sublingual nebulised daily weekly monthly hourly yearly
bd bid tds tid qid qds od nocte stat once twice thrice before after during immediately mild moderate
severe child pregnant newborn adult left right always only first second third increase decrease reduce
double halve stop start
"""
_CRITICAL = frozenset(_CRITICAL_TEXT.split())


def _critical(text: str) -> set[str]:
    """Words that may not be added, whatever else is supported: route, frequency, order, whom it is for."""
    return {name for word in words(text) if (name := concept(word)) in _CRITICAL or word in _CRITICAL}


_ARTICLES = frozenset(
    {"a", "an", "the", "of", "to", "be", "is", "are", "was", "were", "any", "it", "this", "that"}
)


def _all_words(text: str) -> list[str]:
    """Name every word but articles: a negation also reaches "give" and "recommended"."""
    return [concept(word) for word in words(text) if word not in _ARTICLES]


def negated(text: str) -> set[str]:
    """List the concepts that stand within the reach of a negation in their clause."""
    return {name for reached in turned_clauses(text) for name in _all_words(reached)}


_PREFIXES = ("un", "in", "im", "ir", "non", "dis", "de", "contra", "anti")
_OPPOSITES = (
    "increase decrease", "start stop", "before after", "above below", "more less", "high low", "left right",
    "positive negative", "mild severe", "safe unsafe", "adult child", "open closed", "open close", "oral iv",
    "oral im", "raise lower", "gain loss", "hot cold", "wet dry", "always never", "increased decreased",
    "with without", "rise fall", "allowed forbidden", "able unable", "present absent",
)  # fmt: skip
_OPPOSED = {(a, b) for pair in _OPPOSITES for a, b in (pair.split(), pair.split()[::-1])}


def _turned(sentence: str, window: _Window) -> str:
    """Say where the sentence and its evidence negate differently."""
    shared = set(_all_words(sentence)) & set(_all_words(window.text))
    if window.is_forbidden and not is_turned(sentence):
        return "the evidence forbids this"
    turned = (negated(sentence) ^ (shared if window.is_forbidden else negated(window.text))) & shared
    if turned:
        return f"the evidence may say the opposite about “{_as_written(turned, sentence)}”"
    if is_turned(sentence) and not is_turned(window.context):
        return "a negation that the evidence does not have"
    own, evidence = set(words(sentence)), set(words(window.context))
    for word in sorted(own - evidence):
        if any(
            word == prefix + other or other == prefix + word for prefix in _PREFIXES for other in evidence
        ):
            return f"the evidence may say the opposite of “{word}”"
        if any((word, other) in _OPPOSED for other in evidence - own):
            return f"the evidence may say the opposite of “{word}”"
    return ""


def _unconditional(asked: Asked, sentence: str, window: _Window) -> str:
    """Say which condition of the evidence the sentence leaves out, unless the question itself states it."""
    lost = {match[0] for match in Cue.EXCEPTS.finditer(window.text.lower())} - set(words(sentence))
    lost -= {cue for cue in lost if cue in fold(sentence)}
    if lost:
        return f"leaves out “{sorted(lost)[0]}”"
    known = asked.concepts | _content(sentence)
    for met in Cue.PROVIDED.finditer(lowered(window.text)):
        stated = cut(window.text[met.end() : met.end() + _LONGEST_CONDITION], ",.;:")[0]
        condition = _content(stated)
        if condition and len(condition & known) < 0.5 * len(condition):
            written = window.text[met.start() : met.end() + len(stated)]
            return f"leaves out “{' '.join(written.split())}”"
    return ""
