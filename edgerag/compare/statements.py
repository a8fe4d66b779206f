"""Typed statements: what a text says, clause by clause, with the characters that say it.

A statement is a sentence, a bullet or a table row. Its values know their kind (a dose, a duration,
a threshold ...), the drug they belong to and the people they are meant for, so that two texts are
compared value by value and not word by word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final

from edgerag.compare import lexicon
from edgerag.compare.lexicon import Mention
from edgerag.compare.owners import drug_of, named_alone, people_of, second_choices, with_strengths
from edgerag.compare.quantities import folded
from edgerag.compare.values import Value, values_in


class Polarity(StrEnum):
    """Whether a deed is to be done."""

    DO = "do"
    DO_NOT = "do not"
    MAY = "may"
    ONLY_IF = "only if"


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence, bullet or table row."""

    start: int
    end: int
    text: str
    values: tuple[Value, ...]
    drugs: tuple[Mention, ...]
    alternatives: frozenset[int]
    """Where drugs stand that are a second choice: "while quinine remains an option"."""
    routes: tuple[Mention, ...]
    populations: frozenset[str]
    polarity: Polarity
    terms: frozenset[str]
    """What it is about: content words, reduced to deeds and stems, and drugs."""
    is_directive: bool
    """Whether it tells what to do, rather than what was found."""
    is_conditional: bool
    """Whether it holds under a condition only: "if ...", "in patients with ..."."""


_BOUNDARY: Final = re.compile(
    r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!approx\.)(?<!\bno\.)(?<!\bvs\.)\s+(?=[A-Z\"“(•●▪\-–*\d])"
    r"|;\s+|\s*[•●▪◦]\s*|\n\s*\n|\n(?=\s*(?:[-*|#]|\d{1,2}[.)]\s))|(?<=:)\s*\n"
)
_WORD: Final = re.compile(r"[a-z][a-z']+|\d[a-z]{2}\b")
_NEGATION: Final = re.compile(
    r"\b(?:do not|don't|dont|should not|shouldn't|must not|mustn't|"
    r"never|avoid(?:s|ed|ing)?|contra-?indicated|not (?:be )?(?:recommended|indicated|given|used|advised"
    r"|needed|"
    r"necessary|required|appropriate|allowed|safe)|no (?:need|role)|unnecessary|"
    r"nothing|stop(?:ped)?|withhold|discontinue|refrain|prohibited|forbidden|leave (?:it|the wound) open)\b"
)
_NO_AT_ALL: Final = re.compile(r"\W*no (?!\w+ (?:is|are|was|were|has|have)\b)[a-z]")
_DOUBLE_NEGATION: Final = re.compile(
    r"\b(?:not contra-?indicated|do not (?:avoid|stop|withhold|discontinue|delay|hesitate|forget)"
    r"|never (?:stop|forget))\b"
)
_ONLY_IF: Final = re.compile(r"\bonly (?:if|when|in|after|for|with)\b|\bunless\b")
_MAY: Final = re.compile(r"\b(?:may|can|could|consider|optional(?:ly)?|if desired)\b")
_DIRECTIVE: Final = re.compile(
    r"\b(?:should|must|give[ns]?|recommend\w*|advis\w+|start|apply|need\w*|indicated|offer|refer|do not"
    r"|never|avoid|use)\b"
)
_REPORT: Final = re.compile(
    r"\b(?:we|study|studies|trials?|results?|found|show(?:s|ed|n)?|suggest\w*|associat\w+|evidence|were"
    r"|was|significant\w*"
    r"|increas\w+|reduc\w+|effect\w*|caus\w+|rates?)\b"
)
_FORBIDS_LIST: Final = re.compile(r"\W*(?:do not|don't|never|avoid)(?: \w+){0,3}\W*:\W*")
_CONDITION: Final = re.compile(
    r"\b(?:if|when|unless|in case|in (?:patients|children|people|women|those)|until|with)\b"
)


@lru_cache(maxsize=256)
def read(text: str) -> tuple[Statement, ...]:
    """Read all statements of a text, in order; spans are offsets into `text`."""
    statements: list[Statement] = []
    is_forbidden_list = False
    for start, end, is_item in _sentences(text):
        previous = statements[-1] if statements else None
        statement = _statement(text[start:end], start, previous)
        if is_forbidden_list and is_item:
            statement = replace(statement, polarity=Polarity.DO_NOT)
        else:
            is_forbidden_list = _FORBIDS_LIST.fullmatch(folded(statement.text)) is not None
        statements.append(statement)
    return tuple(statements)


def terms(text: str) -> frozenset[str]:
    """Give the content words of a text, reduced to deeds and stems, and its drugs by canonical name."""
    low = folded(text)
    words = frozenset(lexicon.action(word) for word in _WORD.findall(low) if not lexicon.is_stop_word(word))
    return words | {mention.name for mention in lexicon.drugs(low, text)}


def _sentences(text: str) -> Iterator[tuple[int, int, bool]]:
    """Cut a text; gives start, end, and whether a list mark stands before it."""
    position, is_item = 0, False
    for match in (*_BOUNDARY.finditer(text), None):
        end = match.start() if match else len(text)
        if sentence := text[position:end].strip():
            yield position, end, is_item or sentence[0] in "-*"
        if match:
            position, is_item = match.end(), (is_item and not sentence) or bool(set(match[0]) & set("•●▪◦"))


def _statement(text: str, offset: int, previous: Statement | None) -> Statement:
    low = folded(text)
    drugs = lexicon.drugs(low, text)
    populations = lexicon.populations(low, text)
    inherited = _only_drug(previous) if previous is not None else ""
    values = [
        replace(
            value,
            drug=drug_of(value, drugs, low) or inherited,
            populations=people_of(value, populations, low),
            start=value.start + offset,
            end=value.end + offset,
        )
        for value in values_in(low, text)
    ]
    return Statement(
        offset,
        offset + len(text),
        text,
        tuple(with_strengths(values, drugs, low, offset)),
        tuple(replace(drug, start=drug.start + offset, end=drug.end + offset) for drug in drugs),
        frozenset(start + offset for start in second_choices(drugs, low)),
        tuple(replace(m, start=m.start + offset, end=m.end + offset) for m in lexicon.routes(low, text)),
        named_alone(populations, low),
        _polarity(low),
        terms(text),
        _DIRECTIVE.search(low) is not None or _REPORT.search(low) is None,
        _CONDITION.search(low) is not None,
    )


def _only_drug(statement: Statement) -> str:
    names = {drug.name for drug in statement.drugs} or {
        value.drug for value in statement.values if value.drug
    }
    return next(iter(names)) if len(names) == 1 else ""


def _polarity(low: str) -> Polarity:
    if _DOUBLE_NEGATION.search(low):
        return Polarity.DO
    if _ONLY_IF.search(low):
        return Polarity.ONLY_IF
    if _NEGATION.search(low) or _NO_AT_ALL.match(low):
        return Polarity.DO_NOT
    return Polarity.MAY if _MAY.search(low) else Polarity.DO
