from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.errors import ConfigError
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.run.absence import measure_absence
from edgerag.evaluate.run.source import Source
from tests.rows import write_rows
from tests.unit.evaluate.run.conftest import CORPUS


@pytest.mark.usefixtures("models")
def test_absence_knows_who_is_silent(tmp_path: Path, bench: Bench) -> None:
    data = tmp_path / "clinic"
    for handbook in "AB":
        rows = (row for row in CORPUS if row["handbook"] == handbook)
        write_rows(data / "corpus" / f"{handbook}.jsonl", *rows)
    labels = {"A": "PRESENT", "B": "ABSENT"}
    question = {"id": "q", "question": "What is the treatment of malaria?", "labels": labels}
    write_rows(data / "absence" / "dev.jsonl", question)
    result = measure_absence(Source(data), bench)
    assert result.measures["f1"].value == 1.0
    assert result.versions["threshold"] == "0.5"


def test_missing_data_is_told_before_models_are_opened(tmp_path: Path, bench: Bench) -> None:
    with pytest.raises(ConfigError, match="there is no such file"):
        measure_absence(Source(tmp_path / "nowhere"), bench)
