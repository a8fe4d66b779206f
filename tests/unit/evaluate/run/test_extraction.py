from __future__ import annotations

import json
from pathlib import Path

import pytest

from edgerag.errors import ConfigError
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.run.extraction import measure_extraction
from edgerag.evaluate.run.source import Source


@pytest.mark.parametrize(
    "change",
    [
        {"entities": [{"type": "drug", "start": 5, "end": 99}]},
        {"entities": [{"type": "vehicle", "start": 0, "end": 3}]},
        {"entities": [], "relations": [{"source": 0, "type": "treats", "target": 1}]},
    ],
)
def test_a_line_that_makes_no_sense_is_refused_by_its_number(
    tmp_path: Path, bench: Bench, change: dict[str, object]
) -> None:
    lines = [{"text": "One.", "entities": []}, {"text": "Two."} | change]
    (tmp_path / "extract.dev.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    with pytest.raises(ConfigError, match="line 2"):
        measure_extraction(Source(tmp_path), bench.progress)


def test_without_passages_there_is_nothing_to_measure(tmp_path: Path, bench: Bench) -> None:
    (tmp_path / "extract.dev.jsonl").touch()
    with pytest.raises(ConfigError, match="no passage"):
        measure_extraction(Source(tmp_path), bench.progress)
