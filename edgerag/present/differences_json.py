"""The map of differences as JSON (schema `edgerag.differences/1`) and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

import msgspec

from edgerag.domain.differences import DifferenceGroup, Side
from edgerag.present.differences import HEADERS, rows

SCHEMA = "edgerag.differences/1"


def differences_json(groups: Iterable[DifferenceGroup]) -> bytes:
    """Write the groups as indented JSON; a page is null where the format has no pages."""
    document = {"schema": SCHEMA, "groups": [_group(group) for group in groups]}
    return msgspec.json.format(msgspec.json.encode(document), indent=2)


def differences_csv(groups: Iterable[DifferenceGroup]) -> str:
    """Write every pair as one row; a cell that a spreadsheet would calculate is text."""
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(HEADERS)
    for row in rows(groups):
        table.writerow([f"'{cell}" if cell[:1] in "=+-@\t\r" and cell else cell for cell in row])
    return written.getvalue()


def _group(group: DifferenceGroup) -> dict[str, object]:
    return {
        "subject": group.subject,
        "attribute": group.attribute,
        "people": group.people,
        "relation": group.relation.value,
        "illness": group.illness,
        "significance": group.significance.value,
        "pairs": [
            {
                "label": pair.label.value,
                "likeness": round(pair.likeness, 3),
                "sureness": round(pair.sureness, 3),
                "a": _side(pair.a),
                "b": _side(pair.b),
            }
            for pair in group.pairs
        ],
        "stated": [_side(side) for side in group.stated],
        "silent": [book.file_name for book in group.silent],
    }


def _side(side: Side) -> dict[str, object]:
    return {
        "handbook": side.handbook.title,
        "file": side.handbook.file_name,
        "page": side.page_number,
        "heading": side.heading,
        "quote": side.quote,
        "value": side.value,
    }
