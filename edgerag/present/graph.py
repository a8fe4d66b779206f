"""An entity of the knowledge graph as lines and as JSON, and a query's rows as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from edgerag.domain.entities import Entity, RelationType
from edgerag.domain.explored import Explored, Related, Statement
from edgerag.domain.graphs import Rows
from edgerag.present.amounts import count
from edgerag.present.inert import one_line
from edgerag.present.lines import Line, Segment, Style, paragraph
from edgerag.present.wording import name

SCHEMA: Final = "edgerag.entity/1"
MOST_FARTHER: Final = 20
"""Entities some steps away that are named; there may be hundreds."""
_STEP: Final = 2
_MOST_STATEMENTS: Final = 3
"""Of one relation in one list; the rest is counted."""

_DOES: Final = {
    RelationType.CAUSES: ("causes", "is caused by"),
    RelationType.TREATS: ("treats", "is treated by"),
    RelationType.AFFECTS: ("affects", "is affected by"),
    RelationType.USES: ("uses", "is used by"),
    RelationType.PREVENTS: ("prevents", "is prevented by"),
    RelationType.LOCATION_OF: ("is the location of", "is located in"),
    RelationType.ASSOCIATED_WITH: ("is associated with", "is associated with"),
    RelationType.PART_OF: ("is part of", "has as a part"),
}
_DOES_NOT: Final = {
    RelationType.CAUSES: ("does not cause", "is not caused by"),
    RelationType.TREATS: ("must not treat", "must not be treated by"),
    RelationType.AFFECTS: ("does not affect", "is not affected by"),
    RelationType.USES: ("must not use", "must not be used by"),
    RelationType.PREVENTS: ("does not prevent", "is not prevented by"),
    RelationType.LOCATION_OF: ("is not the location of", "is not located in"),
    RelationType.ASSOCIATED_WITH: ("is not associated with", "is not associated with"),
    RelationType.PART_OF: ("is not part of", "does not have as a part"),
}


class NamedJson(msgspec.Struct, frozen=True):
    """An entity."""

    id: str
    type: str
    name: str


class StatementJson(msgspec.Struct, frozen=True):
    """Where a handbook relates two entities."""

    handbook: Annotated[str, Meta(description="Its id.")]
    file: str
    page: int | None
    quote: str
    confidence: float


class RelatedJson(msgspec.Struct, frozen=True):
    """What handbooks say of the entity and one other."""

    type: str
    is_source: Annotated[bool, Meta(description="The entity does this to the other.")]
    is_denied: bool
    other: NamedJson
    statements: list[StatementJson]


class SpeakingJson(msgspec.Struct, frozen=True):
    """A handbook that names the entity."""

    id: str
    title: str
    edition: str
    names: list[str]
    n_mentions: int


class FartherJson(msgspec.Struct, frozen=True):
    """An entity that is more than one relation away."""

    entity: NamedJson
    hops: int


class EntityJson(msgspec.Struct, frozen=True):
    """All that is known of one entity."""

    schema: str
    entity: NamedJson
    names: list[str]
    community: str
    n_members: int
    handbooks: list[SpeakingJson]
    related: list[RelatedJson]
    farther: list[FartherJson]


def does(related: Related) -> str:
    """Say in words what the entity does to the other, or the other to it: "is treated by"."""
    words = (_DOES_NOT if related.is_denied else _DOES)[related.type]
    return words[0 if related.is_source else 1]


def entity_lines(explored: Explored, width: int) -> list[Line]:
    """Lay an entity out: what it is, who names it, what is said of it, and what is farther away."""
    one = explored.entity
    lines = paragraph([Segment(one_line(one.name), Style.TITLE), Segment(f"   {one.type}", Style.DIM)], width)
    lines += _fact("also", ", ".join(map(one_line, one.names)), width)
    if explored.community:
        members = f"{one_line(explored.community)} ({count(explored.n_members, 'member')})"
        lines += _fact("belongs with", members, width)
    for book in explored.handbooks:
        names = ", ".join(f'"{one_line(each)}"' for each in explored.names[book.id])
        times = count(explored.n_mentions[book.id], "time")
        lines += _fact("named in", f"{name(book)}, {times}{f' as {names}' if names else ''}", width)
    for words, group in groupby(explored.related, does):
        lines += [(), *paragraph([Segment(words, Style.TITLE)], width)]
        for related in group:
            lines += related_lines(related, width, _MOST_STATEMENTS)
    if not explored.related:
        lines += [(), *paragraph([Segment("No handbook relates it to anything.", Style.ABSENT)], width)]
    return lines + _farther_lines(explored, width)


def _fact(label: str, text: str, width: int) -> list[Line]:
    if not text:
        return []
    said = [Segment(f"{label}: ", Style.DIM), Segment(text)]
    return paragraph(said, width, indent=_STEP, hang=2 * _STEP)


def related_lines(related: Related, width: int, most: int) -> list[Line]:
    """Name the other entity, then quote what says so, the surest of each handbook first, `most` in all."""
    style = Style.DISAGREE if related.is_denied else Style.PLAIN
    other = [Segment(one_line(related.other.name), style), Segment(f"   {related.other.type}", Style.DIM)]
    lines = paragraph(other, width, indent=_STEP)
    shown = _each_handbook_first(related.statements)[:most]
    for statement in shown:
        said = [
            Segment(f'"{one_line(statement.quote)}"', Style.QUOTE),
            Segment(f"  [{_where(statement)}]", Style.DIM),
        ]
        lines += paragraph(said, width, indent=2 * _STEP, hang=2 * _STEP + 1)
    if left := len(related.statements) - len(shown):
        lines += paragraph(
            [Segment(f"and {count(left, 'more statement')}", Style.DIM)], width, indent=2 * _STEP
        )
    return lines


def _each_handbook_first(statements: Sequence[Statement]) -> list[Statement]:
    """Order statements: the surest of each handbook, then the second of each, and so on."""
    n_before: Counter[str] = Counter()
    ranked: list[tuple[int, Statement]] = []
    for statement in sorted(statements, key=lambda one: -one.confidence):
        ranked.append((n_before[statement.handbook.id], statement))
        n_before[statement.handbook.id] += 1
    return [statement for _, statement in sorted(ranked, key=lambda one: one[0])]


def _where(statement: Statement) -> str:
    page = "" if statement.page is None else f", p. {statement.page}"
    return f"{name(statement.handbook)}{page}"


def _farther_lines(explored: Explored, width: int) -> list[Line]:
    lines: list[Line] = []
    for hops, group in groupby(explored.farther, lambda one: one[1]):
        entities = [one_line(entity.name) for entity, _ in group]
        left = len(entities) - MOST_FARTHER
        more = f" and {left} more" if left > 0 else ""
        lines += [(), *_fact(f"{hops} relations away", ", ".join(entities[:MOST_FARTHER]) + more, width)]
    return lines


def entity_json(explored: Explored) -> bytes:
    """Write an entity as JSON, schema `edgerag.entity/1`."""
    encoded = EntityJson(
        SCHEMA,
        _named(explored.entity),
        list(explored.entity.names),
        explored.community,
        explored.n_members,
        [
            SpeakingJson(
                book.id,
                book.metadata.title.value,
                book.metadata.edition.value,
                list(explored.names[book.id]),
                explored.n_mentions[book.id],
            )
            for book in explored.handbooks
        ],
        [_related_json(one) for one in explored.related],
        [FartherJson(_named(entity), hops) for entity, hops in explored.farther],
    )
    return msgspec.json.format(msgspec.json.encode(encoded), indent=2)


def rows_json(rows: Rows) -> bytes:
    """Write a query's rows as JSON."""
    encoded = {"columns": rows.columns, "rows": rows.rows, "is_cut": rows.is_cut}
    return msgspec.json.format(msgspec.json.encode(encoded, enc_hook=str), indent=2)


def cell(value: object) -> str:
    """Write one value of a query's rows for a table."""
    if value is None:
        return ""
    return value if isinstance(value, str) else msgspec.json.encode(value, enc_hook=str).decode()


def _related_json(one: Related) -> RelatedJson:
    statements = [
        StatementJson(said.handbook.id, said.handbook.file_name, said.page, said.quote, said.confidence)
        for said in one.statements
    ]
    return RelatedJson(one.type.value, one.is_source, one.is_denied, _named(one.other), statements)


def _named(entity: Entity) -> NamedJson:
    return NamedJson(entity.id, entity.type.value, entity.name)
