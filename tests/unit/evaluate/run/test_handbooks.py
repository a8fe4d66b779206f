from __future__ import annotations

import json
from pathlib import Path

import pytest

from edgerag.errors import ConfigError
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.results import result_json
from edgerag.evaluate.run.handbooks import measure_handbooks
from edgerag.evaluate.run.source import Source
from edgerag.evaluate.workspace import opened
from edgerag.samples import gold_file, sample_files
from tests.rows import write_rows


@pytest.mark.usefixtures("models")
def test_handbooks_are_indexed_asked_scored_and_sorted(tmp_path: Path, bench: Bench) -> None:
    files = marula, kestrel = sample_files()[:2]
    write_rows(tmp_path / "manifest.jsonl", *({"id": path.stem, "file": str(path)} for path in files))
    gold = json.loads(gold_file().read_text(encoding="utf-8").splitlines()[0])
    known = {marula.stem, kestrel.stem}
    gold["answers"] = [answer for answer in gold["answers"] if answer["handbook"] in known]
    gold["pairs"] = [pair for pair in gold["pairs"] if {pair["a"], pair["b"]} <= known]
    write_rows(tmp_path / "one.jsonl", gold | {"absent": []})
    source, details = Source(tmp_path, questions=tmp_path / "one.jsonl"), tmp_path / "misses.jsonl"
    result = measure_handbooks(source, bench, extractive=True, details=details)
    assert (result.split, result.n) == ("one.jsonl", 1)
    assert result.measures["citations_verified"].value == 1.0
    assert result.measures["page_hit"].value >= 0.5
    assert "not indexed" not in result.versions
    assert json.loads(result_json(result))["measures"].keys() >= {
        "page_hit",
        "answered_recall",
        "absent_precision",
        "absent_recall",
        "pair_accuracy",
        "conflict_recall",
        "false_agreement",
        "false_alarm",
    }
    (line,) = details.read_text(encoding="utf-8").splitlines()
    assert len(json.loads(line)["answers"]) == len(gold["answers"])
    assert result.misses is not None
    assert result.misses["pairs"]["not retrieved"] == 0

    alone = measure_handbooks(source, bench, extractive=True, left_out=[kestrel.stem])
    assert alone.versions["left out"] == kestrel.stem
    assert alone.confusion is not None
    assert sum(sum(row.values()) for row in alone.confusion.values()) == 0
    (kept,) = bench.workspaces.root.iterdir()
    with opened(kept) as whole:
        assert len(whole.library.handbooks()) == 2


def test_handbook_that_is_not_there_cannot_be_left_out(bench: Bench) -> None:
    with pytest.raises(ConfigError, match="no handbook nowhere"):
        measure_handbooks(Source(None), bench, left_out=["nowhere"], extractive=True)


def test_missing_data_is_told_before_models_are_opened(tmp_path: Path, bench: Bench) -> None:
    with pytest.raises(ConfigError, match="there is no such file"):
        measure_handbooks(Source(tmp_path / "nowhere"), bench)
