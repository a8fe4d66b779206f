"""What stands on a page: fragments of one line, boxes and tables, each with its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from edgerag.ingest.pdf_glyphs import Fragment

_MARKER = re.compile(r"(?:[•●▪■◦○➢➤✓»›–—*·\-o§□❑]|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})[.)]|\d+(?:\.\d+)+\.?)")
_MARKER_GAP_EM = 6.0


@dataclass(slots=True)
class Item:
    """Something with a place: fragments of one line, a box, or a table."""

    x0: float
    x1: float
    top: float
    bottom: float
    fragments: list[Fragment]
    rows: list[list[list[Fragment]]] | None = None
    """Of a ruled table: rows of cells of fragments."""
    boxes: list[Item] = field(default_factory=list)
    """Of boxes that touch: each of them, in reading order."""
    is_box: bool = False


def item_of(fragments: list[Fragment]) -> Item:
    """Make one item of the fragments of a line."""
    return Item(
        min(f.x0 for f in fragments), max(f.x1 for f in fragments),
        min(f.top for f in fragments), max(f.bottom for f in fragments), fragments,
    )  # fmt: skip


def join_markers(fragments: Sequence[Fragment]) -> list[Fragment]:
    """Join a bullet or number with the text after it, however wide the tab between them."""
    joined: list[Fragment] = []
    for fragment in fragments:
        before = joined[-1] if joined else None
        if (
            before is not None
            and _MARKER.fullmatch(before.text)
            and not _MARKER.fullmatch(fragment.text)
            and abs(before.baseline - fragment.baseline) < 0.3 * fragment.size
            and -1.0 < fragment.x0 - before.x1 < _MARKER_GAP_EM * fragment.size
        ):
            joined[-1] = Fragment(
                f"{before.text} {fragment.text}", before.x0, fragment.x1, fragment.baseline,
                fragment.size, bold=fragment.bold, order=before.order,
            )  # fmt: skip
        else:
            joined.append(fragment)
    return joined
