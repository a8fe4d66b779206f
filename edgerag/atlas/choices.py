"""Which medicines handbooks choose for one illness: the attribute "drug of choice" of homologous claims.

A handbook's choice is what one of its sections tells to give for an illness: under a heading that names it,
or, where the headings name none, in statements that do ("If giardiasis, give tinidazole"):

    chosen(s)     medicines of the section's statements that give or dose them, of no later line of treatment
    chosen(s, c)  those of them that belong to the wide classes of medicines c and to no other, a narrower
                  class that it names among them; or, where a section chooses but one of no class, that one
    first(s, c)   those of chosen(s, c) that the first statement with any of them names
    known(h)      what any section of handbook h on that illness names, for whomever

    s and t differ in c    if no medicine of first(s, c) is in chosen(t, c) or in a class there, and none of
                           first(t, c) is in chosen(s, c) or in a class there
    it is in doubt         if a medicine of chosen(s, c), or a class that holds it, is known to t's handbook,
                           or the other way round

So one choice that holds the first of another completes it, and an example of a class stands for any of it. A
choice is quoted with the alternatives of its class that follow it at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Final

from edgerag.atlas.homologous import LEAST_COSINE, Difference
from edgerag.atlas.relations import Attribute, is_for_the_same, states
from edgerag.atlas.stated import Stated
from edgerag.compare.findings import Finding, Relation, Span
from edgerag.compare.regimens import FLUID
from edgerag.domain.entities import EntityType
from edgerag.language import entities, lexicon, names
from edgerag.language.cases import named_cases
from edgerag.language.claims import Claim
from edgerag.language.negation import Polarity
from edgerag.language.values import Kind

CHOICE: Final = Attribute(Kind.DRUG, "", "")
TOPICS: Final = 0.2
"""What one illness, which has many cases, adds to the likeness of two passages: less than statements' words.
With 0.35, of 47 choices among the first 100 differences 14 were for two cases, and 10 of gout alone."""
_GIVING: Final = frozenset({Kind.DOSE, Kind.FREQUENCY, Kind.DURATION, Kind.COUNT})
_LATER: Final = ("line", "later")
_LONGEST_GAP: Final = 80
"""Characters between two alternatives: "or", and the name of the second."""
_LONGEST_CHOICE: Final = 400
"""Characters of what is quoted as one choice."""
_WHOLE_BODY: Final = frozenset(
    {"oral", "nasogastric", "intramuscular", "intravenous", "intraosseous", "subcutaneous"}
)
"""Ways of giving of which one medicine needs this and another that, for the same end."""
_PREVENTING: Final = frozenset(map(names.action, ("prevent", "prevention", "prophylaxis", "prophylactic")))
_NO_ALTERNATIVES: Final = frozenset({FLUID, "vaccine"})
"""Classes of which one does not stand in for another: fluids carry medicines, vaccines prevent their own."""


@dataclass(frozen=True, slots=True)
class Section:
    """What one section tells to give for an illness."""

    statements: tuple[Stated, ...]
    """In reading order."""

    def chosen(self) -> dict[frozenset[str], frozenset[str]]:
        """Give the medicines by the classes that they belong to; one of no class only if it stands alone."""
        medicines = frozenset[str]().union(*(_given(one.claim) for one in self.statements))
        alike: defaultdict[frozenset[str], set[str]] = defaultdict(set)
        for medicine in medicines:
            classes = names.widest_classes(medicine)
            if not classes & _NO_ALTERNATIVES and (classes or len(medicines) == 1):
                alike[classes].add(medicine)
        return {classes: frozenset(members) for classes, members in alike.items()}

    def first(self, classes: frozenset[str]) -> frozenset[str]:
        """Give those of the medicines of some classes that are named first."""
        of_each = (_given_of(one.claim, classes) for one in self.statements)
        return next(filter(None, of_each), frozenset())

    def widened(self, medicines: frozenset[str]) -> frozenset[str]:
        """Give medicines with the classes that they are named as examples of."""
        named = (example for one in self.statements for example in one.claim.examples)
        return medicines.union(of_class for medicine, of_class in named if medicine in medicines)

    def span(self, first: Stated, classes: frozenset[str]) -> Span:
        """Give the place of a choice, with those of the same classes that follow it at once."""
        start, end = first.claim.start, first.claim.end
        for one in self.statements:
            is_next = 0 <= one.claim.start - end <= _LONGEST_GAP and one.claim.end - start <= _LONGEST_CHOICE
            if is_next and _given_of(one.claim, classes):
                end = one.claim.end
        return Span(start, end, "")


Chosen = Mapping[str, Sequence[Section]]
"""What one handbook tells to give, by illness."""


def choices(stated: Iterable[Stated]) -> dict[str, list[Section]]:
    """Sort a handbook's sections on an illness by the illness."""
    sections: defaultdict[tuple[str, int], list[Stated]] = defaultdict(list)
    for one in stated:
        for illness in _illnesses(one.claim):
            sections[illness, one.claim.section].append(one)
    found: defaultdict[str, list[Section]] = defaultdict(list)
    for (illness, _), statements in sorted(sections.items(), key=lambda item: item[0]):
        found[illness].append(Section(tuple(statements)))
    return dict(found)


def _illnesses(claim: Claim) -> frozenset[str]:
    """Name the illnesses that the headings over a claim name, or else those that it names itself."""
    return _diseases(claim.topics) or _diseases(claim.conditions.difference(*map(states, claim.people)))


def _diseases(named: frozenset[str]) -> frozenset[str]:
    return frozenset(map(_at_large, filter(_is_disease, named)))


@cache
def _at_large(topic: str) -> str:
    """Name an illness without how severe and how old it is, which the situation of a claim tells."""
    first, _, rest = topic.partition(" ")
    return rest if rest and named_cases(first) and _is_disease(rest) else topic


@cache
def _is_disease(topic: str) -> bool:
    """Whether a topic is no sign: fever is treated by what causes it, each with its own medicine."""
    return any(one.type is EntityType.DISEASE for one in entities.named(topic))


def differing_choices(ones: Chosen, others: Chosen) -> Iterator[Difference]:
    """Yield where two handbooks choose other medicines for an illness."""
    for topic in sorted(ones.keys() & others.keys()):
        yield from _differing(ones[topic], others[topic])


def _differing(ours: Sequence[Section], theirs: Sequence[Section]) -> Iterator[Difference]:
    """Yield where the choices for one illness differ: each section's likeliest counterpart."""
    known_here, known_there = _named(ours), _named(theirs)
    found = [
        ((row, column), difference)
        for (row, one), (column, other) in product(enumerate(ours), enumerate(theirs))
        for difference in _between(one, other, known_here, known_there)
    ]
    best_of_row, best_of_column = (_best(found, axis) for axis in (0, 1))
    for (row, column), one_difference in found:
        here = one_difference.likeness
        is_best = here >= best_of_row[row], here >= best_of_column[column]
        if any(is_best):
            yield replace(one_difference, is_mutual=all(is_best))


def _best(found: Iterable[tuple[tuple[int, int], Difference]], axis: int) -> dict[int, float]:
    best: defaultdict[int, float] = defaultdict(float)
    for place, difference in found:
        best[place[axis]] = max(best[place[axis]], difference.likeness)
    return best


def _between(
    one: Section, other: Section, known_here: frozenset[str], known_there: frozenset[str]
) -> Iterator[Difference]:
    ours, theirs = one.chosen(), other.chosen()
    for classes in sorted(ours.keys() & theirs.keys(), key=sorted):
        first, second = one.first(classes), other.first(classes)
        if _meet(one.widened(first), theirs[classes]) or _meet(other.widened(second), ours[classes]):
            continue
        is_doubtful = _is_known(ours[classes], known_there) or _is_known(theirs[classes], known_here)
        pairs = product(_stating(one, first), _stating(other, second))
        likely = [(_likeness(a, b), a, b) for a, b in pairs if _are_for_the_same(a.claim, b.claim)]
        if not likely:
            continue
        likeness, a, b = max(likely, key=lambda pair: (pair[0], -pair[1].claim.start, -pair[2].claim.start))
        if likeness >= LEAST_COSINE:
            spans = one.span(a, classes), other.span(b, classes)
            finding = Finding(Relation.CONFLICT, Kind.DRUG, "choice of drug", *spans)
            yield Difference(CHOICE, a, b, finding, likeness, is_mutual=False, is_doubtful=is_doubtful)


def _named(sections: Iterable[Section]) -> frozenset[str]:
    """Name all medicines, and classes of them, that sections speak of."""
    claims = (one.claim for section in sections for one in section.statements)
    named = frozenset[str]().union(*(claim.drugs | claim.terms | _given(claim) for claim in claims))
    return named | frozenset(map(names.choice, named))


def _is_known(medicines: Iterable[str], named: frozenset[str]) -> bool:
    """Whether some medicine is named, or a class that holds it."""
    return any({*names.spellings(one), names.choice(one), *names.classes(one)} & named for one in medicines)


def _stating(section: Section, medicines: frozenset[str]) -> list[Stated]:
    return [one for one in section.statements if _given(one.claim) & medicines]


def _given_of(claim: Claim, classes: frozenset[str]) -> frozenset[str]:
    """Name the medicines of some classes that a statement gives, or doses."""
    return frozenset(one for one in _given(claim) if names.widest_classes(one) == classes)


def _meet(ones: frozenset[str], others: frozenset[str]) -> bool:
    """Whether a medicine, or a class that holds it, is among both."""
    return any(a == b or _holds(a, b) or _holds(b, a) for a in ones for b in others)


def _holds(of_class: str, medicine: str) -> bool:
    """Whether a class holds a medicine; "penicillin" is the name of a medicine as well, and is that."""
    return of_class in names.classes(medicine) and of_class not in lexicon.medicines().drugs


def _given(claim: Claim) -> frozenset[str]:
    """Name the medicines that a statement gives, or doses: "Adult: 500 mg" doses what stands above it."""
    if claim.polarity is not Polarity.DO or _LATER in claim.situation:
        return frozenset()
    is_given = claim.is_order or bool(claim.routes) or any(value.kind in _GIVING for value in claim.values)
    dosed = frozenset(value.drug for value in claim.values if value.drug and value.kind is Kind.DOSE)
    narrow = frozenset(one for one in claim.classes if _is_narrow(one))
    return claim.drugs | narrow | dosed if is_given else dosed


@cache
def _is_narrow(of_class: str) -> bool:
    """Whether a class lies in a wider one, and holds none: an ACT is one choice, an antiretroviral any."""
    return bool(names.widest_classes(of_class)) and not lexicon.holds_classes(of_class)


def _likeness(a: Stated, b: Stated) -> float:
    """Say how alike two passages are, and how alike the illnesses that they are about."""
    ours, theirs = _illnesses(a.claim), _illnesses(b.claim)
    return float(a.passage @ b.passage) + TOPICS * len(ours & theirs) / len(ours | theirs)


def _are_for_the_same(a: Claim, b: Claim) -> bool:
    """Whether two choices are for the same people and the same end, whichever way each has to be given."""
    ends = [bool((claim.heading | claim.terms) & _PREVENTING) for claim in (a, b)]
    if a.routes <= _WHOLE_BODY and b.routes <= _WHOLE_BODY:
        a = replace(a, routes=b.routes)
    return ends[0] is ends[1] and is_for_the_same(a, b)
