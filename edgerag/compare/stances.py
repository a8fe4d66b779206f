"""Do and do not: whether two texts say to do the deed that the question is about."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from edgerag.compare.advice import advice_on, as_told, direct_answer, says_yes_or_no
from edgerag.compare.findings import Finding, Relation, statement_span
from edgerag.compare.nearness import weighed
from edgerag.compare.people import statements_parted
from edgerag.compare.standing import Beside, Weighed, stand
from edgerag.language import names
from edgerag.language.cues import Cue, says
from edgerag.language.negation import Polarity
from edgerag.language.questions import Asked
from edgerag.language.reading import Statement
from edgerag.language.text import folded
from edgerag.language.values import Kind

_SAME_SUBJECT: Final = 2
"""Words of the question that tell that two statements are about the same."""
_IF_FORBIDDEN: Final = re.compile(
    r"\b(?:if|when|where|in whom)\b[^.;,:|]*\bcontra-?indicated\b|\bcontra-?indicated\b[^.;,|]*:\s*$"
)
"""What is to be done where a thing is contraindicated says nothing on where that is."""


def compare_stances(asked: Asked, a: Sequence[Statement], b: Sequence[Statement], beside: Beside) -> Finding:
    """Compare the polarity of the statements that speak of the deed in question.

    `beside` looks through statements that agree on it.
    """
    stances_a, stances_b = _stances(asked, a), _stances(asked, b)
    if not stances_a or not stances_b:
        is_nothing = not stances_a and not stances_b
        return Finding(Relation.NOTHING if is_nothing else Relation.ONE_SIDED, Kind.ACTION)
    is_asked = Kind.ACTION in asked.kinds

    def relate(x: Statement, y: Statement) -> Finding:
        spans = statement_span(x), statement_span(y)
        if asked.is_open_deed:
            return _relate_nothing(x, y)
        shared = x.terms & y.terms
        is_answer = asked.is_yes_or_no and (says_yes_or_no(x.text) or says_yes_or_no(y.text))
        if not is_answer and not (
            _is_asked_deed(shared, asked) if is_asked else _is_same_deed(shared, asked)
        ):
            return Finding(Relation.UNALIGNED, Kind.ACTION, "what to do", *spans)
        if _alike(x.polarity, y.polarity):
            return beside(Finding(Relation.AGREE, Kind.ACTION, "", *spans), [x], [y])
        if not _opposed(x.polarity, y.polarity):
            return Finding(Relation.EXTRA, Kind.ACTION, "", *spans)
        apart = statements_parted(x, y, asked)
        if apart is not None:
            return Finding(apart, Kind.ACTION, "who it applies to", *spans)
        relation = Relation.OPPOSITE if _outright(x.polarity, y.polarity) else Relation.CONFLICT
        return Finding(relation, Kind.ACTION, _deed(asked, x, y), *spans)

    found = stand(stances_a, stances_b, relate)
    is_settled = asked.is_open_deed or found.relation is not Relation.AGREE
    told_a, told_b = ([as_told(s, asked) for s in text] for text in (a, b))
    if not is_settled and _forbids_beside(stances_a, told_a) != _forbids_beside(stances_b, told_b):
        return replace(found, relation=Relation.EXTRA)
    return found


def _is_asked_deed(shared: frozenset[str], asked: Asked) -> bool:
    """Whether two statements share the deed in question; both are chosen by the medicine if it names one."""
    return asked.medicine is not None or bool(shared & asked.terms)


def _is_same_deed(shared: frozenset[str], asked: Asked) -> bool:
    """Whether two statements share the subject of a question that names no deed, and a deed besides."""
    return len(shared & asked.terms) >= _SAME_SUBJECT and bool(shared - asked.terms)


def _relate_nothing(x: Statement, y: Statement) -> Finding:
    """Compare two answers to "what is put on it": only "nothing" can be compared with another."""
    nothing = [_says_nothing(folded(statement.text)) for statement in (x, y)]
    if all(nothing):
        relation = Relation.AGREE
    elif any(nothing) and any(_puts(statement) for statement in (x, y)):
        relation = Relation.OPPOSITE
    else:
        relation = Relation.UNALIGNED
    return Finding(relation, Kind.ACTION, "whether to do anything", statement_span(x), statement_span(y))


def _says_nothing(low: str) -> bool:
    """Whether it says that nothing is put on, and not "nothing else"."""
    found = [met.end() for met in Cue.NOTHING.finditer(low)]
    found += [met.end() for met in Cue.ANYTHING.finditer(low) if Cue.NOT.precedes(low, met.start(), most=2)]
    return any(not low[end:].startswith(" else") for end in found)


def _puts(statement: Statement) -> bool:
    return statement.polarity is Polarity.DO and says(folded(statement.text), Cue.PUTS)


def _forbids_beside(stances: Sequence[Weighed[Statement]], statements: Sequence[Statement]) -> bool:
    """Whether anything is forbidden in the paragraph of the foremost statement."""
    paragraph = stances[0].said.paragraph
    return any(s.polarity is Polarity.DO_NOT for s in statements if s.paragraph == paragraph)


def _stances(asked: Asked, statements: Sequence[Statement]) -> list[Weighed[Statement]]:
    """Give the statements that speak of the deed in question."""
    is_asked = Kind.ACTION in asked.kinds
    answer = direct_answer(statements, asked)
    if is_asked and asked.medicine is not None:
        about = advice_on(asked.medicine, statements, asked)
    else:
        about = answer or [as_told(s, asked) for s in statements if _is_on_deed(s, asked)]

    def tells(statement: Statement) -> bool:
        if is_asked:
            return statement in answer or _tells(statement, asked)
        return statement.is_order and not _forbids_in_case(statement)

    speaking = [s for s in about if tells(s) and not _IF_FORBIDDEN.search(folded(s.text))]
    best = max((len(s.terms & asked.deed) for s in speaking), default=0)
    return weighed([(s, s) for s in speaking if len(s.terms & asked.deed) == best], asked)


def _tells(statement: Statement, asked: Asked) -> bool:
    """Whether it may tell what to do: a row that only names the thing in question does not say to do it."""
    is_named = statement.polarity is Polarity.DO and asked.medicine is None and bool(asked.verbs)
    return statement.is_order or (
        statement.is_directive and (not is_named or bool(statement.terms & asked.verbs))
    )


def _forbids_in_case(statement: Statement) -> bool:
    return statement.polarity is Polarity.DO_NOT and statement.is_conditional


def _is_on_deed(statement: Statement, asked: Asked) -> bool:
    shared = statement.terms & asked.deed
    return bool(statement.terms & asked.terms) and (not asked.deed or len(shared) >= asked.n_deed)


def _opposed(first: Polarity, second: Polarity) -> bool:
    return (first is Polarity.DO_NOT) != (second is Polarity.DO_NOT)


def _outright(first: Polarity, second: Polarity) -> bool:
    return Polarity.DO_NOT in (first, second) and Polarity.ONLY_IF not in (first, second)


def _alike(first: Polarity, second: Polarity) -> bool:
    return first is second or {first, second} == {Polarity.DO, Polarity.MAY}


def _deed(asked: Asked, x: Statement, y: Statement) -> str:
    """Name the deed in the words of one of them, the same whichever comes first."""
    first = min(folded(x.text), folded(y.text))
    words = [word.strip(string.punctuation) for word in first.replace("/", " ").split()]
    shared = x.terms & y.terms & (asked.terms or x.terms) or x.terms & y.terms
    named = [word for word in dict.fromkeys(words) if names.action(word) in shared]
    return " ".join(named[:3]) or "what to do"
