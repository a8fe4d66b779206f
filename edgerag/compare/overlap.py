"""How much two texts share of what they state: values, numbers, medicines, words and people.

    shared(A, B) = |A and B| / |A or B|,  0 where neither has any, which a feature of its own tells

Values of the kinds that the question asks for count once more by themselves. Everything is the same
whichever text comes first.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from edgerag.compare.compatibility import compatible
from edgerag.compare.findings import Finding, Relation
from edgerag.language import names
from edgerag.language.negation import Polarity, forbidden_clauses, puts_off
from edgerag.language.numbers import FIGURE
from edgerag.language.questions import Asked
from edgerag.language.reading import Statement
from edgerag.language.values import Kind, Value

Text = Sequence[Statement]

OF_FINDING: Final = (*(f"found_{relation.name.lower()}" for relation in Relation), "share", "exact")
"""What the typed comparison found."""
OF_QUESTION: Final = (*(f"asks_{kind.name.lower()}" for kind in Kind), "asks_claim")
OVERLAP: Final = (
    "values_shared", "values_none", "values_meet", "values_clash",
    "asked_values_shared", "asked_values_none", "asked_values_meet", "asked_values_clash",
    "fewest_asked_values", "most_asked_values",
    "digits_shared", "digits_none", "digits_within", "digits_compete",
    "drugs_shared", "drugs_none", "drugs_within",
    "words_shared", "words_within", "subject_least", "subject_most", "people_shared", "people_none",
    "opening_differs", "one_forbids", "both_forbid", "fewest_statements", "most_statements",
)  # fmt: skip
"""What both texts hold."""
_REFERENCE: Final = re.compile(r"\s*(?:\[\d+(?:[,–-]\s*\d+)*\]|\([^()]{1,90}\b(?:19|20)\d\d[a-z]?\))")
_MANY_VALUES, _FEW_STATEMENTS, _MANY_STATEMENTS = 3, 6, 10
"""More than these make no difference."""
_MOST_COMPARED: Final = 50
"""Values of one text that are laid beside those of the other; keeps time bounded."""


def finding_features(finding: Finding) -> dict[str, float]:
    """Give what the typed comparison found as numbers."""
    found = {f"found_{one.name.lower()}": float(finding.relation is one) for one in Relation}
    is_exact = finding.is_exact and finding.relation is Relation.AGREE
    return found | {"share": finding.share, "exact": float(is_exact)}


def question_features(asked: Asked) -> dict[str, float]:
    """Give what the question asks for as numbers."""
    return {f"asks_{kind.name.lower()}": float(kind in asked.kinds) for kind in Kind} | {
        "asks_claim": float(asked.is_claim)
    }


def overlap_features(asked: Asked, a: Text, b: Text) -> dict[str, float]:
    """Measure what two texts share, and how much each of them says."""
    values = values_of(a), values_of(b)
    kinds = frozenset(asked.kinds or asked.beside)
    wanted = tuple([value for value in some if value.kind in kinds] for some in values)
    numbers = digits(a), digits(b)
    drugs = medicines(a) - asked.drugs, medicines(b) - asked.drugs
    words = terms_of(a), terms_of(b)
    people = _people(a), _people(b)
    subject = [len(some & asked.subject) / max(1, len(asked.subject)) for some in words]
    counts = [min(len(set(map(_key, some))), _MANY_VALUES) / _MANY_VALUES for some in wanted]
    lengths = len(a), len(b)
    bans = has_ban(a), has_ban(b)
    return {
        **_of_values("values", *values),
        **_of_values("asked_values", *wanted),
        "fewest_asked_values": min(counts),
        "most_asked_values": max(counts),
        **_of_sets("digits", *numbers),
        "digits_compete": float(numbers_compete(a, b)),
        **_of_sets("drugs", *drugs),
        "words_shared": _shared(*words),
        "words_within": len(words[0] & words[1]) / max(1, min(map(len, words))),
        "subject_least": min(subject),
        "subject_most": max(subject),
        "people_shared": _shared(*people),
        "people_none": float(not any(people)),
        "opening_differs": float(bool(a and b) and a[0].polarity is not b[0].polarity),
        "one_forbids": float(bans[0] != bans[1]),
        "both_forbid": float(all(bans)),
        "fewest_statements": min(*lengths, _FEW_STATEMENTS) / _FEW_STATEMENTS,
        "most_statements": min(max(lengths), _MANY_STATEMENTS) / _MANY_STATEMENTS,
    }


def has_ban(text: Text) -> bool:
    """Whether any statement forbids."""
    return any(statement.polarity is Polarity.DO_NOT for statement in text)


def says_no(text: Text) -> bool:
    """Whether any clause forbids, or puts off, be it under a condition alone."""
    return any(any(forbidden_clauses(said.text)) or puts_off(said.text) for said in text)


def medicines(text: Text) -> frozenset[str]:
    """Name what a text names, each by the choice that it stands for."""
    return frozenset(names.choice(drug.name) for statement in text for drug in statement.drugs)


def numbers_compete(a: Text, b: Text) -> bool:
    """Whether each text holds values, or bare numbers, that the other lacks."""
    values_a, values_b = {_key(value) for value in values_of(a)}, {_key(value) for value in values_of(b)}
    return _each_has_more(values_a, values_b) or _each_has_more(digits(a), digits(b))


def digits(text: Text) -> frozenset[str]:
    """Give all numbers of a text as they are written, those of references left out."""
    return frozenset().union(*(figures(without_citations(statement.text)) for statement in text))


def figures(text: str) -> frozenset[str]:
    """Give the numbers of some words as they are written."""
    return frozenset(FIGURE.findall(text))


def without_citations(text: str) -> str:
    """Leave out "[8]" and "(WHO, 2006)", whose numbers say nothing to the question."""
    return _REFERENCE.sub("", text)


def _each_has_more(some: AbstractSet[Hashable], others: AbstractSet[Hashable]) -> bool:
    return bool(some - others and others - some)


def _of_values(name: str, a: Sequence[Value], b: Sequence[Value]) -> dict[str, float]:
    pairs = [(x, y) for x in a[:_MOST_COMPARED] for y in b[:_MOST_COMPARED] if x.unit == y.unit]
    met = [compatible(x, y) for x, y in pairs]
    keys = frozenset(map(_key, a)), frozenset(map(_key, b))
    return {
        f"{name}_shared": _shared(*keys),
        f"{name}_none": float(not any(keys)),
        f"{name}_meet": float(any(met)),
        f"{name}_clash": float(not all(met)),
    }


def _of_sets(name: str, a: AbstractSet[str], b: AbstractSet[str]) -> dict[str, float]:
    return {
        f"{name}_shared": _shared(a, b),
        f"{name}_none": float(not a | b),
        f"{name}_within": float(a <= b or b <= a),
    }


def _shared(a: AbstractSet[Hashable], b: AbstractSet[Hashable]) -> float:
    return len(a & b) / len(a | b) if a | b else 0.0


def _key(value: Value) -> Hashable:
    return value.unit, value.interval


def values_of(text: Text) -> list[Value]:
    """Give all values of a text."""
    return [value for statement in text for value in statement.values]


def terms_of(text: Text) -> frozenset[str]:
    """Give all content words of a text, reduced."""
    return _union(statement.terms for statement in text)


def _people(text: Text) -> frozenset[str]:
    return _union(statement.populations for statement in text)


def _union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*sets)
