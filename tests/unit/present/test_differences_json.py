from __future__ import annotations

import csv
import io
import json

from edgerag.present.differences import HEADERS
from edgerag.present.differences_json import differences_csv, differences_json
from tests.unit.present.map_of_differences import ALONE, BANS, DOSES, TWO


def test_json_has_the_documented_form() -> None:
    document = json.loads(differences_json([DOSES, BANS]))
    assert document["schema"] == "edgerag.differences/1"
    first, second = document["groups"]
    assert {key: first[key] for key in first if key != "pairs"} == {
        "subject": "adrenaline",
        "attribute": "dose",
        "people": ["adult"],
        "relation": "differing",
        "illness": "",
        "stated": [],
        "silent": [],
        "significance": "high",
    }
    assert (first["pairs"][0]["label"], first["pairs"][0]["likeness"]) == ("DIVERGENT", 1.2)
    assert first["pairs"][0]["sureness"] == 0.8
    assert first["pairs"][0]["b"] == {
        "handbook": "Two",
        "file": "Two.txt",
        "page": None,
        "heading": "Anaphylaxis",
        "quote": "Give adrenaline 1 mL.",
        "value": "1 mL",
    }
    assert second["relation"] == "opposed"


def test_csv_can_be_read_back_and_calculates_nothing() -> None:
    head, *lines = csv.reader(io.StringIO(differences_csv([DOSES, BANS])))
    assert tuple(head) == HEADERS
    assert len(lines) == 6
    assert lines[0][head.index("quotation A")] == "Give adrenaline\n0.5 mL <script>."
    assert lines[1][head.index("quotation A")] == "'=Give it."


def test_what_nothing_differs_on_has_quotations_and_who_is_silent() -> None:
    (group,) = json.loads(differences_json([ALONE]))["groups"]
    assert (group["relation"], group["illness"], group["pairs"]) == ("only in one handbook", "malaria", [])
    assert [side["quote"] for side in group["stated"]] == ["Give quinine for 7 days."]
    assert group["silent"] == [TWO.file_name]
