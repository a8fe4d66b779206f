"""Which drugs, and by which route: what two texts choose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from edgerag.compare.findings import Finding, Relation, Span, foremost, statement_span
from edgerag.compare.nearness import weighed
from edgerag.compare.people import special, statements_parted
from edgerag.compare.standing import Beside, Weighed, stand
from edgerag.domain.entities import EntityType
from edgerag.language import entities, names
from edgerag.language.clauses import cut, ends
from edgerag.language.cues import Cue, says
from edgerag.language.matching import words
from edgerag.language.names import Mention
from edgerag.language.negation import Polarity
from edgerag.language.owners import is_vehicle
from edgerag.language.questions import Asked
from edgerag.language.reading import Statement, going_on
from edgerag.language.stages import are_apart, stages
from edgerag.language.text import folded
from edgerag.language.values import Kind, Stage

_JOINS: Final = frozenset({"and", "plus", "with", *"+/&-"})
_SEPARATES: Final = frozenset({"or", "based", "regimen"})
_IN_BRACKETS: Final = re.compile(r"\([^()]*\)")
FLUID: Final = "intravenous fluid"
"""The class of what runs beside a medicine, and is none where it stands beside one."""
_LONGEST_CLAUSE: Final = 200
"""Characters before a name in which "interacts with" is looked for."""
_LONGEST_REGIMEN: Final = 60
"""Characters behind a name in which "backbone" is looked for."""
_LAST_JOINTS: Final = frozenset({"and", "plus", "or", *"+&"})
"""What stands before the last of a list, for the commas before it too."""
_LONGEST_JOINT: Final = 60
"""Characters between two drugs that are given together."""
_LONGEST_OR: Final = 80
"""Characters between two drugs of which one is to be chosen, with the dose of the first."""
_NEAR_CONDITION: Final = 12
"""Characters from "when" to the name of a drug: "when the artesunate is there"."""
_GIVING: Final = frozenset({
    "give", "use", "using", "giving", "prescribe", "administer", "start", "take", "be", "given", "any", "the",
    "oral", "routine", "routinely",
})  # fmt: skip
"""Between a ban and the name of what is banned."""
_MOST_GIVING: Final = 6
_ARTICLES: Final = frozenset({"a", "an"})
_OF: Final = frozenset({"to", "of", "from", "with"})
_MODAL: Final = frozenset({"should", "must", "can", "is", "are", "may"})
_ADJOINING: Final = 1
"""Characters between a route and the medicine that it stands before: "IV ceftriaxone"."""
_NOT_SO: Final = re.compile(r"\s(?:\w+\s){0,2}(?:is|are)\s(?:no|not|never)\b")
"""Behind a route that is denied: "oral drops are not used", "by mouth is no substitute"."""
_NO_ROUTE: Final = frozenset({EntityType.DRUG, EntityType.DISEASE, EntityType.EXAMINATION})
"""Of whose names a route is a part: an "oral contraceptive", a "rectal examination"."""
_PERCENT: Final = re.compile(r"(?<![\d.])(\d+(?:\.\d+)?)\s*%")


@dataclass(frozen=True, slots=True)
class _Regimen:
    """Drugs that are given together, or one of several such regimens, and to whom."""

    options: frozenset[frozenset[str]]
    people: frozenset[str]
    stage: Stage | None
    span: Span
    statements: tuple[Statement, ...]
    """The statement that names them, and the next if it goes on about the same."""
    classes: frozenset[str]
    """Those of its drugs."""
    meant: frozenset[str]
    """Those of which its drugs are named as examples."""


_Key = tuple[frozenset[frozenset[str]], frozenset[str], Stage | None]


def compare_drugs(asked: Asked, a: Sequence[Statement], b: Sequence[Statement], beside: Beside) -> Finding:
    """Compare first-choice regimens; `beside` looks through statements that agree on one."""
    regimens_a, regimens_b = _regimens(asked, a), _regimens(asked, b)
    if not regimens_a and not regimens_b:
        return Finding(Relation.NOTHING, Kind.DRUG)
    first_a, first_b = (regimens[0].said.span if regimens else None for regimens in (regimens_a, regimens_b))
    if not regimens_a or not regimens_b:
        return Finding(Relation.ONE_SIDED, Kind.DRUG, "drug", first_a, first_b)
    bans = [*_bans(regimens_b, a, b, asked), *(ban.flipped() for ban in _bans(regimens_a, b, a, asked))]
    if bans:
        return foremost(bans)

    if _preferred(regimens_a) and _preferred(regimens_b):
        regimens_a, regimens_b = _preferred(regimens_a), _preferred(regimens_b)
    if _is_one_set(regimens_a, regimens_b):
        found = Finding(Relation.AGREE, Kind.DRUG, "drug", first_a, first_b)
        return beside(found, a, b)

    def relate(x: _Regimen, y: _Regimen) -> Finding:
        whom = statements_parted(x.statements[0], y.statements[0], asked)
        if whom is Relation.OTHER_PEOPLE:
            return Finding(whom, Kind.DRUG, "drug", x.span, y.span)
        if are_apart(x.stage, y.stage):
            return Finding(Relation.UNALIGNED, Kind.DRUG, "drug", x.span, y.span)
        if x.options & y.options:
            relation = Relation.AGREE if x.options == y.options else Relation.EXTRA
            found = Finding(relation, Kind.DRUG, "drug", x.span, y.span)
            return beside(found, x.statements, y.statements)
        if _is_example(x, y) or _is_example(y, x) or (not asked.is_one_drug and _can_be_given_beside(x, y)):
            return Finding(Relation.UNALIGNED, Kind.DRUG, "drug", x.span, y.span)
        relation = whom or Relation.CONFLICT
        return Finding(relation, Kind.DRUG, "choice of drug", x.span, y.span)

    return stand(regimens_a, regimens_b, relate)


def _is_example(x: _Regimen, y: _Regimen) -> bool:
    """Whether one regimen names an example of a class, and the other chooses from it as well."""
    return not x.meant.isdisjoint(y.classes)


def _can_be_given_beside(x: _Regimen, y: _Regimen) -> bool:
    """Whether one regimen is the other with a further medicine, or no class is on both sides.

    A painkiller is given beside an antibiotic, of two antibiotics one is chosen.
    """
    (one, *ways), (other, *other_ways) = x.options, y.options
    if not ways and not other_ways and (one < other or other < one):
        return True
    of_one, of_other = _classes(x), _classes(y)
    return of_one is not None and of_other is not None and of_one.isdisjoint(of_other)


def _classes(regimen: _Regimen) -> frozenset[str] | None:
    """Give the classes of all its medicines; None if one of them has none."""
    of_each = [names.widest_classes(drug) for group in regimen.options for drug in group]
    return frozenset().union(*of_each) if all(of_each) else None


def _preferred(regimens: Sequence[Weighed[_Regimen]]) -> list[Weighed[_Regimen]]:
    """Give those that a text calls its first choice: where both do, what else they name decides nothing."""
    return [regimen for regimen in regimens if regimen.said.statements[0].is_first_choice]


def _is_one_set(a: Sequence[Weighed[_Regimen]], b: Sequence[Weighed[_Regimen]]) -> bool:
    """Whether two texts name the same several medicines, listed apart or joined, and none as a choice."""
    one, other = _all_of(a), _all_of(b)
    return one is not None and one == other and len(one) > 1


def _all_of(regimens: Sequence[Weighed[_Regimen]]) -> frozenset[str] | None:
    """Give the medicines of a text if all are to be given; None if one is a choice or for a case or stage."""
    said = [regimen.said for regimen in regimens]
    if any(len(one.options) > 1 or one.people or one.stage or _is_choice(one.statements[0]) for one in said):
        return None
    return frozenset(drug for one in said for group in one.options for drug in group)


def _is_choice(statement: Statement) -> bool:
    is_in_case = says(folded(statement.text), Cue.IN_CASE)
    return is_in_case or statement.is_first_choice or statement.is_second_choice


def _regimens(asked: Asked, statements: Sequence[Statement]) -> list[Weighed[_Regimen]]:
    """Give first-choice regimens, those nearest to the question first."""
    said: dict[_Key, tuple[Statement, _Regimen]] = {}
    ranks: dict[_Key, int] = {}
    for index, statement in enumerate(statements):
        if statement.polarity is Polarity.DO_NOT or statement.populations & asked.left_out:
            continue
        told = stages(folded(statement.text))
        for rank, choice in enumerate(_choices(asked, statement)):
            options = frozenset(frozenset(names.choice(drug.name) for drug in group) for group in choice)
            start, end = choice[0][0].start, max(drug.end for group in choice for drug in group)
            written = " ".join(statement.text[start - statement.start : end - statement.start].split())
            span = Span(start, end, written)
            stage = told(choice[0][0].start - statement.start, end - statement.start) or statement.stage
            regimen = _Regimen(
                options,
                statement.populations,
                stage,
                span,
                going_on(statements, index),
                frozenset().union(*(names.classes(drug.name) for group in choice for drug in group)),
                frozenset(of_class for place, of_class in statement.examples if start <= place < end),
            )
            key = options, statement.populations, stage
            said.setdefault(key, (statement, regimen))
            ranks.setdefault(key, rank)
    meant = special(asked.populations)
    chosen = [key for key in said if key[1] & meant] or list(said)
    chosen = [key for key in chosen if FLUID not in said[key][1].classes] or chosen
    return weighed([said[key] for key in chosen], asked, [ranks[key] for key in chosen])


def _choices(asked: Asked, statement: Statement) -> list[list[list[Mention]]]:
    """Put single drugs that "or" stands between into one choice; "A or B and C or D" is left as it is."""
    drugs = [drug for drug in statement.drugs if not _is_aside(drug, asked, statement)]
    joints = _joints(drugs, statement)
    choices: list[list[list[Mention]]] = []
    for group in _groups(drugs, joints):
        if choices and len(choices[-1][-1]) == len(group) == 1:
            gap = joints[choices[-1][-1][-1]]
            if "or" in _signs(gap.lower()) and len(gap) <= _LONGEST_OR and not _is_ended(gap):
                choices[-1].append(group)
                continue
        choices.append([group])
    return choices


def _joints(drugs: Sequence[Mention], statement: Statement) -> dict[Mention, str]:
    """Give what stands between each drug and the next; a comma stands for what joins the last of its list."""
    text, offset = statement.text, statement.start
    gaps = [text[x.end - offset : max(y.start, x.end) - offset] for x, y in pairwise(drugs)]
    gaps = [_IN_BRACKETS.sub("", gap) for gap in gaps]
    for index in reversed(range(len(gaps) - 1)):
        is_first = index == 0 or not _last_joint(gaps[index - 1])
        last = _last_joint(gaps[index + 1])
        if last and is_first and _is_comma(gaps[index]) and not _is_ended(gaps[index + 1]):
            gaps[index] += f" {last}"
    return dict(zip(drugs, gaps, strict=False))


def _signs(gap: str) -> list[str]:
    """Cut what stands between two names into words and signs."""
    return [word[0] for word in words(gap.replace("-", " - "))] + ["-"] * gap.count("-")


def _last_joint(gap: str) -> str:
    """Give what joins the last of a list to it; empty if nothing does."""
    return next((sign for sign in _signs(gap) if sign in _LAST_JOINTS), "")


def _is_ended(gap: str) -> bool:
    """Whether a sentence, a cell or a line ends there."""
    return "|" in gap or "\n" in gap or any(ends(gap, ".;", 0, len(gap)))


def _is_comma(gap: str) -> bool:
    """Whether nothing but a dose and a comma parts two drugs, and not whom each is for."""
    return gap.rstrip().endswith(",") and not names.names_of_people(gap) and not names.conditions(gap)


def _groups(drugs: Sequence[Mention], joints: Mapping[Mention, str]) -> Iterator[list[Mention]]:
    group: list[Mention] = []
    for drug in drugs:
        if group and drug.name != group[-1].name and not _are_together(group[-1], drug, joints[group[-1]]):
            yield group
            group = []
        group.append(drug)
    if group:
        yield group


def _are_together(first: Mention, second: Mention, gap: str) -> bool:
    if second.start < first.end:
        return True
    signs = _signs(gap)
    is_joined = not _JOINS.isdisjoint(signs) and _SEPARATES.isdisjoint(signs) and not _is_ended(gap)
    return (is_joined and len(gap) <= _LONGEST_JOINT) or gap.strip() == "("


def _is_aside(drug: Mention, asked: Asked, statement: Statement) -> bool:
    """Whether a drug is named for another reason than to be given as what is asked for."""
    return bool(
        drug.start in statement.alternatives
        or drug.name in asked.drugs | asked.poisons | asked.not_borne | asked.tried
        or (asked.drug_class and drug.name not in asked.drug_class)
        or _dissolves(drug, statement)
        or _is_background(drug, statement)
    )


def _is_background(drug: Mention, statement: Statement) -> bool:
    """Whether a drug is named as what was given before, or was not borne, and not as what to give."""
    low, place = folded(statement.text), drug.start - statement.start
    after = cut(low[drug.end - statement.start :][:_LONGEST_REGIMEN], ".;|")[0]
    return (
        Cue.WAS_ON.precedes(low, place, most=1, over=_ARTICLES.__contains__)
        or Cue.NOT_BORNE.precedes(low, place, most=2, over=(_ARTICLES | _OF).__contains__)
        or Cue.INTERACTS.is_near_before(low, place, _LONGEST_CLAUSE)
        or after.startswith("-based")
        or Cue.BACKBONE.search(after) is not None
    )


def _dissolves(drug: Mention, statement: Statement) -> bool:
    inside = Mention(drug.name, drug.start - statement.start, drug.end - statement.start)
    return is_vehicle(inside, folded(statement.text))


def _bans(
    regimens: Iterable[Weighed[_Regimen]],
    statements: Sequence[Statement],
    other: Sequence[Statement],
    asked: Asked,
) -> Iterator[Finding]:
    """Find where a text forbids, without condition, a drug of the other's, and the regimen that holds it."""
    recommended: dict[str, Span] = {}
    for regimen in regimens:
        for name in frozenset().union(*regimen.said.options):
            recommended.setdefault(name, regimen.said.span)
    others = " ".join(folded(statement.text) for statement in other)
    for statement in statements:
        low = folded(statement.text)
        if statement.polarity is not Polarity.DO_NOT or not _is_unconditional(statement, low):
            continue
        if special(statement.populations) - asked.populations:
            continue
        for drug in statement.drugs:
            given = recommended.get(names.choice(drug.name))
            if given is None or drug.name in asked.drugs:
                continue
            if _is_forbidden(drug, low, statement.start, others):
                ban = statement_span(statement)
                yield Finding(Relation.OPPOSITE, Kind.DRUG, "choice of drug", ban, given)


def _is_unconditional(statement: Statement, low: str) -> bool:
    """Whether a statement holds for every patient; "when the better drug is there" is no kind of patient."""
    so_long = (low[met.end() :].lstrip()[:1] for met in Cue.FOR.finditer(low))
    if says(low, Cue.FOR_A_TIME) or any(map(str.isdecimal, so_long)):
        return False
    condition = Cue.IN_CASE.search(low)
    if not statement.is_conditional or condition is None:
        return not statement.is_conditional
    named = [drug.start - statement.start - condition.end() for drug in statement.drugs]
    return any(0 <= gap <= _NEAR_CONDITION for gap in named)


def _is_forbidden(drug: Mention, low: str, offset: int, other: str) -> bool:
    """Whether the drug itself is forbidden, and not a way to give it or a strength that the other lacks."""
    place, after = drug.start - offset, low[drug.end - offset :]
    strength = _PERCENT.match(after.lstrip())
    if strength and strength[1] not in _PERCENT.findall(other):
        return False
    return Cue.NOT_TO_GIVE.precedes(low, place, most=_MOST_GIVING, over=_GIVING.__contains__) or _is_banned(
        after
    )


def _is_banned(after: str) -> bool:
    """Whether a ban follows a name: "should not", ": avoid"."""
    if after.startswith(": "):
        return Cue.BANS_IT.opens(after[2:])
    verb, _, rest = after[1:].partition(" ")
    return after[:1] == " " and Cue.NOT_GIVEN.opens(rest if verb in _MODAL else after[1:])


def compare_routes(asked: Asked, a: Sequence[Statement], b: Sequence[Statement]) -> Finding:
    """Compare the routes named for the drugs in question."""
    routes_a, routes_b = _routes(asked, a), _routes(asked, b)
    if not routes_a and not routes_b:
        return Finding(Relation.NOTHING, Kind.ROUTE)
    first_a, first_b = next(iter(routes_a.values()), None), next(iter(routes_b.values()), None)
    if not routes_a or not routes_b:
        return Finding(Relation.ONE_SIDED, Kind.ROUTE, "route", first_a, first_b)
    if routes_a.keys() & routes_b.keys():
        relation = Relation.AGREE if routes_a.keys() == routes_b.keys() else Relation.EXTRA
        return Finding(relation, Kind.ROUTE, "route", first_a, first_b)
    return Finding(Relation.CONFLICT, Kind.ROUTE, "route of administration", first_a, first_b)


def _routes(asked: Asked, statements: Sequence[Statement]) -> dict[str, Span]:
    found: dict[str, Span] = {}
    for statement in statements:
        for route in _own_routes(statement):
            given = _given_by(route, statement)
            if asked.drugs and given and not given & asked.drugs:
                continue
            written = statement.text[route.start - statement.start : route.end - statement.start]
            found.setdefault(route.name, Span(route.start, route.end, written))
    return found


def _given_by(route: Mention, statement: Statement) -> frozenset[str]:
    """Name the medicines that a statement gives by a route: the next one, "oral amoxicillin", or the last."""
    places = sorted({drug.start for drug in statement.drugs})
    behind = [place for place in places if 0 <= place - route.end <= _ADJOINING]
    before = [place for place in places if place < route.start]
    place = next(iter([*behind, *reversed(before), *places]), None)
    return frozenset(drug.name for drug in statement.drugs if drug.start == place)


def _own_routes(statement: Statement) -> list[Mention]:
    """Give the routes that are no part of a name, not told to be lacking, "no IV access", and not denied."""
    low = folded(statement.text)
    named = [one for one in entities.named(statement.text) if one.type in _NO_ROUTE]
    inside = [(one.start + statement.start, one.end + statement.start) for one in named]
    return [
        route
        for route in statement.routes
        if not Cue.WITHOUT.precedes(low, route.start - statement.start)
        and not Cue.REPLACED.precedes(low, route.start - statement.start, most=1)
        and not _NOT_SO.match(low, route.end - statement.start)
        and not any(start <= route.start and route.end <= end for start, end in inside)
    ]
