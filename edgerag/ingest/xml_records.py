"""Reads XML: each element with values is a row, at its XPath by local names.

Where text stands between elements they are prose, and kept together; where two elements stand side by side
they are values, each with its name, and so is the text beside them. Nothing is resolved or fetched, and a
file that defines entities is refused.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path

from lxml import etree

from edgerag.errors import IngestError
from edgerag.ingest.blocks import Draft, Properties
from edgerag.ingest.doubts import Doubts
from edgerag.ingest.nested import DEEPEST, Node, nested_blocks, too_deep
from edgerag.ingest.raised import Level, Placed, in_line, level_of
from edgerag.ingest.records import one_line, record_pages
from edgerag.ingest.source import read_source

_UNITS = frozenset({"unit", "units", "uom"})
"""Attributes that belong to the number in their element: `<dose unit="mg">500</dose>`."""
_TITLES = frozenset({"title", "name"})
_MARKUP = frozenset({
    "b", "bold", "big", "em", "emph", "emphasis", "font", "hi", "i", "italic", "sc", "small", "span",
    "strong", "sub", "subscript", "sup", "superscript", "tt", "u", "underline",
})  # fmt: skip
"""Elements of HTML, DocBook, JATS and TEI that change how words look: they part none, and are no values."""


def read_xml(path: Path) -> Draft:
    """Read an XML file.

    Raises:
        IngestError: it is damaged, defines entities, or is nested too deeply.
    """
    root = _parsed(read_source(path))
    doubts = Doubts()
    tree = _node(root, f"/{_name(root)}", 0)
    pages = record_pages(nested_blocks(tree, doubts))
    title = next((value for name, value in tree.fields if name.lower() in _TITLES), "")
    return Draft("xml", pages, Properties(large_text=(title,) if title else ()), tuple(doubts.problems()))


def _parsed(data: bytes) -> etree._Element:
    """Parse bytes in the encoding that they state.

    Raises:
        IngestError: they cannot be parsed, or define entities.
    """
    if b"<!ENTITY" in data.replace(b"\0", b""):
        raise _entities()
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.parse(BytesIO(data), parser).getroot()
    except etree.XMLSyntaxError as error:
        if "depth" in str(error):
            raise too_deep() from error
        raise IngestError(f"the XML is damaged: {error}", hint="copy or download it again") from error
    dtd = root.getroottree().docinfo.internalDTD
    if dtd is not None and any(True for _ in dtd.iterentities()):
        raise _entities()
    return root


def _entities() -> IngestError:
    return IngestError(
        "the XML file defines entities of its own, behind which text can vanish",
        hint="do not trust this file",
    )


def _node(element: etree._Element, place: str, depth: int) -> Node:
    """Make a node of an element: attributes and elements of text are values, other elements are parts.

    Raises:
        IngestError: it is nested too deeply.
    """
    if depth > DEEPEST:
        raise too_deep()
    node = Node(_name(element), place)
    unit = ""
    for key, value in element.attrib.items():
        name = etree.QName(key).localname
        if name.lower() in _UNITS:
            unit = f" {value}"
        else:
            node.fields.append((name, value))
    children = [child for child in element if isinstance(child.tag, str)]
    if not children or _is_prose(element):
        text = one_line(in_line(_pieces(element, Level.LINE)))
        node.fields.append(("", text + unit if text else unit.strip()))
        return node
    if unit:
        node.fields.append(("unit", unit.strip()))
    n_named = Counter(map(_name, children))
    seen: dict[str, int] = defaultdict(int)
    _add_text(node, element.text)
    for child in children:
        name = _name(child)
        seen[name] += 1
        part = _node(child, f"{place}/{name}" + (f"[{seen[name]}]" if n_named[name] > 1 else ""), depth + 1)
        if len(part.fields) == 1 and part.fields[0][0] == "" and not part.parts:
            node.fields.append((name, part.fields[0][1]))
        else:
            node.parts.append(part)
        _add_text(node, child.tail)
    return node


def _add_text(node: Node, text: str | None) -> None:
    """Add the text that stands beside the elements of an element."""
    if text and (said := one_line(text)):
        node.fields.append(("", said))


def _is_prose(element: etree._Element) -> bool:
    """Whether text stands between the elements of an element, or beside its only one, or none but markup."""
    children = list(element)
    if not all(isinstance(child.tag, str) for child in children):
        return True
    texts = [bool(text and text.strip()) for text in (element.text, *(child.tail for child in children))]
    is_parted = all(
        _is_markup(one) or _is_markup(other) or between
        for (one, other), between in zip(pairwise(children), texts[1:], strict=False)
    )
    return any(texts) and is_parted and not any(_has_values(child) for child in children)


def _is_markup(element: etree._Element) -> bool:
    """Whether an element only changes how its words look, or is an entity that is not resolved."""
    return not isinstance(element.tag, str) or _name(element).lower() in _MARKUP


def _has_values(element: etree._Element) -> bool:
    """Whether an element has elements of its own that are more than markup."""
    return any(not _is_markup(child) for child in element)


def _pieces(element: etree._Element, level: Level) -> Iterator[Placed]:
    """Give the text of an element; that of an inner one which is no markup stands apart."""
    level = (level_of(_name(element)) if isinstance(element.tag, str) else None) or level
    yield element.text or "", level
    for child in element:
        edge = "" if _is_markup(child) else " "
        if not edge or (child.text or "").strip() or len(child):
            yield edge, level
        yield from _pieces(child, level)
        tail = child.tail or ""
        yield edge if tail[:1].isalnum() else "", level
        yield tail, level


def _name(element: etree._Element) -> str:
    return etree.QName(element).localname
