from __future__ import annotations

import json

from edgerag.domain.reports import Report
from edgerag.present.json.report import report_from_json, report_json


def test_what_handbooks_say_together_is_kept(taken_together: Report) -> None:
    decoded = json.loads(report_json(taken_together))["together"]
    assert len(decoded["excerpts"]) == 3
    assert decoded["warnings"][0].startswith("They cannot all be followed")
    assert report_from_json(report_json(taken_together)).together == taken_together.together
