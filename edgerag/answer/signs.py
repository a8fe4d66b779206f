"""What speaks for a statement as the answer, from its words, its place, and what it stands under.

    cover   how much of the question the words of the statement and of its surroundings cover
    fit     how far it holds the kind of thing that was asked for
    place   how near it stands to the chunk that retrieval liked best, and how well its passage ranks
    aside   below 1 where it speaks of other medicines, people or cases than the question
    worth   below 1 where it can hardly stand as an answer, 0 where it cannot: a reference, a line of contents

Each is 0 to 1, and by them alone the chance of a statement to be the answer, among those of one handbook, is
in proportion to

    exp(w1 cover + w2 fit + w3 place) * aside ** w4 * worth ** w5

They are views of a statement as PolyRAG has them of a document (section 3.2): cover its
relevance (eq. 3), fit and aside its utility (eq. 4): whether it holds what was asked for, about the
question's own case. Supplement (eq. 5) is left out, because it measured worse; authority and timeliness are
the handbook's, and alike for all that it states (`edgerag/retrieve/README.md`).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import dropwhile

from edgerag.answer.candidates import Candidate
from edgerag.answer.contents import has_word, is_of_contents
from edgerag.domain.evidence import Passage
from edgerag.language import values
from edgerag.language.bands import are_all_of_other_age, exact
from edgerag.language.cases import departure
from edgerag.language.instructions import is_instruction
from edgerag.language.levels import is_for_another
from edgerag.language.medicines import named_in
from edgerag.language.meets import meets
from edgerag.language.names import exclusive, left_out, names_of_people
from edgerag.language.negation import forbids, is_turned
from edgerag.language.own_names import NO_OWN_NAMES, OwnNames
from edgerag.language.quantities import Interval
from edgerag.language.questions import Asked
from edgerag.language.reading import read
from edgerag.language.sentences import Kind, statements
from edgerag.language.text import lowered
from edgerag.language.words import concept, words

WEIGHTS = (1.8, 1.5, 3.0, 3.7, 1.1)
"""w1 to w5; fitted by `packaging/training/fit_reading.py` to what the selector makes of 40 statements."""
# The best of a grid over 86 gold quotations in 20 handbooks, on a flat top.
_NEAR, _PASSAGE = 0.6, 0.4
_OWN, _LEAD, _HEADING, _NEIGHBOUR = 1.0, 0.7, 0.6, 0.4
_NEAR_CHARS = 600.0
LEAST = 0.05
"""Less of a factor makes no difference to a fit."""
_PASSAGE_LOGITS = 5.0


@dataclass(frozen=True, slots=True)
class Signs:
    """What speaks for one statement, before any model reads it."""

    cover: float
    fit: float
    place: float
    aside: float
    worth: float

    @property
    def by_words(self) -> float:
        """The chance to be the answer by the signs alone; of the best that there can be it is 1."""
        cover, fit, place, aside, worth = WEIGHTS
        lacking = cover * (self.cover - 1) + fit * (self.fit - 1) + place * (self.place - 1)
        return math.exp(lacking) * self.aside**aside * self.worth**worth

    @property
    def regressors(self) -> tuple[float, ...]:
        """What the logarithm of the chance is linear in, in the order of `WEIGHTS`."""
        aside, worth = (math.log(max(sign, LEAST)) for sign in (self.aside, self.worth))
        return (self.cover, self.fit, self.place, aside, worth)


def signs_of(
    asked: Asked, passages: Sequence[Passage], own_names: OwnNames = NO_OWN_NAMES
) -> Iterator[tuple[Candidate, Signs]]:
    """Yield every statement of every passage with its signs.

    Args:
        asked: the question.
        passages: the evidence of one handbook.
        own_names: of that handbook.
    """
    cut = [(passage, statements(passage.text)) for passage in passages]
    candidates = [Candidate(passage, around, i) for passage, around in cut for i in range(len(around))]
    about = {(c.passage.start, c.index): _concepts_of(c.text) for c in candidates}
    weights = _weights(asked.concepts - _ASKING, list(about.values()))
    best = max((passage.score for passage in passages), default=0.0)
    for candidate in candidates:
        standing = math.exp((candidate.passage.score - best) / _PASSAGE_LOGITS)
        yield (
            candidate,
            Signs(
                cover=_coverage(weights, candidate, about),
                fit=_holds(asked, candidate),
                place=_NEAR * _nearness(candidate) + _PASSAGE * standing,
                aside=_aside(asked, candidate, own_names),
                worth=_worth(asked, candidate),
            ),
        )


def _holds(asked: Asked, candidate: Candidate) -> float:
    """Say how far a statement holds what is sought, 0 to 1: a ban, if it is asked when not to."""
    if not asked.is_avoided:
        return meets(asked.sought, candidate.said)
    over = candidate.text_of(candidate.lead) if candidate.lead is not None else ""
    return float(forbids(candidate.said) or forbids(over))


_ASKING = frozenset(concept(word) for word in ("treat", "treated", "treatment", "managed", "management"))
"""What the kind of answer stands for already: a handbook treats many things besides that of the question."""
_Abouts = Mapping[tuple[int, int], set[str]]
"""Concepts by passage and statement."""


def _concepts_of(text: str) -> set[str]:
    return {concept(word) for word in words(text)}


def _weights(wanted: frozenset[str], found: Sequence[set[str]]) -> dict[str, float]:
    """Weigh the question's concepts by their rarity in the evidence; leave out those that occur nowhere."""
    counts = Counter(term for terms in found for term in terms & wanted)
    return {term: math.log(1 + len(found) / count) for term, count in counts.items()}


def _coverage(weights: Mapping[str, float], candidate: Candidate, about: _Abouts) -> float:
    """Share of the question's weight that a statement covers itself or through what stands around it."""
    if not weights:
        return 0.0
    strength = dict.fromkeys(weights, 0.0)
    start, index, lead = candidate.passage.start, candidate.index, candidate.lead
    for terms, share in (
        (about[start, index], _OWN),
        (about[start, lead] if lead is not None else set[str](), _LEAD),
        ({term for heading in candidate.passage.path for term in _concepts_of(heading)}, _HEADING),
        (about.get((start, index - 1), set[str]()), _NEIGHBOUR),
        (about.get((start, index + 1), set[str]()), _NEIGHBOUR),
    ):
        for term in terms & strength.keys():
            strength[term] = max(strength[term], share)
    # Sums that are exact whatever their order, which is that of a set: the same in every process.
    return math.fsum(weights[term] * share for term, share in strength.items()) / math.fsum(weights.values())


def _nearness(candidate: Candidate) -> float:
    """Say how near a statement is to the chunk that retrieval liked best: 1 inside it, less outside."""
    passage, statement = candidate.passage, candidate.statement
    start, end = passage.start + statement.start, passage.start + statement.end
    distance = max(passage.chunk_start - end, start - passage.chunk_end, 0)
    return math.exp(-distance / _NEAR_CHARS)


_OTHER_CASE, _WIDER_CASE = 0.7, 0.9
"""Factors for each axis on which a statement is about another case than the question, or also about one."""
_OTHER_MEDICINE = 0.6
"""Factor for a statement after one that is about other medicines than the question's, and for their doses."""
_OTHER_LEVEL = 0.3
"""Factor for a statement for another level than somebody's: what helps against much harms with little."""
_OTHER_SIZE = 0.3
"""Factor for a statement for those of another age or weight than the question gives."""
_AGES = frozenset({"infant", "newborn", "child", "adolescent", "adult"})
"""People by age, which is a case."""
_OTHER_PEOPLE, _NOT_THESE = 0.5, 0.3
"""Factors for a statement for people of whom the question's are none, and for one that leaves them out."""
_OTHER_CONDITION = 0.8
"""Factor for each condition of the question that neither a statement nor what it stands under names."""
_ABOVE_CHARS = 250
"""So far above it a statement's condition may be named."""


def _aside(asked: Asked, candidate: Candidate, own_names: OwnNames) -> float:
    """Factor below 1 for what is said of other medicines or of another case than the question's."""
    over = {index for index in (candidate.lead, candidate.head) if index is not None} - {candidate.index}
    texts = [candidate.said, *(candidate.text_of(index) for index in sorted(over, reverse=True))]
    other, wider = departure(asked.cases, [*texts, *reversed(candidate.passage.path)])
    factor = _of_medicine(asked, candidate, texts, own_names)
    factor *= _of_conditions(asked, candidate, texts, own_names)
    above = [*texts, *reversed(candidate.passage.path)]
    factor *= _of_people(asked, candidate.said, above) * _of_size(asked, texts)
    factor *= _OTHER_LEVEL ** sum(is_for_another(level, above) for level in asked.levels)
    return factor * _OTHER_CASE**other * _WIDER_CASE**wider


def _of_people(asked: Asked, said: str, above: Sequence[str]) -> float:
    """Factor below 1 for what is said of others: "if HIV negative", "and not pregnant"."""
    if not asked.populations:
        return 1.0
    named = next((people for text in above if (people := names_of_people(text))), frozenset[str]())
    is_of_others = exclusive(asked.populations - _AGES, named - _AGES)
    is_left_out = not asked.populations.isdisjoint(left_out(lowered(said), said))
    return (_OTHER_PEOPLE if is_of_others else 1.0) * (_NOT_THESE if is_left_out else 1.0)


def _of_size(asked: Asked, texts: Sequence[str]) -> float:
    """Factor below 1 for what is said for other ages or weights alone: a row of 3-6 kg for a child of 14 kg.

    The nearest of the texts that tells any decides.
    """
    factor = 1.0
    for kind, theirs in ((values.Kind.AGE, asked.ages), (values.Kind.WEIGHT, asked.weights)):
        told = (_bands(kind, text) for text in texts) if theirs else iter(())
        bands = next((some for some in told if some), ())
        if bands and all(band.is_apart(exact(one)) for band in bands for one in theirs):
            factor *= _OTHER_SIZE
    is_told = any(_bands(values.Kind.AGE, text) for text in texts)
    if not is_told and are_all_of_other_age(names_of_people(texts[0]), asked.ages):
        factor *= _OTHER_SIZE
    return factor


def _bands(kind: values.Kind, text: str) -> tuple[Interval, ...]:
    """Give the ages or the weights that a text tells."""
    return tuple(exact(value) for one in read(text) for value in one.values if value.kind is kind)


def _of_medicine(asked: Asked, candidate: Candidate, texts: Sequence[str], own_names: OwnNames) -> float:
    """Factor below 1 for what is said of other medicines than the question's; 0 if it names them itself.

    A statement that names no medicine is about the one named last before it. One that names the question's
    medicine beside others, and says how much of these alone, is about them where a dose is asked for.
    """
    medicine = asked.named_medicine
    if medicine is None:
        return 1.0

    def is_asked(text: str) -> bool:
        return own_names.is_named(medicine, text)

    def is_of_any(text: str) -> bool:
        return bool(named_in(own_names.spelt_out(text))) or own_names.names_medicine(text)

    if any(is_asked(text) for text in (*texts, *candidate.passage.path[-1:])):
        return _OTHER_MEDICINE if _gives_only_others(asked, candidate.said) else 1.0
    if candidate.index and medicine.fullmatch(candidate.text_of(candidate.index - 1).strip(" :\n")):
        return 1.0  # it stands under the bare name
    if is_of_any(candidate.said):
        return 0.0
    above = (candidate.text_of(index) for index in range(candidate.index - 1, -1, -1))
    last = next((text for text in above if is_asked(text) or is_of_any(text)), "")
    return 1.0 if not last or is_asked(last) else _OTHER_MEDICINE


def _gives_only_others(asked: Asked, said: str) -> bool:
    """Whether a dose is asked for, and a statement tells doses of other medicines and none of this one."""
    if not asked.drugs or values.Kind.DOSE not in asked.sought:
        return False
    doses = [value for one in read(said) for value in one.values if value.kind is values.Kind.DOSE]
    return bool(doses) and all(value.drug and value.drug not in asked.drugs for value in doses)


def _of_conditions(asked: Asked, candidate: Candidate, texts: Sequence[str], own_names: OwnNames) -> float:
    """Factor below 1 for what stands in a passage that names the question's conditions elsewhere only."""
    start = candidate.statement.start
    above = candidate.passage.text[max(start - _ABOVE_CHARS, 0) : start]
    around = "\n".join((*texts, above, *candidate.passage.path))
    return _OTHER_CONDITION ** sum(
        not own_names.is_named(condition, around) for condition in asked.conditions
    )


_REFERENCE = re.compile(
    r"\bet al\b|\bdoi:|https?://|\bISBN\b|\bvol\.\s*\d|"
    r"^\W*(?:see|refer to) (?:also |the )?(?:section|chapter|page|table|figure)",
    re.IGNORECASE,
)
_UNWIELDY_CHARS = 350


_ALONE = 0.2
"""Factor for a heading, or "If snake bite:" with nothing under it."""
_HOLDS = 0.5
"""A heading that meets so much of what was asked for is an answer: "6 months (continuation phase)"."""


def _is_heading(candidate: Candidate) -> bool:
    """Whether a statement is one of the headings that it stands under, however it is set and numbered."""
    return _unnumbered(candidate.text) in _headings(candidate.passage.path)


@lru_cache(maxsize=1024)
def _headings(path: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    return frozenset(map(_unnumbered, path))


def _unnumbered(heading: str) -> tuple[str, ...]:
    return tuple(dropwhile(lambda word: not word[-1].isalpha(), words(heading)))


def _worth(asked: Asked, candidate: Candidate) -> float:
    """Factor below 1 for what cannot stand as an answer: contents pages, references, questions, scraps."""
    said, kind = candidate.said, candidate.statement.kind
    if is_of_contents(candidate) or is_instruction(said) or not has_word(said):
        return 0.0
    if kind is Kind.LEAD and candidate.last_governed == candidate.index:
        return _ALONE
    if _is_heading(candidate) and not (asked.sought and meets(asked.sought, said) >= _HOLDS):
        return _ALONE
    if _REFERENCE.search(said) or said.rstrip().endswith("?"):
        return 0.5
    is_scrap = len(said.split()) < 3 and kind not in {Kind.ROW, Kind.RECORD} and not is_turned(said)
    return 0.7 if is_scrap or len(said) > _UNWIELDY_CHARS else 1.0
