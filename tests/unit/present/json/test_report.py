from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files

import pytest

from edgerag.domain.handbooks import Handbook
from edgerag.domain.points import NO_SUMMARY
from edgerag.domain.reports import Label, Report
from edgerag.errors import StoreError
from edgerag.present.json.report import SCHEMA, json_schema, report_from_json, report_json


def without_source_paths(report: Report) -> Report:
    def strip(handbook: Handbook) -> Handbook:
        return replace(handbook, source_path="")

    return replace(
        report, answers=tuple(replace(answer, handbook=strip(answer.handbook)) for answer in report.answers)
    )


def test_has_the_documented_fields(anaphylaxis: Report) -> None:
    decoded = json.loads(report_json(anaphylaxis))
    assert decoded["schema"] == SCHEMA == "edgerag.report/2"
    assert decoded["verdict"] == "disagree"
    answered = decoded["answers"][3]
    assert answered["status"] == "answered"
    assert answered["handbook"].items() >= {"title": "Cardinal Clinic Guide", "edition": "2013"}.items()
    assert answered["citations"][0].keys() >= {"section", "page", "quote", "start", "end"}
    assert answered["citations"][0]["quote"] == "1 mL (1:1000) IM every\n5 minutes until better"
    conflict = next(pair for pair in decoded["pairs"] if pair["label"] == "DIVERGENT")
    assert conflict["decided_by"] == "typed comparison"
    assert conflict["significance"] == "high"
    assert "NOT CHECKED" in {pair["label"] for pair in decoded["pairs"]}


def test_stored_report_reopens_as_it_was_but_for_the_machines_folders(anaphylaxis: Report) -> None:
    assert report_from_json(report_json(anaphylaxis)) == without_source_paths(anaphylaxis)
    assert report_from_json(report_json(anaphylaxis, indent=2)) == without_source_paths(anaphylaxis)


def test_same_report_gives_the_same_bytes(anaphylaxis: Report) -> None:
    shuffled = replace(anaphylaxis, versions=dict(reversed(list(anaphylaxis.versions.items()))))
    assert report_json(shuffled) == report_json(anaphylaxis)


@pytest.mark.parametrize("broken", [b"", b"{}", b'{"schema": "edgerag.report/3"}', b"[1", b"\xff"])
def test_anything_else_is_refused(broken: bytes) -> None:
    with pytest.raises(StoreError, match="not a report"):
        report_from_json(broken)


def test_schema_names_every_field_and_value_that_reports_use(anaphylaxis: Report) -> None:
    definitions = json.loads(json_schema())["$defs"]
    decoded = json.loads(report_json(anaphylaxis))
    described = {name: set(definition.get("properties", ())) for name, definition in definitions.items()}
    assert described["ReportJson"] == set(decoded)
    assert described["AnswerJson"] == set(decoded["answers"][0])
    assert described["HandbookJson"] == set(decoded["answers"][0]["handbook"])
    assert described["TraceJson"] == set(decoded["answers"][0]["trace"])
    assert described["CitationJson"] == set(decoded["answers"][1]["citations"][0])
    assert described["PairJson"] == set(decoded["pairs"][0])
    assert set(definitions["Label"]["enum"]) == {label.value for label in Label}


def test_published_schema_is_the_one_that_reports_follow() -> None:
    published = files("edgerag.present").joinpath("report.schema.json").read_bytes()
    assert json.loads(published) == json.loads(json_schema()), (
        "write json_schema() into edgerag/present/report.schema.json"
    )


def test_a_report_of_the_first_version_is_read(anaphylaxis: Report) -> None:
    decoded = json.loads(report_json(anaphylaxis))
    decoded["schema"] = "edgerag.report/1"
    del decoded["summary"]
    for pair in decoded["pairs"]:
        del pair["words_a"], pair["words_b"]
    earlier = report_from_json(json.dumps(decoded))
    assert earlier == replace(without_source_paths(anaphylaxis), summary=NO_SUMMARY)


def test_collection_and_newer_edition_are_told_with_the_schemas_version(aged: Report) -> None:
    decoded = json.loads(report_json(aged))
    told = {answer["handbook"]["title"]: answer["handbook"] for answer in decoded["answers"]}
    assert told["Cardinal Clinic Guide"]["collection"] == "guideline"
    assert told["Cardinal Clinic Guide"]["origins"]["collection"] == "person"
    assert {"edition": "2019-11", "handbook": told["Cardinal Clinic Guide"]["id"], "newer": "newer"} in (
        decoded["newer_editions"]
    )
    assert report_from_json(json.dumps(decoded)) == without_source_paths(aged)
    del decoded["newer_editions"]
    assert report_from_json(json.dumps(decoded)).newer_editions == ()
