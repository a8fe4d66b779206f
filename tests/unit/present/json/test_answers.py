from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import pytest

from edgerag.domain.reports import Report
from edgerag.present.json.report import report_from_json, report_json

if TYPE_CHECKING:
    from tests.unit.present.conftest import Builder


def test_large_ids_survive_readers_that_round_numbers(anaphylaxis: Report) -> None:
    citation = json.loads(report_json(anaphylaxis))["answers"][3]["citations"][0]
    assert citation["section_id"] == str(2**62 + 1)


def test_missing_score_is_null_and_not_infinity(make: Builder) -> None:
    report = make.report(make.silent(make.handbook("A")))
    decoded = json.loads(report_json(report), parse_constant=pytest.fail)
    assert decoded["answers"][0]["trace"]["best_score"] is None
    assert report_from_json(report_json(report)).answers[0].trace.best_score == -math.inf


def test_what_may_be_no_answer_comes_back_as_such(doubtful: Report) -> None:
    again = report_from_json(report_json(doubtful))
    assert [answer.status for answer in again.answers] == [answer.status for answer in doubtful.answers]
