"""Reads JSON and JSON lines: each object is a row, at its JSON Pointer (RFC 6901) or the number of its line.

Numbers are kept as they are written: 1.50 stays 1.50. What stands twice in one object is kept, and told.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from edgerag.errors import IngestError
from edgerag.ingest.blocks import Draft, Properties
from edgerag.ingest.doubts import Doubts
from edgerag.ingest.encodings import decode
from edgerag.ingest.heads import unnamed
from edgerag.ingest.nested import DEEPEST, Node, nested_blocks, too_deep
from edgerag.ingest.records import plain_name, record_pages
from edgerag.ingest.source import read_source
from edgerag.ingest.withdrawn import ranges

MOST_TOLD = 10
_LONGEST_PLACE = 200
_LINES = frozenset({".jsonl", ".ndjson"})
_TITLES = frozenset({"title", "name"})
_SAFE = "/~!$&'()*+,;=:@"
"""What a JSON Pointer need not escape in a fragment, beside letters and digits."""


@dataclass(frozen=True, slots=True)
class _Object:
    """A JSON object, as its names and values stand in the file."""

    pairs: list[tuple[str, _Value]]


_Value = _Object | list["_Value"] | str | bool | None


def read_json(path: Path) -> Draft:
    """Read a JSON file, or one of JSON lines.

    Raises:
        IngestError: it is no JSON, or nested too deeply.
    """
    text = decode(read_source(path)).removeprefix("\ufeff")
    doubts = Doubts()
    try:
        root = _lines(text, doubts) if path.suffix.lower() in _LINES else _whole(text, doubts)
    except RecursionError as error:
        raise too_deep() from error
    pages = record_pages(nested_blocks(root, doubts))
    title = next((value for name, value in root.fields if name.lower() in _TITLES), "")
    return Draft("json", pages, Properties(large_text=(title,) if title else ()), tuple(doubts.problems()))


def _whole(text: str, doubts: Doubts) -> Node:
    """Read one JSON value, or lines of them under the name of one.

    Raises:
        IngestError: it is neither.
    """
    try:
        value = _parsed(text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and "\n" in text.strip():
            return _lines(text, doubts)
        raise IngestError(
            f"the JSON is damaged in line {error.lineno}: {error.msg}", hint="copy or download it again"
        ) from error
    return _Tree(doubts).node("", "#/", value, 0)


def _lines(text: str, doubts: Doubts) -> Node:
    """Read JSON lines; tell those that are none.

    Raises:
        IngestError: none is.
    """
    root, broken = Node("", "#/"), []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            value = _parsed(line)
        except json.JSONDecodeError:
            broken.append(number)
            continue
        node = _Tree(doubts).node("", f"Row {number}", value, 0)
        node.is_listed = True
        root.parts.append(node)
    if not root.parts:
        raise IngestError("no line of the file is JSON", hint="copy or download it again")
    if broken:
        doubts.say(f"no JSON, and left out: {'line' if len(broken) == 1 else 'lines'} {ranges(broken)}")
    return root


def _parsed(text: str) -> _Value:
    return json.loads(text, object_pairs_hook=_Object, parse_float=str, parse_int=str, parse_constant=str)


class _Tree:
    """Makes the tree of one value."""

    def __init__(self, doubts: Doubts) -> None:
        self._doubts = doubts
        self._n_told = 0

    def node(self, name: str, place: str, value: _Value, depth: int) -> Node:
        """Make a node of an object, a list or a bare value.

        Raises:
            IngestError: it is nested too deeply.
        """
        if depth > DEEPEST:
            raise too_deep()
        node = Node(name, place)
        match value:
            case _Object(pairs):
                self._tell_twice(place, pairs)
                for key, one in pairs:
                    self._add(node, key, _below(place, key), one, depth)
            case list():
                for at, one in enumerate(value):
                    self._add_item(node, name, _below(place, str(at)), one, depth, at)
            case _:
                node.fields.append((name, _scalar(value)))
        return node

    def _add(self, node: Node, key: str, place: str, value: _Value, depth: int) -> None:
        """Add what stands under a key: values as fields, objects as parts, lists of objects as rows."""
        if isinstance(value, list) and any(isinstance(one, (list, _Object)) for one in value):
            for at, one in enumerate(value):
                self._add_item(node, key, _below(place, str(at)), one, depth, at)
        elif isinstance(value, list):
            node.fields.append((key, ", ".join(filter(None, map(_scalar, value)))))
        elif isinstance(value, _Object):
            node.parts.append(self.node(key, place, value, depth + 1))
        else:
            node.fields.append((key, _scalar(value)))

    def _add_item(self, node: Node, name: str, place: str, value: _Value, depth: int, at: int) -> None:
        """Add an item of a list; a list of bare values is a row of columns without names."""
        if isinstance(value, list) and not any(isinstance(one, (list, _Object)) for one in value):
            cells = [(unnamed(column), _scalar(one)) for column, one in enumerate(value)]
            node.parts.append(Node(name, place, cells, is_listed=True))
        elif isinstance(value, (list, _Object)):
            part = self.node(name, place, value, depth + 1)
            part.is_listed = True
            node.parts.append(part)
        else:
            node.parts.append(
                Node(name, place, [(name or f"value {at + 1}", _scalar(value))], is_listed=True)
            )

    def _tell_twice(self, place: str, pairs: Sequence[tuple[str, _Value]]) -> None:
        twice = [key for key, n in Counter(key for key, _ in pairs).items() if n > 1]
        for key in twice if self._n_told < MOST_TOLD else ():
            self._n_told += 1
            self._doubts.say(
                f'"{plain_name(key)}" stands more than once in {place[:_LONGEST_PLACE]}: all are kept'
            )


def _below(place: str, key: str) -> str:
    """Give the place of what stands under a key; all of a line is at that line."""
    if place.startswith("Row "):
        return place
    escaped = quote(key.replace("~", "~0").replace("/", "~1"), safe=_SAFE, errors="replace")
    return f"{place.rstrip('/')}/{escaped}"


def _scalar(value: _Value) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case _:
            return str(value)
