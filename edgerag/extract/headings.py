"""What a heading says of what stands under it: a drug under "Treatment" under "Pneumonia" treats pneumonia.

The nearest line above a statement that has a role ("Treatment", "Clinical features", "Side effects") gives
the relation; the nearest that names one entity of the type that the role asks for gives the other side. What
the statement says of itself goes before: "If convulsions: diazepam" under pneumonia treats convulsions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from edgerag.domain.entities import EntityType as T
from edgerag.domain.entities import RelationType
from edgerag.extract.clauses import Said, denied_remedies, is_taken
from edgerag.extract.cues import ILLS, REMEDIES
from edgerag.extract.statements import Line, Read
from edgerag.language.entities import Named
from edgerag.language.sentences import Kind
from edgerag.language.text import folded

HEADING_CONFIDENCE: Final = 0.7
"""Of what only the headings say."""
MOST_ENTITIES: Final = 12
"""A statement that names more is a list of many things."""
MOST_LINES: Final = 4
"""So many lines above a statement are about it; those above them are parts of the book."""

_ORDERS: Final = re.compile(
    r"\b(?:give|start|use|used|administer|prescribe|add|apply|treat|inject|recommended|consider"
    r"|should be given|is given|are given|\d+(?:\.\d+)? ?(?:mg|g|ml|mcg|iu|units?|%))\b"
)
"""What tells an order from a description, where the statement is a sentence."""
_COLLECTION: Final = re.compile(r"\W*(?:chapter|part|section|annex\w*|appendix)\b", re.IGNORECASE)
"""Opens the title of a part of the book, which holds more than it names."""
_FOR_SOME: Final = re.compile(r"\b(?:in|if|when|during|with|for|unless|because|due)\b")
"""A ban that holds for some people only, or has a reason: not against the headings' subject as such."""
_HARMS: Final = re.compile(r"\b(?:caus(?:es?|ing)|damag(?:es?|ing)|harm(?:s|ful)?|worsens?|toxic)\b")
"""A remedy of which this is told is not told of for what it is good for."""
_DEEDS_OF_REMEDY: Final = frozenset({RelationType.TREATS, RelationType.PREVENTS})
_LINES_KEPT: Final = 1024
LONGEST_HEADING: Final = 8
"""Words; a longer line that announces a list is a sentence, which says more than a role."""


@dataclass(frozen=True, slots=True)
class _Role:
    heading: re.Pattern[str]
    type: RelationType | None
    """None: what stands under it is told of the subject, and relates it to nothing."""
    listed: frozenset[T]
    """What stands under it."""
    subjects: frozenset[T]
    """What the headings are about."""
    subject_is_source: bool = False
    is_denied: bool = False


_NONE: Final[frozenset[T]] = frozenset()


def _heading(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words})\b")


_ROLES: Final = (
    _Role(
        _heading("contra-?indications?|contra-?indicated|do not (?:give|use)|not to be (?:given|used)"),
        RelationType.TREATS,
        ILLS,
        REMEDIES,
        subject_is_source=True,
        is_denied=True,
    ),
    _Role(
        _heading("side[ -]effects?|adverse (?:effects?|events?|reactions?)|toxicit(?:y|ies)"),
        RelationType.CAUSES,
        ILLS,
        REMEDIES,
        subject_is_source=True,
    ),
    _Role(
        _heading(
            "interactions?|precautions?|cautions?|warnings?|monitoring|storage|pharmacolog\\w+|referral|follow-up"
            "|index|contents|abbreviations|references|bibliography"
            "|(?:prescribing|dosing|dosages?|doses?|use|drugs?|medicines?|adjustments?) in"
        ),
        None,
        _NONE,
        _NONE,
    ),
    _Role(_heading("indications?"), RelationType.TREATS, ILLS, frozenset({T.DRUG}), subject_is_source=True),
    _Role(
        _heading("complications?"),
        RelationType.CAUSES,
        frozenset({T.DISEASE}),
        frozenset({T.DISEASE}),
        subject_is_source=True,
    ),
    _Role(_heading("prevention|preventive|prophylaxis|preventing"), RelationType.PREVENTS, REMEDIES, ILLS),
    _Role(
        _heading(
            "clinical (?:features?|manifestations?|presentation)|signs?|symptoms?|presentation|features"
        ),
        RelationType.ASSOCIATED_WITH,
        frozenset({T.SYMPTOM}),
        frozenset({T.DISEASE}),
    ),
    _Role(
        _heading("investigations?|diagnosis|diagnostic tests?|laboratory tests?"),
        RelationType.ASSOCIATED_WITH,
        frozenset({T.EXAMINATION}),
        frozenset({T.DISEASE}),
    ),
    _Role(
        _heading("causes?|aetiology|etiology|risk factors?|predisposing factors?"),
        RelationType.CAUSES,
        frozenset({T.DISEASE, T.CHEMICAL, T.DRUG}),
        frozenset({T.DISEASE}),
    ),
    _Role(
        _heading("treatments?|management|drug therapy|therapy|medicines?|how to treat|regimens?"),
        RelationType.TREATS,
        REMEDIES,
        ILLS,
    ),
)


def said_above(read: Read) -> Iterator[Said]:
    """Read how the lines above a statement relate its entities to what they are about."""
    if len(read.named) > MOST_ENTITIES:
        return
    above = read.above[:MOST_LINES]
    place, role = next(
        ((n, role) for n, line in enumerate(above) if (role := _role_of(line.text))), (0, None)
    )
    if role is None or role.type is None or not _is_of(read, role):
        return
    subject = _subject(above, place, role)
    low, denied = folded(read.text), denied_remedies(read.text, read.named)
    for entity in read.named:
        is_listed = entity.type in role.listed and not (entity.type in REMEDIES and is_taken(low, entity))
        if subject is None or not is_listed or entity.name == subject.name:
            continue
        if entity in denied and (role.type not in _DEEDS_OF_REMEDY or _FOR_SOME.search(low)):
            continue
        source, target = (subject, entity) if role.subject_is_source else (entity, subject)
        yield Said(source, role.type, target, role.is_denied or entity in denied, HEADING_CONFIDENCE)


def _is_of(read: Read, role: _Role) -> bool:
    """Whether a statement does what its role says: orders a remedy, and speaks of nothing else."""
    if not role.listed & role.subjects and any(entity.type in role.subjects for entity in read.named):
        return False
    own = _role_of(" ".join(read.text.split()[:LONGEST_HEADING]))
    if own is not None and own is not role and not own.is_denied:
        return False
    if role.type not in _DEEDS_OF_REMEDY:
        return True
    low = folded(read.text)
    is_order = read.kind is not Kind.SENTENCE or _ORDERS.search(low) is not None
    return is_order and not _HARMS.search(low)


@lru_cache(_LINES_KEPT)
def _role_of(line: str) -> _Role | None:
    if len(line.split()) > LONGEST_HEADING:
        return None
    low = folded(line)
    return next((role for role in _ROLES if role.heading.search(low)), None)


def _subject(above: Sequence[Line], place: int, role: _Role) -> Named | None:
    """Give what the line with the role, or the nearest one above it, is about; None if that is several.

    "Malaria" right under "Treatment" is the subject; "Renal failure" under "Treatment of malaria" is a case
    of its own, of which the headings do not say what is treated.
    """
    cases = {(entity.type, entity.name): entity for line in above[:place] for entity in line.named}
    others = [entity for entity in cases.values() if entity.type in ILLS or entity.type is T.CHEMICAL]
    is_own = any(entity.type in role.subjects for entity in above[place].named)
    if others:
        is_subject = role.type in _DEEDS_OF_REMEDY and not is_own and len(others) == 1
        return others[0] if is_subject and others[0].type in role.subjects else None
    for line in above[place:]:
        if _COLLECTION.match(line.text):
            break
        found = {(entity.type, entity.name): entity for entity in line.named if entity.type in role.subjects}
        if found:
            return next(iter(found.values())) if len(found) == 1 else None
    return None
