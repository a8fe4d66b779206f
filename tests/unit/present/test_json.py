from __future__ import annotations

import json
import math
from dataclasses import replace
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

from edgerag.domain.corrections import Correction
from edgerag.domain.handbooks import Handbook
from edgerag.domain.notices import NOTHING_SAID, Part, Sort, Spelling
from edgerag.domain.points import NO_SUMMARY, Ground, Summary, Trust
from edgerag.domain.reports import Label, Report
from edgerag.errors import StoreError
from edgerag.present.json import SCHEMA, json_schema, report_from_json, report_json

if TYPE_CHECKING:
    from tests.unit.present.conftest import Builder


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


def test_what_handbooks_say_together_is_kept(taken_together: Report) -> None:
    decoded = json.loads(report_json(taken_together))["together"]
    assert len(decoded["excerpts"]) == 3
    assert decoded["warnings"][0].startswith("They cannot all be followed")
    assert report_from_json(report_json(taken_together)).together == taken_together.together


def test_same_report_gives_the_same_bytes(anaphylaxis: Report) -> None:
    shuffled = replace(anaphylaxis, versions=dict(reversed(list(anaphylaxis.versions.items()))))
    assert report_json(shuffled) == report_json(anaphylaxis)


def test_large_ids_survive_readers_that_round_numbers(anaphylaxis: Report) -> None:
    citation = json.loads(report_json(anaphylaxis))["answers"][3]["citations"][0]
    assert citation["section_id"] == str(2**62 + 1)


def test_missing_score_is_null_and_not_infinity(make: Builder) -> None:
    report = make.report(make.silent(make.handbook("A")))
    decoded = json.loads(report_json(report), parse_constant=pytest.fail)
    assert decoded["answers"][0]["trace"]["best_score"] is None
    assert report_from_json(report_json(report)).answers[0].trace.best_score == -math.inf


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


def test_question_that_is_not_utf_8_is_stored_all_the_same(anaphylaxis: Report) -> None:
    assert report_from_json(report_json(replace(anaphylaxis, question="dose\udce9?"))).question == "dose??"


def test_how_the_question_was_understood_is_kept(explained: Report) -> None:
    decoded = json.loads(report_json(explained))
    assert decoded["understood"] == "anaphylaxis · adrenaline · dose"
    assert decoded["notices"] == [{"concern": "misspelt", "sentence": "Did you mean adrenaline?"}]
    assert report_from_json(report_json(explained)).understood == explained.understood


def test_a_report_from_before_questions_were_explained_is_read(explained: Report) -> None:
    decoded = json.loads(report_json(explained))
    del decoded["understood"], decoded["notices"]
    assert report_from_json(json.dumps(decoded)).understood == NOTHING_SAID


def test_what_may_be_no_answer_comes_back_as_such(doubtful: Report) -> None:
    again = report_from_json(report_json(doubtful))
    assert [answer.status for answer in again.answers] == [answer.status for answer in doubtful.answers]


def test_marks_are_kept(disputed: Report) -> None:
    pair = disputed.pairs[1]
    assert json.loads(report_json(disputed))["marks"] == [
        {"a": pair.a, "b": pair.b, "right_label": "CONSISTENT", "note": "the same dose"}
    ]
    assert report_from_json(report_json(disputed)).marks == disputed.marks


def test_what_the_verdict_counts_is_told(anaphylaxis: Report) -> None:
    decoded = json.loads(report_json(anaphylaxis))
    assert decoded["counts"] == {
        "agree": 1,
        "differ": 1,
        "not_checked": 1,
        "answered": 3,
        "uncertain": 0,
        "not_addressed": 1,
        "failed": 1,
    }
    assert [pair["to_read"] != "" for pair in decoded["pairs"][:3]] == [False, False, True]


def test_what_was_corrected_is_kept(explained: Report) -> None:
    understood = replace(
        explained.understood,
        parts=(Part(Sort.PEOPLE, "adult"),),
        spellings=(Spelling("adrenalline", "adrenaline", ("adrenaline",)),),
        correction=Correction(
            is_as_typed=True, spellings=(("a", "b"),), parts=(("c", ""),), asked_for="dose"
        ),
    )
    report = replace(explained, understood=understood)
    assert report_from_json(report_json(report)).understood == understood


def test_the_summary_is_told_with_its_sentences(anaphylaxis: Report) -> None:
    summary = json.loads(report_json(anaphylaxis))["summary"]
    assert [point["kind"] for point in summary["points"]] == [
        "differing",
        "not checked",
        "agreeing",
        "failed",
        "silent",
        "says alone",
    ]
    assert summary["points"][0]["sentence"].startswith(
        "They differ on adrenaline dose: Cardinal Clinic Guide"
    )
    assert report_from_json(report_json(anaphylaxis)).summary == anaphylaxis.summary


def test_a_report_of_the_first_version_is_read(anaphylaxis: Report) -> None:
    decoded = json.loads(report_json(anaphylaxis))
    decoded["schema"] = "edgerag.report/1"
    del decoded["summary"]
    for pair in decoded["pairs"]:
        del pair["words_a"], pair["words_b"]
    earlier = report_from_json(json.dumps(decoded))
    assert earlier == replace(without_source_paths(anaphylaxis), summary=NO_SUMMARY)


@pytest.mark.parametrize("wrong", [{"handbook": "nobody"}, {"citation": 9}, {"citation": -1}])
def test_a_summary_of_what_nobody_said_is_refused(anaphylaxis: Report, wrong: dict[str, object]) -> None:
    decoded = json.loads(report_json(anaphylaxis))
    decoded["summary"]["points"][0]["parties"][0]["sayings"][0] |= wrong
    with pytest.raises(StoreError, match="summary"):
        report_from_json(json.dumps(decoded))


def test_what_is_trusted_is_kept_and_of_no_party_that_is_not_there(anaphylaxis: Report) -> None:
    first, *others = anaphylaxis.summary.points
    trust = Trust(1, 0.75, (Ground.VOICES, Ground.RANK), 2, 3)
    report = replace(anaphylaxis, summary=Summary((replace(first, trust=trust), *others)))
    encoded = report_json(report)
    assert report_from_json(encoded).summary.points[0].trust == trust
    (told, *_) = json.loads(encoded)["summary"]["points"]
    assert told["trust"]["grounds"] == ["most voices", "keeper's rank"]
    assert "best supported" in told["sentence"]
    with pytest.raises(StoreError, match="trusts party 9"):
        report_from_json(encoded.replace(b'"trust":{"party":1', b'"trust":{"party":9'))


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
