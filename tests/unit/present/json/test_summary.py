from __future__ import annotations

import json
from dataclasses import replace

import pytest

from edgerag.domain.points import Ground, Summary, Trust
from edgerag.domain.reports import Report
from edgerag.errors import StoreError
from edgerag.present.json.report import report_from_json, report_json


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
