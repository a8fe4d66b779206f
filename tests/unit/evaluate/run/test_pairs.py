from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.errors import ConfigError, ModelMissingError
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.run.pairs import measure_pairs
from edgerag.evaluate.run.source import Source
from tests.rows import write_rows


@pytest.mark.usefixtures("models")
def test_pairs_are_judged_by_the_program(tmp_path: Path, bench: Bench) -> None:
    question = "How much adrenaline?"
    write_rows(
        tmp_path / "dev.jsonl",
        {"question": question, "a": "Give 1 mL.", "b": "Give 1 mL.", "label": "CONSISTENT"},
        {"question": question, "a": "Give 1 mg IM.", "b": "Give 0.5 mg IM.", "label": "DIVERGENT"},
    )
    result = measure_pairs(Source(tmp_path), bench)
    assert result.n == 2
    assert result.confusion is not None
    assert result.confusion["CONSISTENT"]["CONSISTENT"] == 1
    assert "f1_DIVERGENT" in result.measures


def test_missing_model_says_how_to_install_it(tmp_path: Path, bench: Bench) -> None:
    write_rows(tmp_path / "dev.jsonl", {"question": "?", "a": "x", "b": "y", "label": "ABSENT"})
    with pytest.raises(ModelMissingError) as missing:
        measure_pairs(Source(tmp_path), bench)
    assert "edgerag models install" in missing.value.hint


def test_missing_data_is_told_before_models_are_opened(tmp_path: Path, bench: Bench) -> None:
    with pytest.raises(ConfigError, match="there is no such file"):
        measure_pairs(Source(tmp_path / "nowhere"), bench)
