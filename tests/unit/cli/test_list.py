from __future__ import annotations

import json

from edgerag.domain.handbooks import Handbook
from edgerag.store.library import Library
from tests.unit.cli.conftest import CLINIC, HOSPITAL, Invoke


def test_every_handbook_is_one_line_with_its_counts(invoke: Invoke, library: Library) -> None:
    header, *rows = (line.split("\t") for line in invoke("list").stdout.splitlines())
    listed = [dict(zip(header, row, strict=True)) for row in rows]
    assert [(row["id"], row["title"], row["chunks"]) for row in listed] == [
        (CLINIC.handbook.id, "Clinic", "2"),
        (HOSPITAL.handbook.id, "Hospital", "1"),
    ]


def test_json_holds_every_detail_of_a_handbook(invoke: Invoke, library: Library) -> None:
    books = json.loads(invoke("list", "--json").stdout)
    assert set(books[0]) == set(Handbook.__dataclass_fields__)
    assert books[0]["metadata"]["title"] == {"value": "Clinic", "origin": "document"}


def test_empty_library_says_how_to_fill_it_and_prints_no_row(invoke: Invoke) -> None:
    shown = invoke("list")
    assert "edgerag add" in shown.stderr
    assert len(shown.stdout.splitlines()) == 1


def test_authority_is_what_somebody_gave_and_not_a_default(invoke: Invoke, library: Library) -> None:
    library.edit(CLINIC.handbook.id, "authority", "high")
    header, *rows = (line.split("\t") for line in invoke("list").stdout.splitlines())
    assert [row[header.index("authority")] for row in rows] == ["high", "not ranked"]
