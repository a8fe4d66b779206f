"""Compare what two texts state, value by value, where both answer the question.

Two values conflict if no one act follows both: 0.5 mL and 1 mL of the same dilution, CD4 < 350 and
<= 500 as the limit to start at. A range that holds the other value, the same amount in another
unit, and one text that merely says more, are no conflicts. Values meant for different people never
conflict. What cannot be lined up is reported as such, never as agreement.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from edgerag.compare import lexicon
from edgerag.compare.compatibility import are_apart, compatible
from edgerag.compare.focus import Focus
from edgerag.compare.lexicon import Mention
from edgerag.compare.owners import is_vehicle
from edgerag.compare.people import are_exclusive, separated
from edgerag.compare.quantities import Dimension, Interval, folded
from edgerag.compare.statements import Polarity, Statement
from edgerag.compare.values import FOREVER, Kind, Value
from edgerag.domain.reports import Significance


class Relation(StrEnum):
    """How the values of two texts stand to each other."""

    CONFLICT = "conflict"
    OPPOSITE = "opposite"
    """One says to do what the other says not to do."""
    OTHER_PEOPLE = "other people"
    """They differ, but speak about different people or conditions."""
    EXTRA = "extra"
    """What both state agrees, and one states more."""
    AGREE = "agree"
    UNALIGNED = "unaligned"
    """Both state values, and these cannot be put beside each other."""
    ONE_SIDED = "one-sided"
    """Only one states what the question asks."""
    NOTHING = "nothing"
    """Neither states anything typed that the question asks."""


@dataclass(frozen=True, slots=True)
class Span:
    """Characters of a text that state something."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of the typed comparison."""

    relation: Relation
    kind: Kind | None = None
    topic: str = ""
    a: Span | None = None
    b: Span | None = None

    def flipped(self) -> Finding:
        """Give the same finding with the texts in the other order."""
        return Finding(self.relation, self.kind, self.topic, self.b, self.a)


SIGNIFICANCE: Final[dict[Kind, Significance]] = {
    Kind.DOSE: Significance.HIGH,
    Kind.THRESHOLD: Significance.HIGH,
    Kind.ROUTE: Significance.HIGH,
    Kind.DRUG: Significance.HIGH,
    Kind.ACTION: Significance.HIGH,
    Kind.DURATION: Significance.MEDIUM,
    Kind.FREQUENCY: Significance.MEDIUM,
    Kind.COUNT: Significance.MEDIUM,
    Kind.AGE: Significance.MEDIUM,
    Kind.TIMING: Significance.MEDIUM,
    Kind.WEIGHT: Significance.MEDIUM,
}
"""How much a difference of each kind could hurt."""

_TIMES: Final = frozenset({Kind.DURATION, Kind.TIMING})
_MOST_VALUES: Final = 50
"""Distinct values of one kind, or statements on one deed, compared of one text; keeps time bounded."""
_JOINS: Final = re.compile(r"(?:\+|/|\band\b|\bplus\b|\bwith\b|&|-)")
_SEPARATES: Final = re.compile(r"\bor\b|[.;]\s")
_CHANGES: Final = re.compile(r"\binstead of|rather than|\bincreas|\breduc|\bdoubl|\bshorten|\badjust|\bchang")
_NO_CHANGE: Final = re.compile(
    r"\bno (?:need (?:to|for) )?(?:\w+ )?(?:chang\w*|adjust\w*)|\bunchanged|(?:do"
    r"|should) not (?:be )?(?:chang|adjust|alter)"
)


def compare_typed(focus: Focus, a: Sequence[Statement], b: Sequence[Statement]) -> Finding:
    """Find the gravest relation between two texts on what the question asks."""
    stance = _compare_stances(focus, a, b)
    if stance.relation is Relation.OPPOSITE:
        return stance
    asked = [_compare_kind(kind, focus, a, b) for kind in focus.asked if kind is not Kind.ACTION]
    if Kind.ACTION in focus.asked:
        asked.append(stance)
    for relation in (Relation.OPPOSITE, Relation.CONFLICT):
        for finding in asked:
            if finding.relation is relation:
                return finding
    beside = _compare_beside(focus, a, b, asked)
    for finding in beside:
        if finding.relation is Relation.CONFLICT:
            return finding
    return _weakest(asked or beside, has_asked=bool(focus.asked))


def _compare_beside(
    focus: Focus, a: Sequence[Statement], b: Sequence[Statement], asked: Sequence[Finding]
) -> list[Finding]:
    """Compare what belongs to the answer, in the statements that gave it; everywhere if nothing was asked."""
    if focus.asked:
        agreed = [f for f in asked if f.relation in (Relation.AGREE, Relation.EXTRA) and f.a and f.b]
        if not agreed:
            return []
        a = [statement for finding in agreed for statement in _holding(a, finding.a)]
        b = [statement for finding in agreed for statement in _holding(b, finding.b)]
    return [_compare_kind(kind, focus, a, b, is_strict=True) for kind in focus.beside]


def _holding(statements: Sequence[Statement], span: Span | None) -> list[Statement]:
    """Give the statement that holds a span, and the next if it goes on about the same drug."""
    for index, statement in enumerate(statements):
        if span is not None and statement.start <= span.start < statement.end:
            following = statements[index + 1 : index + 2]
            return [statement, *(s for s in following if not s.drugs and s.polarity is statement.polarity)]
    return []


def _weakest(findings: Sequence[Finding], *, has_asked: bool) -> Finding:
    """Give the finding that allows the least to be concluded; what neither states is left out."""
    stated = [finding for finding in findings if finding.relation is not Relation.NOTHING]
    order = [Relation.OTHER_PEOPLE, Relation.UNALIGNED, Relation.ONE_SIDED, Relation.EXTRA, Relation.AGREE]
    if not has_asked:
        # The question does not say what to state, so a text that states less is no gap.
        order.remove(Relation.ONE_SIDED)
    for relation in order:
        for finding in stated:
            if finding.relation is relation:
                return finding
    return Finding(Relation.NOTHING)


def _compare_kind(
    kind: Kind, focus: Focus, a: Sequence[Statement], b: Sequence[Statement], *, is_strict: bool = False
) -> Finding:
    match kind:
        case Kind.DRUG:
            return _compare_drugs(focus, a, b)
        case Kind.ROUTE:
            return _compare_routes(focus, a, b)
        case _:
            finding = _compare_values(kind, focus, a, b, is_strict=is_strict)
    if finding.relation is Relation.ONE_SIDED and kind in (Kind.DOSE, Kind.FREQUENCY):
        return _compare_change(kind, finding, a, b)
    return finding


# Values


def _compare_values(
    kind: Kind, focus: Focus, a: Sequence[Statement], b: Sequence[Statement], *, is_strict: bool
) -> Finding:
    (all_a, near_a, is_open_a), (all_b, near_b, is_open_b) = (
        _settled(*_relevant(kind, focus, text)) for text in (a, b)
    )
    if not all_a and not all_b:
        return Finding(Relation.NOTHING, kind)
    if not all_a or not all_b:
        return Finding(
            Relation.ONE_SIDED,
            kind,
            _topic(kind, (all_a or all_b)[0]),
            _first_span(all_a),
            _first_span(all_b),
        )
    pairs = [(x, y) for x in all_a for y in all_b if _same_thing(x, y, is_strict=is_strict)]
    if not pairs:
        return Finding(
            Relation.UNALIGNED, kind, _topic(kind, all_a[0]), _first_span(all_a), _first_span(all_b)
        )
    lonely_a = {x for x, _ in pairs} - {x for x, y in pairs if compatible(x, y)}
    lonely_b = {y for _, y in pairs} - {y for x, y in pairs if compatible(x, y)}
    clashes = [(x, y) for x, y in pairs if x in lonely_a and y in lonely_b]
    clashes += _foremost_clashes(pairs, near_a, near_b)
    for x, y in clashes:
        if not separated(x.populations, y.populations, focus):
            return _finding(Relation.CONFLICT, kind, x, y)
    if clashes:
        return _finding(Relation.OTHER_PEOPLE, kind, *clashes[0])
    x, y = next((x, y) for x, y in pairs if compatible(x, y))
    is_extra = bool(lonely_a & near_a or lonely_b & near_b) or is_open_a != is_open_b
    return _finding(Relation.EXTRA if is_extra else Relation.AGREE, kind, x, y)


def _foremost_clashes(
    pairs: Sequence[tuple[Value, Value]], near_a: set[Value], near_b: set[Value]
) -> list[tuple[Value, Value]]:
    """Give the pairs of values nearest to the question, if none of these pairs is compatible.

    That other values of the two texts meet says little then.
    """
    foremost = [(x, y) for x, y in pairs if x in near_a and y in near_b]
    return [] if any(compatible(x, y) for x, y in foremost) else foremost


def _relevant(kind: Kind, focus: Focus, statements: Sequence[Statement]) -> tuple[list[Value], set[Value]]:
    """Give the values of a kind that can answer the question, and which of them are nearest to it."""
    kinds = _TIMES if kind in _TIMES else frozenset({kind})
    candidates = [
        (statement, value)
        for statement in statements
        for value in statement.values
        if value.kind in kinds and not (focus.drugs and value.drug and value.drug not in focus.drugs)
    ]
    if kind is Kind.THRESHOLD and focus.analytes:
        candidates = [(s, v) for s, v in candidates if _is_asked_analyte(v, focus)] or candidates
    if any(value.kind is kind for _, value in candidates):
        candidates = [(s, v) for s, v in candidates if v.kind is kind]
    for_asked = [(s, v) for s, v in candidates if _is_for_asked(s, v, focus)]
    candidates = for_asked or candidates
    best = max((len(statement.terms & focus.terms) for statement, _ in candidates), default=0)
    near = [(len(s.terms & focus.terms), v) for s, v in candidates if 2 * len(s.terms & focus.terms) >= best]
    distinct: dict[tuple[str, Interval, str, frozenset[str]], tuple[int, Value]] = {}
    for overlap, value in sorted(near, key=lambda pair: -pair[0]):
        distinct.setdefault((value.unit, value.interval, value.drug, value.populations), (overlap, value))
    kept = list(distinct.values())[:_MOST_VALUES]
    return [value for _, value in kept], {value for overlap, value in kept if overlap == best}


def _is_for_asked(statement: Statement, value: Value, focus: Focus) -> bool:
    """Whether a value is meant for people like those in the question."""
    if are_exclusive(value.populations, focus.populations):
        return False
    limits = [
        (v, limit)
        for v in statement.values
        for limit in focus.limits
        if v.unit == limit.unit and v is not value
    ]
    return not any(are_apart(v.interval, limit.interval) for v, limit in limits)


def _is_asked_analyte(value: Value, focus: Focus) -> bool:
    if value.unit == Dimension.CELLS:
        return "cd4" in focus.analytes
    return any(value.unit.endswith(f" {analyte}") for analyte in focus.analytes) or (
        value.unit == Dimension.LENGTH and "muac" in focus.analytes
    ) or (value.unit == Dimension.TEMPERATURE and "temperature" in focus.analytes)  # fmt: skip


def _settled(values: list[Value], nearest: set[Value]) -> tuple[list[Value], set[Value], bool]:
    """Drop "any" where the text also sets a limit; the flag says that it did."""
    limited = [value for value in values if value.interval != FOREVER]
    if limited and len(limited) < len(values):
        return limited, nearest, True
    return values, nearest, False


def _same_thing(x: Value, y: Value, *, is_strict: bool) -> bool:
    if x.unit != y.unit:
        return False
    if x.drug and y.drug:
        return lexicon.choice(x.drug) == lexicon.choice(y.drug)
    return not is_strict or (not x.drug and not y.drug)


def _compare_change(kind: Kind, finding: Finding, a: Sequence[Statement], b: Sequence[Statement]) -> Finding:
    """Oppose "8 weekly instead of 12 weekly" and "no need to change the interval"."""
    speaking, silent = (a, b) if finding.a is not None else (b, a)
    changes = any(_CHANGES.search(folded(statement.text)) for statement in speaking)
    keeps = next((statement for statement in silent if _NO_CHANGE.search(folded(statement.text))), None)
    if not changes or keeps is None:
        return finding
    kept = _span(keeps)
    return Finding(
        Relation.OPPOSITE,
        kind,
        finding.topic,
        finding.a or kept,
        finding.b if finding.b is not None else kept,
    )


# Drugs and routes


def _compare_drugs(focus: Focus, a: Sequence[Statement], b: Sequence[Statement]) -> Finding:
    regimens_a, regimens_b = _regimens(focus, a), _regimens(focus, b)
    if not regimens_a and not regimens_b:
        return Finding(Relation.NOTHING, Kind.DRUG)
    first_a, first_b = next(iter(regimens_a.values()), None), next(iter(regimens_b.values()), None)
    if not regimens_a or not regimens_b:
        return Finding(Relation.ONE_SIDED, Kind.DRUG, "drug", first_a, first_b)
    forbids_a, forbids_b = _forbidden(regimens_b, a, focus), _forbidden(regimens_a, b, focus)
    if forbids_a is not None:
        return Finding(Relation.OPPOSITE, Kind.DRUG, "choice of drug", _span(forbids_a), first_b)
    if forbids_b is not None:
        return Finding(Relation.OPPOSITE, Kind.DRUG, "choice of drug", first_a, _span(forbids_b))
    (names_a, people_a), (names_b, people_b) = next(iter(regimens_a)), next(iter(regimens_b))
    if names_a == names_b:
        drugs_a, drugs_b = ({names for names, _ in regimens} for regimens in (regimens_a, regimens_b))
        return Finding(
            Relation.AGREE if drugs_a == drugs_b else Relation.EXTRA, Kind.DRUG, "drug", first_a, first_b
        )
    relation = Relation.OTHER_PEOPLE if separated(people_a, people_b, focus) else Relation.CONFLICT
    return Finding(relation, Kind.DRUG, "choice of drug", first_a, first_b)


_Regimen = tuple[frozenset[str], frozenset[str]]
"""Drugs that are given together, and to whom."""


def _regimens(focus: Focus, statements: Sequence[Statement]) -> dict[_Regimen, Span]:
    """Give first-choice regimens, those nearest to the question first."""
    regimens: dict[_Regimen, Span] = {}
    recommending = [s for s in statements if s.drugs and s.polarity is not Polarity.DO_NOT]
    best = max((len(s.terms & focus.terms) for s in recommending), default=0)
    for statement in sorted(recommending, key=lambda s: -len(s.terms & focus.terms)):
        if 2 * len(statement.terms & focus.terms) < best:
            break
        for group in _groups(focus, statement):
            names = frozenset(lexicon.choice(drug.name) for drug in group)
            start, end = group[0].start, max(drug.end for drug in group)
            written = statement.text[start - statement.start : end - statement.start]
            regimens.setdefault((names, statement.populations), Span(start, end, " ".join(written.split())))
    return regimens


def _groups(focus: Focus, statement: Statement) -> Iterator[list[Mention]]:
    group: list[Mention] = []
    for drug in statement.drugs:
        is_aside = (
            drug.start in statement.alternatives or drug.name in focus.drugs or _dissolves(drug, statement)
        )
        if is_aside:
            continue
        if group:
            gap = statement.text[
                group[-1].end - statement.start : max(drug.start, group[-1].end) - statement.start
            ]
            together = drug.start == group[-1].start or drug.start < group[-1].end or (
                _JOINS.search(gap) is not None and _SEPARATES.search(gap) is None and len(gap) <= 60
            ) or re.fullmatch(r"\s*\(\s*", gap) is not None  # fmt: skip
            if not together and drug.name != group[-1].name:
                yield group
                group = []
        group.append(drug)
    if group:
        yield group


def _dissolves(drug: Mention, statement: Statement) -> bool:
    inside = Mention(drug.name, drug.start - statement.start, drug.end - statement.start)
    return is_vehicle(inside, folded(statement.text))


def _forbidden(
    regimens: Iterable[_Regimen], statements: Sequence[Statement], focus: Focus
) -> Statement | None:
    """Find where a text forbids, without condition, a drug that the other text recommends."""
    recommended = frozenset().union(*(names for names, _ in regimens))
    for statement in statements:
        names = {lexicon.choice(drug.name) for drug in statement.drugs} - focus.drugs
        if statement.polarity is Polarity.DO_NOT and not statement.is_conditional and names & recommended:
            return statement
    return None


def _compare_routes(focus: Focus, a: Sequence[Statement], b: Sequence[Statement]) -> Finding:
    routes_a, routes_b = _routes(focus, a), _routes(focus, b)
    if not routes_a and not routes_b:
        return Finding(Relation.NOTHING, Kind.ROUTE)
    first_a, first_b = next(iter(routes_a.values()), None), next(iter(routes_b.values()), None)
    if not routes_a or not routes_b:
        return Finding(Relation.ONE_SIDED, Kind.ROUTE, "route", first_a, first_b)
    if routes_a.keys() & routes_b.keys():
        relation = Relation.AGREE if routes_a.keys() == routes_b.keys() else Relation.EXTRA
        return Finding(relation, Kind.ROUTE, "route", first_a, first_b)
    return Finding(Relation.CONFLICT, Kind.ROUTE, "route of administration", first_a, first_b)


def _routes(focus: Focus, statements: Sequence[Statement]) -> dict[str, Span]:
    found: dict[str, Span] = {}
    for statement in statements:
        named = {drug.name for drug in statement.drugs}
        if focus.drugs and named and not named & focus.drugs:
            continue
        for route in statement.routes:
            written = statement.text[route.start - statement.start : route.end - statement.start]
            found.setdefault(route.name, Span(route.start, route.end, written))
    return found


# Do and do not


def _compare_stances(focus: Focus, a: Sequence[Statement], b: Sequence[Statement]) -> Finding:
    """Compare whether the two say to do the deed that the question is about."""
    stances_a, stances_b = _stances(focus, a), _stances(focus, b)
    if not stances_a or not stances_b:
        is_nothing = not stances_a and not stances_b
        return Finding(Relation.NOTHING if is_nothing else Relation.ONE_SIDED, Kind.ACTION)
    needed = 1 if Kind.ACTION in focus.asked else 2
    pairs = [(x, y) for x in stances_a for y in stances_b if len(x.terms & y.terms & focus.terms) >= needed]
    if not pairs:
        return Finding(
            Relation.UNALIGNED, Kind.ACTION, "what to do", _span(stances_a[0]), _span(stances_b[0])
        )
    opposed = [(x, y) for x, y in pairs if _opposed(x.polarity, y.polarity)]
    alike = [(x, y) for x, y in pairs if _alike(x.polarity, y.polarity)]
    for x, y in opposed:
        if separated(x.populations, y.populations, focus):
            return Finding(Relation.OTHER_PEOPLE, Kind.ACTION, "who it applies to", _span(x), _span(y))
        if not alike:
            relation = Relation.OPPOSITE if _outright(x.polarity, y.polarity) else Relation.CONFLICT
            return Finding(relation, Kind.ACTION, _deed(focus, x, y), _span(x), _span(y))
    foremost = stances_a[0], stances_b[0]
    is_outright = any(not x.is_conditional and not y.is_conditional for x, y in opposed)
    if opposed and (is_outright or not _alike(foremost[0].polarity, foremost[1].polarity)):
        return Finding(Relation.UNALIGNED, Kind.ACTION, _deed(focus, *opposed[0]), *map(_span, opposed[0]))
    x, y = alike[0] if alike else pairs[0]
    forbids = [any(s.polarity is Polarity.DO_NOT for s in text) for text in (a, b)]
    relation = Relation.AGREE if alike and forbids[0] == forbids[1] else Relation.EXTRA
    return Finding(relation, Kind.ACTION, "", _span(x), _span(y))


def _stances(focus: Focus, statements: Sequence[Statement]) -> list[Statement]:
    """Give the statements that speak of the deed in question, those nearest to the question first."""
    speaking = [
        s
        for s in statements
        if s.is_directive and s.terms & focus.terms and (not focus.deed or s.terms & focus.deed)
    ]
    nearness = {s.start: (len(s.terms & focus.deed), len(s.terms & focus.terms)) for s in speaking}
    best_deed = max((deed for deed, _ in nearness.values()), default=0)
    best = max((overlap for deed, overlap in nearness.values() if deed == best_deed), default=0)
    near = [s for s in speaking if nearness[s.start][0] == best_deed and 2 * nearness[s.start][1] >= best]
    return sorted(near, key=lambda s: -nearness[s.start][1])[:_MOST_VALUES]


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


# Wording


def _finding(relation: Relation, kind: Kind, x: Value, y: Value) -> Finding:
    return Finding(relation, kind, _topic(kind, x if x.drug else y), _value_span(x), _value_span(y))


def _topic(kind: Kind, value: Value) -> str:
    if kind is Kind.THRESHOLD:
        named = "CD4" if value.unit == Dimension.CELLS else value.unit.rpartition(" ")[2]
        return f"{named} threshold"
    return f"{value.drug} {kind}".strip()


def _first_span(values: Sequence[Value]) -> Span | None:
    return _value_span(values[0]) if values else None


def _value_span(value: Value) -> Span:
    return Span(value.start, value.end, value.text)


def _span(statement: Statement) -> Span:
    return Span(statement.start, statement.end, " ".join(statement.text.split()))
