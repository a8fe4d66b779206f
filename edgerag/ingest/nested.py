"""Turns nested data, of JSON or XML, into rows: each thing with its own values, and what it is a part of.

A part that stands alone and has values only is written with the whole ("dose adult: 500 mg"); parts of which
there are several become rows of their own, each beginning with the name of every thing that it is a part of,
so that no dose stands without its medicine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from edgerag.errors import IngestError
from edgerag.ingest.blocks import MAX_TEXT_CHARS, Block, BlockKind
from edgerag.ingest.doubts import Doubts
from edgerag.ingest.records import Pair, naming, plain_name, record_lines
from edgerag.ingest.tables import SHEET_LEVEL

DEEPEST = 100
"""Levels; lists for people have fewer than ten."""


@dataclass(slots=True)
class Node:
    """A thing with values and parts."""

    name: str
    place: str
    """A JSON Pointer, an XPath, or "Row 12" of JSON lines."""
    fields: list[Pair] = field(default_factory=list)
    parts: list[Node] = field(default_factory=list)
    is_listed: bool = False
    """Whether it is one of a list, even if of one."""


def too_deep() -> IngestError:
    """Make the error for data that nobody wrote for people."""
    return IngestError(f"the file is nested more than {DEEPEST} levels deep", hint="do not trust this file")


def nested_blocks(root: Node, doubts: Doubts) -> Iterator[Block]:
    """Write a tree as rows; the kinds of parts of the root are headings.

    Raises:
        IngestError: it has more text than any handbook.
    """
    n_chars = 0
    for block in _blocks(root, doubts):
        n_chars += len(block.text)
        if n_chars > MAX_TEXT_CHARS:
            raise IngestError(
                f"the file holds more than {MAX_TEXT_CHARS:,} characters of text",
                hint="split the file into parts",
            )
        yield block


def _blocks(root: Node, doubts: Doubts) -> Iterator[Block]:
    own, parts = _merged(root)
    yield from _record(root.place, own, doubts)
    heading = ""
    for part in parts:
        if part.name and part.name != heading:
            heading = part.name
            yield Block(BlockKind.HEADING, plain_name(heading), level=SHEET_LEVEL)
        yield from _rows(part, (), doubts)


def _rows(top: Node, above: tuple[Pair, ...], doubts: Doubts) -> Iterator[Block]:
    """Write a thing and its parts, in reading order."""
    waiting = [(top, above)]
    while waiting:
        node, above = waiting.pop()
        own, parts = _merged(node)
        yield from _record(node.place, [*above, *own], doubts)
        under = (*above, *naming(own))
        waiting += [(part, under) for part in reversed(parts)]


def _merged(node: Node) -> tuple[list[Pair], list[Node]]:
    """Give the values of a thing with those of its parts that stand alone, and its other parts."""
    names = Counter(part.name for part in node.parts)
    fields, parts = list(node.fields), []
    for part in node.parts:
        if part.parts or part.is_listed or names[part.name] > 1:
            parts.append(part)
        else:
            fields += [(f"{part.name} {name}".strip(), value) for name, value in part.fields]
    return fields, parts


def _record(place: str, fields: Sequence[Pair], doubts: Doubts) -> Iterator[Block]:
    pairs = [(plain_name(name) or "value", value) for name, value in fields]
    if pairs:
        doubts.look_at(place, pairs)
    for line in record_lines(place, pairs):
        yield Block(BlockKind.RECORD, line)
