from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.errors import ConfigError
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.run.multihop import measure_multihop
from edgerag.evaluate.run.source import Source
from tests.rows import write_rows
from tests.unit.evaluate.run.conftest import CORPUS


@pytest.mark.usefixtures("models")
def test_multihop_is_measured_beside_the_words_alone(tmp_path: Path, bench: Bench) -> None:
    data = tmp_path / "hops"
    write_rows(data / "corpus.jsonl", *CORPUS)
    write_rows(
        data / "dev.jsonl", {"id": "q", "question": "Is soap used for malaria?", "supporting": ["a2", "b1"]}
    )
    result = measure_multihop(Source(data), bench)
    assert {name: measure.value for name, measure in result.measures.items()} == {
        "recall@5": 1.0,
        "bm25_recall@5": 1.0,
    }


def test_missing_data_is_told_before_models_are_opened(tmp_path: Path, bench: Bench) -> None:
    with pytest.raises(ConfigError, match="there is no such file"):
        measure_multihop(Source(tmp_path / "nowhere"), bench)
