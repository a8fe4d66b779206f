"""Whether one text says to do, and the other not to, what a question asks in its own words.

"May I give a third?" is answered by "Do not repeat it a third time" and by "give a third dose", whatever else
the two say of the medicine. The clause of a ban counts, where it is not for a case that is not in question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from edgerag.compare.findings import Finding, Relation, foremost, statement_span
from edgerag.compare.people import statements_parted
from edgerag.language.negation import Polarity, conditions_in, forbidden_clauses
from edgerag.language.questions import Asked
from edgerag.language.reading import Statement, terms
from edgerag.language.values import Kind

_OF_GIVING: Final = terms(
    "inject injection tablet pill dose course swallow oral drink drip infusion time day today now"
)
"""How and when anything is given says not what."""


def compare_whether(asked: Asked, a: Sequence[Statement], b: Sequence[Statement]) -> Finding:
    """Find what is asked forbidden in one text, and told in the same words in the other alone."""
    found = [_opposite(asked, x, y) for x, y in _reversed(asked, a, b)]
    found += [_opposite(asked, y, x) for x, y in _reversed(asked, b, a)]
    return foremost(found) if found else Finding(Relation.NOTHING, Kind.ACTION)


def _opposite(asked: Asked, x: Statement, y: Statement) -> Finding:
    relation = statements_parted(x, y, asked) or Relation.OPPOSITE
    return Finding(relation, Kind.ACTION, "whether to do it", statement_span(x), statement_span(y))


def _reversed(
    asked: Asked, forbidding: Sequence[Statement], telling: Sequence[Statement]
) -> Iterator[tuple[Statement, Statement]]:
    """Yield each ban with an order in the same words of the question, unless a text says both."""
    told_beside = _union(_told(statement, asked) for statement in forbidding)
    denied_beside = _union(_denied(statement, asked) for statement in telling)
    for ban in forbidding:
        denied = _denied(ban, asked)
        if not denied or denied & told_beside:
            continue
        for order in telling:
            if denied <= _told(order, asked) and not denied & denied_beside:
                yield ban, order


def _denied(statement: Statement, asked: Asked) -> frozenset[str]:
    """Give what of the question a ban forbids, in the question's case."""
    if statement.polarity is not Polarity.DO_NOT or _is_of_another_case(statement, asked):
        return frozenset()
    return _forbidden(statement) & asked.whether - _OF_GIVING


def _told(statement: Statement, asked: Asked) -> frozenset[str]:
    """Give what of the question a statement tells to do."""
    if statement.polarity is Polarity.DO_NOT or not statement.is_directive:
        return frozenset()
    return statement.terms & asked.whether - _OF_GIVING


def _forbidden(statement: Statement) -> frozenset[str]:
    return _union(terms(clause) for clause in forbidden_clauses(statement.text))


def _is_of_another_case(statement: Statement, asked: Asked) -> bool:
    cases = conditions_in(statement.text)
    return bool(cases) and not any(terms(case) & asked.subject for case in cases)


def _union(sets: Iterator[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*sets)
