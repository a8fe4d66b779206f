from __future__ import annotations

import json

from edgerag.present.json.report import json_schema
from tests.unit.cli.conftest import Invoke


def test_the_schema_of_a_report_is_printed(invoke: Invoke) -> None:
    printed = invoke("schema", "report").stdout
    assert printed.encode() == json_schema()
    assert json.loads(printed)["title"] == "edgerag.report/2"


def test_another_name_is_refused_with_those_there_are(invoke: Invoke) -> None:
    refused = invoke("schema", "library")
    assert refused.exit_code == 2
    assert "report" in refused.output
