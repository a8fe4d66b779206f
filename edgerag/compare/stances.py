"""Do and do not: whether two texts say to do the deed that the question is about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from edgerag.compare.findings import Finding, Relation, statement_span
from edgerag.compare.focus import Focus
from edgerag.compare.nearness import weighed
from edgerag.compare.people import parted
from edgerag.compare.quantities import folded
from edgerag.compare.standing import Beside, Weighed, stand
from edgerag.compare.statements import Polarity, Statement, terms
from edgerag.compare.values import Kind
from edgerag.domain import lexicon

_SAME_SUBJECT: Final = 2
"""Words of the question that tell that two statements are about the same."""
_OF_GIVING: Final = frozenset({Kind.DOSE, Kind.FREQUENCY, Kind.DURATION, Kind.COUNT})
_GIVES: Final = re.compile(
    r"\b(?:should|must|giv\w+|recommend\w*|advis\w+|start\w*|initiat\w+|apply|need\w*|indicated|offer\w*|us(?:e|ed|ing)"
    r"|add(?:ed|ing)?|prescri\w+|administ\w+|safe(?:ly)?|tak(?:e|en|ing)|prefer\w*|treat\w*|continu\w+|choice"
    r"|adequate|effective|useful|role)\b"
)
_INSTEAD: Final = re.compile(r"(?i)\b(?:instead of|rather than)\s+$")
_LEFT_OUT: Final = frozenset({"pregnant", "breastfeeding", "allergic"})
"""People for whom "give it" is not meant unless it says so."""
_YES: Final = re.compile(r"\W*(?:yes|no)\b")
_IN_CASE: Final = re.compile(
    r"\b(?:avoid|contra-?indicated|not)\b[^.;|]*?\s((?:if|when|in|with|during)\b[^.;|]*)"
)
_CASE_FIRST: Final = re.compile(r"\W*((?:if|when|in|with|during)\b[^.;|,:]*)[,:]")
_IF_FORBIDDEN: Final = re.compile(
    r"\b(?:if|when|where|in whom)\b[^.;,:|]*\bcontra-?indicated\b|\bcontra-?indicated\b[^.;,|]*:\s*$"
)
"""What is to be done where a thing is contraindicated says nothing on where that is."""
_PUTS: Final = re.compile(r"\b(?:appl(?:y|ied)|put|placed?|smear|rub|paint|dab)\b")
_NOTHING: Final = re.compile(r"\bnothing\b(?! else)|\bnot (?:[a-z]+ ){1,2}anything\b(?! else)")


def compare_stances(focus: Focus, a: Sequence[Statement], b: Sequence[Statement], beside: Beside) -> Finding:
    """Compare the polarity of the statements that speak of the deed in question.

    `beside` looks through statements that agree on it.
    """
    stances_a, stances_b = _stances(focus, a), _stances(focus, b)
    if not stances_a or not stances_b:
        is_nothing = not stances_a and not stances_b
        return Finding(Relation.NOTHING if is_nothing else Relation.ONE_SIDED, Kind.ACTION)
    is_asked = Kind.ACTION in focus.asked

    def relate(x: Statement, y: Statement) -> Finding:
        spans = statement_span(x), statement_span(y)
        if focus.is_open_deed:
            return _relate_nothing(x, y)
        shared = x.terms & y.terms
        is_same = (shared & focus.terms or focus.medicine) if is_asked else _is_same_deed(shared, focus)
        if not is_same:
            return Finding(Relation.UNALIGNED, Kind.ACTION, "what to do", *spans)
        if _alike(x.polarity, y.polarity):
            return beside(Finding(Relation.AGREE, Kind.ACTION, "", *spans), [x], [y])
        if not _opposed(x.polarity, y.polarity):
            return Finding(Relation.EXTRA, Kind.ACTION, "", *spans)
        apart = parted(x.populations, y.populations, focus)
        if apart is not None:
            return Finding(apart, Kind.ACTION, "who it applies to", *spans)
        relation = Relation.OPPOSITE if _outright(x.polarity, y.polarity) else Relation.CONFLICT
        return Finding(relation, Kind.ACTION, _deed(focus, x, y), *spans)

    found = stand(stances_a, stances_b, relate)
    is_settled = focus.is_open_deed or found.relation is not Relation.AGREE
    if not is_settled and _forbids_beside(stances_a, a) != _forbids_beside(stances_b, b):
        return replace(found, relation=Relation.EXTRA)
    return found


def _is_same_deed(shared: frozenset[str], focus: Focus) -> bool:
    """Whether two statements share the subject of a question that names no deed, and a deed besides."""
    return len(shared & focus.terms) >= _SAME_SUBJECT and bool(shared - focus.terms)


def _relate_nothing(x: Statement, y: Statement) -> Finding:
    """Compare two answers to "what is put on it": only "nothing" can be compared with another."""
    nothing = [_NOTHING.search(folded(statement.text)) is not None for statement in (x, y)]
    if all(nothing):
        relation = Relation.AGREE
    elif any(nothing) and any(_puts(statement) for statement in (x, y)):
        relation = Relation.OPPOSITE
    else:
        relation = Relation.UNALIGNED
    return Finding(relation, Kind.ACTION, "whether to do anything", statement_span(x), statement_span(y))


def _puts(statement: Statement) -> bool:
    return statement.polarity is Polarity.DO and _PUTS.search(folded(statement.text)) is not None


def _forbids_beside(stances: Sequence[Weighed[Statement]], statements: Sequence[Statement]) -> bool:
    """Whether anything is forbidden in the paragraph of the foremost statement."""
    paragraph = stances[0].said.paragraph
    return any(s.polarity is Polarity.DO_NOT for s in statements if s.paragraph == paragraph)


def _stances(focus: Focus, statements: Sequence[Statement]) -> list[Weighed[Statement]]:
    """Give the statements that speak of the deed in question."""
    is_asked = Kind.ACTION in focus.asked
    medicine = focus.medicine if is_asked else None
    if medicine is not None:
        statements = [_turned(s, medicine) for s in statements]
    speaking = [
        s
        for s in statements
        if (s.is_directive if is_asked else s.is_order)
        and not _IF_FORBIDDEN.search(folded(s.text))
        and (_is_on_deed(s, focus) if medicine is None else _is_on_medicine(s, medicine, focus))
    ]
    if medicine is not None:
        speaking = [s for s in speaking if s.polarity is Polarity.DO_NOT or _is_in_case(s, statements, focus)]
    best = max((len(s.terms & focus.deed) for s in speaking), default=0)
    return weighed([(s, s) for s in speaking if len(s.terms & focus.deed) == best], focus)


def _is_on_deed(statement: Statement, focus: Focus) -> bool:
    shared = statement.terms & focus.deed
    return bool(statement.terms & focus.terms) and (not focus.deed or len(shared) >= focus.n_deed)


def _is_on_medicine(statement: Statement, medicine: re.Pattern[str], focus: Focus) -> bool:
    """Whether a statement says to give or not to give the medicine in question, in the case in question."""
    is_named = medicine.search(statement.text) is not None
    return is_named and not _only_names(statement, focus) and not _excepts_another_case(statement, focus)


def _turned(statement: Statement, medicine: re.Pattern[str]) -> Statement:
    """Read "give B instead of A" as "do not give A"."""
    named = list(medicine.finditer(statement.text))
    is_replaced = named and all(_INSTEAD.search(statement.text, 0, match.start()) for match in named)
    return replace(statement, polarity=Polarity.DO_NOT) if is_replaced else statement


def _is_in_case(statement: Statement, statements: Sequence[Statement], focus: Focus) -> bool:
    """Whether advice to give is for those whom general advice leaves out, if they are in question."""
    asked = focus.populations & _LEFT_OUT
    paragraph = (s for s in statements if s.paragraph == statement.paragraph)
    is_answer = _YES.match(folded(statement.text)) is not None
    return not asked or is_answer or any(s.populations & asked for s in paragraph)


def _excepts_another_case(statement: Statement, focus: Focus) -> bool:
    """Whether it forbids only in a case that is not the question's: "avoid if active psychiatric illness"."""
    low = folded(statement.text)
    case = _IN_CASE.search(low) or _CASE_FIRST.match(low)
    if statement.polarity is not Polarity.DO_NOT or case is None:
        return False
    named = statement.text[case.start(1) : case.end(1)]
    is_asked = (
        terms(named) & focus.subject - focus.drugs
        or lexicon.names_of_people(named) & focus.populations
        or any(condition.search(named) for condition in focus.conditions)
    )
    return not is_asked


def _only_names(statement: Statement, focus: Focus) -> bool:
    """Whether a statement neither says to give it nor how, as in a list of what harms kidneys.

    A dose of one medicine is no word on its whole class.
    """
    is_given = any(value.kind in _OF_GIVING for value in statement.values) or bool(statement.routes)
    is_given &= not focus.drug_class
    return statement.polarity is Polarity.DO and not (is_given or _GIVES.search(folded(statement.text)))


def _opposed(first: Polarity, second: Polarity) -> bool:
    return (first is Polarity.DO_NOT) != (second is Polarity.DO_NOT)


def _outright(first: Polarity, second: Polarity) -> bool:
    return {first, second} == {Polarity.DO, Polarity.DO_NOT}


def _alike(first: Polarity, second: Polarity) -> bool:
    return first is second or {first, second} == {Polarity.DO, Polarity.MAY}


def _deed(focus: Focus, x: Statement, y: Statement) -> str:
    words = re.findall(r"[a-z][a-z-]+", folded(x.text))
    shared = x.terms & y.terms & (focus.terms or x.terms) or x.terms & y.terms
    named = [word for word in dict.fromkeys(words) if lexicon.action(word) in shared]
    return " ".join(named[:3]) or "what to do"
