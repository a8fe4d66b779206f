"""Words between two entities that say how the first is related to the second, or the second to the first.

A cue matches all that stands between the two, folded; the first one that matches counts. It holds for some
types of entity only: a drug treats a disease, a part of the body does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from edgerag.domain.entities import EntityType as T
from edgerag.domain.entities import RelationType

REMEDIES: Final = frozenset({T.DRUG, T.TREATMENT, T.SUPPLEMENT})
ILLS: Final = frozenset({T.DISEASE, T.SYMPTOM})
_CAUSES: Final = ILLS | {T.DRUG, T.CHEMICAL, T.TREATMENT, T.GENE, T.INSTRUMENT}
_BODY: Final = frozenset({T.BODY})


def _any(*alternatives: str) -> str:
    return f"(?:{'|'.join(alternatives)})"


_QUALITY: Final = _any(
    "the", "a", "an", "any", "all", "some", "severe", "acute", "mild", "moderate", "chronic", "early", "late",
    "suspected", "confirmed", "possible", "other", "active", "recurrent", "persistent", "new", "such as",
    "associated", "underlying", "local", "systemic",
)  # fmt: skip
"""Words before an entity that leave it what it is."""
_QUALITIES: Final = rf"(?: {_QUALITY})* ?"
_FEW: Final = rf"(?: [\w-]+){{0,2}}?{_QUALITIES}"
"""At most two words more, and then qualities."""
_PEOPLE: Final = _any(
    "patients?", "people", "persons?", "children", "adults", "women", "those", "men", "infants?", "mothers",
    "anyone", "cases?",
)  # fmt: skip
_WITH: Final = rf"(?:in|for|to|by|when|if)(?: [\w-]+)? {_PEOPLE} (?:who )?(?:with|have|has|had)"
_DEED: Final = _any(
    "give", "treat with", "treated with", "treat", "start", "add", "prescribe", "consider", "administer",
    "inject", "managed? with", "responds? to", "apply", "therapy with", "treatment with", "is treated by",
    "treatment is", "treatment of choice is", "use",
)  # fmt: skip
_TREATS: Final = _any(
    "(?:is|are) (?:used|indicated|effective|given|recommended) (?:for|in|against)", "to treat", "treats?",
    "treating", "(?:treatment|management|therapy) (?:of|for)", "effective (?:for|in|against)",
    "indicated (?:for|in)", "relieves?", "to relieve", "to control", "controls?", "cures?", "for",
)  # fmt: skip
_PREVENTS: Final = _any(
    "prevents?", "to prevent", "preventing", "prevention of", "prophyla(?:xis|ctic) (?:for|against|of|in)",
    "protects? against", "protection against", "reduces? the (?:risk|incidence) of",
)  # fmt: skip
_BANS: Final = _any(
    "avoid", "not", "don't", "omit", "stop", "withhold", r"contra-?indicat\w*", "discontinue"
)  # fmt: skip
_NO_REASON_AGAINST: Final = re.compile(
    rf"^(?!.*\b{_BANS}\b[^.;:]*\b(?:if|in|with|when|for)\b[^.;:]*$)", re.DOTALL
)
"""Before an illness that is no reason against a remedy: what is given instead is not for it."""
_OFTEN: Final = (
    rf"(?: {_any('can', 'may', 'might', 'could', 'often', 'also', 'sometimes', 'usually', 'mainly')})*"
)
_LEADS_TO: Final = _any(
    "causes?(?! of)", "causing", "leads? to", "leading to", "results? in", "resulting in", "produces?",
    "triggers?", "induces?", "is a cause of", "are causes of", r"is the (?:\w+ ){0,2}cause of", "provokes?",
    "precipitates?",
)  # fmt: skip
_DUE_TO: Final = _any(
    "caused by", "due to", "secondary to", "as a result of", "resulting from", "results? from", "induced by",
    "attributable to", "is a complication of", "complications? of",
)  # fmt: skip
_AFFECTS: Final = _any(
    "affects?", "affecting", "damages?", "involv(?:es|ing)", "impairs?", "attacks?", "infects?",
    "interacts? with", "inhibits?", "interferes? with", "is toxic to",
)  # fmt: skip
_AT: Final = _any("in", "of", "on", "at", "inside", "around", "within", "over", "behind", "under", "to")
_SIDE: Final = _any(
    "the", "a", "an", "both", "his", "her", "their", "your", "one", "each", "upper", "lower", "left", "right",
    "affected", "side", "of",
)  # fmt: skip
_GOES_WITH: Final = _any(
    "associated with", "linked (?:to|with)", "related to", "risk factors? for", "risk of", "accompanied by",
    r"presents? (?:\w+ )?(?:with|as)", "presenting with", "characteri[sz]ed by", "features? of",
    r"symptoms? (?:of \w+ )?(?:include|are)", "signs? of", "suggests?", "suggestive of", "predisposes? to",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cue:
    """One way to say one relation."""

    type: RelationType
    between: re.Pattern[str]
    """All that stands between the first and the second."""
    firsts: frozenset[T]
    seconds: frozenset[T]
    is_reversed: bool = False
    """The second is the source."""
    may_be_denied: bool = True
    after: re.Pattern[str] | None = None
    """What must stand right before the first."""
    is_ban: bool = False
    """It says something of a remedy that is forbidden, and nothing of any other."""


def _between(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"^{pattern}$")


def _prevents() -> Iterator[Cue]:
    kind, shields = RelationType.PREVENTS, REMEDIES | {T.INSTRUMENT}
    yield Cue(kind, _between(rf"[^.;,]{{0,60}}?\b{_PREVENTS}{_FEW}"), shields | {T.EXAMINATION}, ILLS)
    prevented = r"(?:prophylaxis|prevention|(?:can|may|should|is|are) (?:be )?prevented)"
    with_what = _between(rf" {prevented}[ :-][^.;]{{0,40}}?(?:{_DEED}|with|by|using|:|is)?{_FEW}")
    yield Cue(kind, with_what, ILLS, shields, is_reversed=True)


def _treats() -> Iterator[Cue]:
    kind = RelationType.TREATS
    no_other = r"(?!.*\b(?:caus|risk|preven|prophyla|(?:plus|and|also|then) treat\b))"
    yield Cue(kind, _between(rf"{no_other}[^.;]{{0,80}}?\b{_TREATS}{_FEW}"), REMEDIES, ILLS)
    yield Cue(kind, _between(rf"[^.;]{{0,60}}?\b(?:{_WITH}|in|during){_QUALITIES}"), REMEDIES, ILLS)
    yield Cue(kind, _between(rf"[^.;]{{0,40}}?\b(?:if|when|with|where)\b{_FEW}"), REMEDIES, ILLS, is_ban=True)
    banned = _between(rf"[^.;]{{0,40}}?\b{_BANS}\b[^.;]{{0,30}}")
    yield Cue(kind, banned, ILLS, REMEDIES, is_reversed=True, is_ban=True)
    given = _between(
        rf"(?!.*\b(?:instead|or if)\b)(?:[^.;]*?\b{_DEED}\b[^.;:]{{0,40}}|:(?: [\w-]+){{0,2}} ?)"
    )
    yield Cue(kind, given, ILLS, REMEDIES, is_reversed=True, after=_NO_REASON_AGAINST)
    treat = re.compile(r"\b(?:treat|manage|control|relieve)(?: [\w-]+){0,3} $")
    yield Cue(kind, _between(r" with(?: [\w-]+){0,3} ?"), ILLS, REMEDIES, is_reversed=True, after=treat)


def _causes() -> Iterator[Cue]:
    kind = RelationType.CAUSES
    yield Cue(kind, _between(rf"(?: [\w-]+){{0,3}}?{_OFTEN} {_LEADS_TO}{_FEW}"), _CAUSES, ILLS)
    due_to = _between(rf"(?: [\w-]+){{0,3}}?,? \(?{_DUE_TO}{_FEW}")
    yield Cue(kind, due_to, ILLS, _CAUSES, is_reversed=True)
    yield Cue(kind, _between(r"[ -]induced ?"), _CAUSES, ILLS)


def _places() -> Iterator[Cue]:
    at = _between(rf" {_AT}(?: {_SIDE})* ?")
    yield Cue(RelationType.LOCATION_OF, at, ILLS, _BODY, is_reversed=True, may_be_denied=False)
    yield Cue(RelationType.LOCATION_OF, _between(" "), _BODY, ILLS, may_be_denied=False)
    yield Cue(RelationType.PART_OF, _between(" of the ?"), _BODY, _BODY, may_be_denied=False)


def _others() -> Iterator[Cue]:
    affected = frozenset({T.BODY, T.EXAMINATION, T.CHEMICAL, T.DRUG})
    harmful = REMEDIES | {T.DISEASE, T.CHEMICAL}
    yield Cue(RelationType.AFFECTS, _between(rf"{_OFTEN} {_AFFECTS}{_FEW}"), harmful, affected)
    a_tool = r"(?: (?:a|an|the|sterile|clean))*(?: [\w-]+)? ?"
    by_means_of = rf"(?: [\w-]+){{0,2}}? (?:using|by means of|requires?|via|through|with){a_tool}"
    deeds = frozenset({T.TREATMENT, T.EXAMINATION, T.DRUG})
    yield Cue(RelationType.USES, _between(by_means_of), deeds, frozenset({T.INSTRUMENT}))
    with_drug = _between(r"(?: [\w-]+){0,2}? (?:using|under|with)(?: (?:a|an|the))* ?")
    means = frozenset({T.DRUG, T.CHEMICAL, T.SUPPLEMENT})
    yield Cue(RelationType.USES, with_drug, frozenset({T.TREATMENT}), means)
    signs = ILLS | {T.CHEMICAL, T.DRUG, T.EXAMINATION, T.GENE}
    goes_with = _between(rf"(?: [\w-]+){{0,3}}? {_GOES_WITH}{_FEW}")
    yield Cue(RelationType.ASSOCIATED_WITH, goes_with, signs, ILLS)


CUES: Final = (*_prevents(), *_treats(), *_causes(), *_places(), *_others())
