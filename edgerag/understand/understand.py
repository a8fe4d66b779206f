"""What a question asks for, so that numbers which do not answer it cannot make a conflict."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from edgerag.language import names
from edgerag.language.cases import cases_of
from edgerag.language.conditions import conditions
from edgerag.language.medicines import asked_about, medicines
from edgerag.language.questions import Asked
from edgerag.language.reading import is_second_choice, read, terms
from edgerag.language.text import folded
from edgerag.language.values import Kind
from edgerag.language.words import stem

_ASKING: Final[tuple[tuple[Kind, re.Pattern[str]], ...]] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        (Kind.FREQUENCY, r"how (?:often|frequently)|how soon\b.*(?:repeat|again)|how many times"),
        (Kind.TIMING, (r"\bwhen\b|how (?:soon(?!.*(?:repeat|again))|early|late)\b|within (?:how|what)"
                      r"|what time|how long (?:after|before)")),
        (Kind.DURATION, (r"how long(?! (?:after|before))|(?:how many|number of) (?:minutes|hours|days"
                        r"|weeks|months|years)")),
        (Kind.COUNT, r"how many (?:\w+ ){0,3}?(?:doses|injections|shots|visits|contacts|courses)"),
        (Kind.DOSE, (r"(?:what|which) (?:[\w-]+ ){0,3}?dos(?:e|es|age)\b|how much|how many (?:\w+ )?(?:mg"
                    r"|ml|mcg|g|grams|units|teaspoons|spoons"
                    r"|tablets|puffs|drops|capsules|sachets|measures|cups|litres)|what (?:amount|volume"
                    r"|quantity|concentration)")),
        (Kind.AGE, r"(?:at|from|by|until) (?:what|which) age|how old|what ages?\b"),
        (Kind.WEIGHT, r"(?:what|which) (?:body )?weight"),
        (Kind.THRESHOLD, (r"(?:at|above|below|under|over|from) (?:what|which)\b"
                         r"(?! (?:dose|time|interval|rate))|what (?:cd4|bp|blood pressure"
                         r"|(?:[a-z]+ ){1,3}(?:level|value|reading|count|threshold)"
                         r"|temperature|haemoglobin|hemoglobin|hb|glucose|mid-upper|muac|circumference"
                         r"|value|reading|level|count)")),
        (Kind.ROUTE, r"(?:what|which) route"),
    )
)  # fmt: skip
"""Question words that name the attribute."""
_NAMING: Final[tuple[tuple[Kind, re.Pattern[str]], ...]] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        (Kind.FREQUENCY, r"\binterval\b|\bfrequency\b"),
        (Kind.DURATION, r"\bduration\b"),
        (Kind.DOSE, r"\bdos(?:e|es|age)\b"),
        (Kind.THRESHOLD, r"\bthreshold|\bcut-?off"),
        (Kind.ROUTE, r"\broute\b"),
    )
)
"""Nouns that name it when no question word does: "the loading dose of ..."."""
_DEED: Final = re.compile(
    r"(?:^|,)\W*(?:should|may|must)\b|^\W*(?:can|could|is|are|do|does)\b.*\b(?:given|taken|recommended|needed?"
    r"|used?|done|applied|started|stopped|treated)\b|\bsafe\b|\ballowed\b|contra-?indicated"
)
_OPEN_DEED: Final = re.compile(
    r"\W*what (?:should|must|may|can|is|are)(?: [\w'-]+){0,2}? "
    r"(?:put|applied|placed|rubbed|smeared) (?:on|in)\b"
)
_DRUG: Final = re.compile(
    r"(?:what|which) .{0,60}?(?:drugs?|medicines?|medications?|antibiotics?|antimalarials?|regimens?"
    r"|treatments?|agents?"
    r"|vaccines?|therap(?:y|ies)|injections?|contraceptives?|antihypertensives?|anticonvulsants?"
    r"|fluids?)\b|drug of choice"
    r"|first[- ](?:line|choice)|how (?:is|are|should|do|does) .{0,60}treated|what (?:is"
    r"|should be) (?:given|used|prescribed)"
)
_WHICH_DRUG: Final = re.compile(
    r"\W*(?:which|what) (?:\w+ ){0,2}?(?:drug|medicine|medication|antibiotic|antimalarial|vaccine"
    r"|injection)s?\b.*\band\b"
)
"""A question for the drug that goes on to ask for more: "Which medicine, and at what dose?"."""
_BESIDE: Final[dict[Kind, tuple[Kind, ...]]] = {
    Kind.DOSE: (Kind.FREQUENCY, Kind.COUNT, Kind.ROUTE),
    Kind.DRUG: (Kind.DOSE, Kind.FREQUENCY, Kind.COUNT, Kind.ROUTE),
    Kind.ACTION: (Kind.TIMING, Kind.THRESHOLD, Kind.AGE),
    Kind.TIMING: (Kind.DURATION,),
    Kind.DURATION: (Kind.TIMING,),
    Kind.COUNT: (Kind.DOSE,),
}
_MOST: Final = re.compile(r"\bmax(?:imum|imal)?\b|\bat most\b|\bhighest\b")
_ADVICE: Final = re.compile(r"\b(?:should|must|can|may|soon|given|taken|started|stopped|repeated)\b")
_ENDING: Final = re.compile(r"\b(?:stop\w*|discontinu\w+|withdraw\w*|ceas\w+|end(?:s|ed|ing)?)\b")
_AVOIDED: Final = re.compile(
    r"\W*(?:which|what)\b.*\b(?:avoid\w*|causes?|contra-?indicated|unsafe|harm\w*|not be (?:given|used))\b"
)
_YES_NO: Final = re.compile(
    r"(?:(?:in|among|for|during|after)\b.*?, )?"
    r"(?:is|are|was|were|do|does|did|can|could|may|might|must|will|would|should|has|have)\b"
)
_EVERYTHING: Final = (
    Kind.DOSE,
    Kind.FREQUENCY,
    Kind.DURATION,
    Kind.TIMING,
    Kind.THRESHOLD,
    Kind.COUNT,
    Kind.ROUTE,
    Kind.AGE,
)


@lru_cache(maxsize=64)
def understand(question: str) -> Asked:
    """Read what is asked, of which drug, for whom."""
    low = folded(question)
    asked = _asked(low)
    beside = tuple(dict.fromkeys(kind for one in asked for kind in _BESIDE.get(one, ()) if kind not in asked))
    drugs = names.drugs(low, question)
    analytes = _analytes(low, question)
    deed = _deed(question, low, frozenset(mention.name for mention in drugs))
    is_guessed = not deed and Kind.ACTION in asked and not _OPEN_DEED.match(low)
    deed = _guessed_deed(question, low) if is_guessed else deed
    return Asked(
        question,
        asked,
        beside if asked else _EVERYTHING,
        asked_about(question),
        frozenset(mention.name for mention in names.poisons(low, question)),
        frozenset().union(*names.drug_classes(question).values()),
        analytes,
        frozenset(mention.name for mention in names.populations(low, question)),
        names.left_out(low, question),
        medicines(question),
        conditions(question),
        tuple(v for s in read(question) for v in s.values if v.kind is Kind.THRESHOLD and v.is_compared),
        terms(question),
        frozenset(term for term in terms(question) if not names.is_asking_word(term)),
        deed,
        _verbs(low),
        min(len(deed), _SURE_OF_DEED) if is_guessed else 1,
        cases_of(question),
        tuple(v for s in read(question) for v in s.values if v.kind is Kind.AGE),
        tuple(v for s in read(question) for v in s.values if v.kind is Kind.WEIGHT),
        _OPEN_DEED.match(low) is not None,
        re.search(r"\b(?:loading|initial|first|starting) dose\b", low) is not None,
        _MOST.search(low) is not None,
        is_second_choice(low),
        _ENDING.search(low) is not None,
        _AVOIDED.match(low) is not None,
        not asked or (asked == (Kind.TIMING,) and _ADVICE.search(low) is None),
        _YES_NO.match(low) is not None,
    )


_MEASURED: Final = re.compile(r"\W*(?:what|which)(?: [\w-]+){0,4} ")
_PRESSURE: Final = re.compile(r"\b(?:blood pressure|bp)\b")
_PRESSURES: Final = frozenset({"systolic", "diastolic"})
_PASSIVE: Final = re.compile(
    r"(?P<noun>[a-z-]+)(?: of (?:(?:an?|the) )?[a-z-]+(?: [a-z-]+){0,2}?)?"
    r" (?:(?:always|ever|routinely|still|also) )?be (?P<verb>[a-z-]+)(?: (?:and|or) (?P<other>[a-z-]+))?"
    r"(?: (?:with|using) (?P<means>[a-z-]+))?(?: (?P<after>[a-z-]+))?"
)
_PLAIN_DEEDS: Final = frozenset(
    {"give", "given", "use", "apply", "recommend", "need", "do", "treat", "put", "make", "avoid"}
)
"""Deeds that say nothing without what they are done with."""
_ANYTHING: Final = frozenset(map(stem, ("anything", "something")))
_ANYBODY: Final = frozenset({"women", "woman", "men", "man", "mother", "girl", "boy", "client"})
_SURE_OF_DEED: Final = 2
"""Where grammar does not tell the deed, so many words of the question tell that a statement speaks of it."""


def _deed(question: str, low: str, drugs: frozenset[str]) -> frozenset[str]:
    """Give the terms without which a statement does not speak of the deed; empty if grammar does not tell."""
    if drugs or _OPEN_DEED.match(low):
        return drugs
    passive = _PASSIVE.search(low)
    if passive is None:
        return frozenset()
    noun, verb, other, means, after = (terms(word or "") for word in passive.groups())
    done = (verb | other | after) - _PLAIN_DEEDS
    if done and any(condition.fullmatch(passive["noun"]) for condition in conditions(question)):
        return means - _ANYTHING or done  # a wound is in everything that is said of wounds
    return means - _ANYTHING or (noun | verb | other | after) - _PLAIN_DEEDS


def _verbs(low: str) -> frozenset[str]:
    passive = _PASSIVE.search(low)
    return terms(f"{passive['verb']} {passive['other'] or ''}") if passive else frozenset()


def _guessed_deed(question: str, low: str) -> frozenset[str]:
    """Give what the question says besides the people and their condition, or the condition if that is all."""
    people = {(person.start, person.end) for person in names.populations(low, question)}
    ills = {span for condition in conditions(question) for span in condition.spans(question)}
    return _said(low, people | ills) or _said(low, people)


def _said(low: str, left_out: Iterable[tuple[int, int]]) -> frozenset[str]:
    for start, end in sorted(left_out, reverse=True):
        low = f"{low[:start]} {low[end:]}"
    said = terms(low) - _PLAIN_DEEDS - _ANYBODY
    return frozenset(term for term in said if not names.is_asking_word(term))


def _asked(low: str) -> tuple[Kind, ...]:
    """Give the attributes that the question is about, the most exact reading first."""
    for patterns in (_ASKING, _NAMING):
        kinds = tuple(kind for kind, pattern in patterns if pattern.search(low))
        if kinds:
            return (Kind.DRUG, *kinds) if _WHICH_DRUG.match(low) else kinds
    if _DEED.search(low) or _OPEN_DEED.match(low):
        return (Kind.ACTION,)
    if _asks_measure(low):
        return (Kind.THRESHOLD,)
    return (Kind.DRUG,) if _DRUG.search(low) else ()


def _asks_measure(low: str) -> bool:
    """Whether it asks for a value of what is measured: "what viral load", "what is the target BP"."""
    named = [mention.start for mention in names.analytes(low)]
    named += [match.start() for match in _PRESSURE.finditer(low)]
    return any(_MEASURED.fullmatch(low[:start]) and not _DRUG.search(low[:start]) for start in named)


def _analytes(low: str, question: str) -> frozenset[str]:
    """Name what is measured in a question; a blood pressure is two."""
    named = frozenset(mention.name for mention in names.analytes(question))
    return named | _PRESSURES if _PRESSURE.search(low) else named
