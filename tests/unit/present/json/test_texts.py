from __future__ import annotations

from dataclasses import replace

import pytest

from edgerag.domain.reports import Report
from edgerag.present.json.report import report_from_json, report_json
from edgerag.present.json.texts import known


def test_question_that_is_not_utf_8_is_stored_all_the_same(anaphylaxis: Report) -> None:
    assert report_from_json(report_json(replace(anaphylaxis, question="dose\udce9?"))).question == "dose??"


def test_only_handbooks_that_were_asked_are_known() -> None:
    assert known("a1", {"a1": 2}) == "a1"
    with pytest.raises(ValueError, match="b2, which was not asked"):
        known("b2", {"a1": 2})
