"""What a text states, read with what is asked.

What is ordered, and right after it forbidden in a case, is forbidden where that case is asked about.

"Ibuprofen 400 mg every 8 hours. Avoid if asthma." is an order at large, and a ban for those of the question.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from edgerag.language.conversions import as_amount
from edgerag.language.cues import Cue, says
from edgerag.language.negation import Polarity
from edgerag.language.quantities import Dimension
from edgerag.language.questions import Asked
from edgerag.language.reading import Statement, read

_CONCENTRATIONS: Final = frozenset({f"{Dimension.MASS}/l", f"{Dimension.AMOUNT}/l"})


def read_for(asked: Asked, text: str) -> tuple[Statement, ...]:
    """Read a text, an order as one ban with what follows it if that forbids it in the case in question."""
    found: list[Statement] = []
    for statement in (_measured(one, asked) for one in read(text)):
        if found and _is_forbidden_by(found[-1], statement, asked):
            found[-1] = _as_ban(found[-1], statement, text)
        else:
            found.append(statement)
    return tuple(found)


def _measured(statement: Statement, asked: Asked) -> Statement:
    """Read a concentration of which no more is said as one of what the question asks to measure."""
    if len(asked.analytes) != 1 or not any(value.unit in _CONCENTRATIONS for value in statement.values):
        return statement
    (analyte,) = asked.analytes
    values = [
        replace(value, unit=f"{value.unit} {analyte}") if value.unit in _CONCENTRATIONS else value
        for value in statement.values
    ]
    return replace(statement, values=tuple(as_amount(value) for value in values))


def _as_ban(one: Statement, ban: Statement, text: str) -> Statement:
    return replace(
        one,
        end=ban.end,
        text=text[one.start : ban.end],
        values=one.values + ban.values,
        polarity=Polarity.DO_NOT,
        terms=one.terms | ban.terms,
        is_directive=ban.is_directive,
        is_order=ban.is_order,
        is_conditional=True,
    )


def _is_forbidden_by(one: Statement, following: Statement, asked: Asked) -> bool:
    """Whether a statement names no medicine and forbids, in the case in question, that of the one before."""
    is_of_it = bool(one.drugs) and not following.drugs and one.paragraph == following.paragraph
    is_in_case = following.is_conditional or says(following.text, Cue.FORBIDS_IN_CASE)
    is_ban = following.polarity is Polarity.DO_NOT and is_in_case
    return is_of_it and is_ban and one.polarity is not Polarity.DO_NOT and _is_asked(following, asked)


def _is_asked(statement: Statement, asked: Asked) -> bool:
    is_for_them = not statement.populations.isdisjoint(asked.populations)
    return is_for_them or any(condition.search(statement.text) for condition in asked.conditions)
