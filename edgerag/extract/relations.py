"""How the statements of a handbook relate the entities that they name.

Three readers, the surest first: the words between two entities (`clauses`), the headings above the statement
(`headings`), and how often the handbook names the two together (`association`). Of what they say of one pair
in one statement the surest counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from edgerag.domain.entities import Relation, RelationType, entity_id
from edgerag.extract.association import MOST_ENTITIES, Key, associated, met
from edgerag.extract.clauses import Said, joined, said
from edgerag.extract.headings import said_above
from edgerag.extract.statements import Read
from edgerag.language.entities import Named
from edgerag.language.text import folded

ASSOCIATION_CONFIDENCE: Final = 0.6
"""Of two entities that are never named apart."""


def relations(statements: Sequence[Read]) -> Iterator[Relation]:
    """Relate the entities of statements; each pair at most once in a statement."""
    # What a handbook says in the same words on many pages it has said once.
    different = {statement.text: statement for statement in statements}
    pairs = associated(_groups(statement) for statement in different.values())
    for statement in statements:
        known: set[frozenset[Key]] = set()
        for one in (*said(statement.text, statement.named), *said_above(statement), *_met(statement, pairs)):
            pair = frozenset((_key(one.source), _key(one.target)))
            if pair not in known:
                known.add(pair)
                yield _placed(one, statement)


def _groups(statement: Read) -> list[list[Named]]:
    return joined(folded(statement.text), statement.named)


def _met(statement: Read, pairs: Mapping[tuple[Key, Key], float]) -> Iterator[Said]:
    """Give the entities of a statement that its handbook often names together."""
    if len(statement.named) > MOST_ENTITIES:
        return
    first = {_key(entity): entity for entity in reversed(statement.named)}
    for x, y in sorted(met(_groups(statement)) & pairs.keys()):
        confidence = pairs[x, y] * ASSOCIATION_CONFIDENCE
        yield Said(first[x], RelationType.ASSOCIATED_WITH, first[y], is_denied=False, confidence=confidence)


def _key(entity: Named) -> Key:
    return entity.type, entity.name


def _placed(one: Said, statement: Read) -> Relation:
    return Relation(
        entity_id(*_key(one.source)),
        one.type,
        entity_id(*_key(one.target)),
        one.is_denied,
        statement.chunks[0],
        statement.start,
        statement.end,
        one.confidence,
    )
