from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.errors import ConfigError
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.halves import Half
from edgerag.evaluate.run.labelled import labelled_pairs
from edgerag.evaluate.run.source import Source
from tests.rows import write_rows


def test_pairs_of_a_data_set_are_those_of_the_half_that_is_asked_for(tmp_path: Path, bench: Bench) -> None:
    pair = {"a": "x", "b": "y", "label": "CONSISTENT"}
    write_rows(tmp_path / "dev.jsonl", *(pair | {"question": f"Which dose, case {n}?"} for n in range(9)))
    n_work, n_held, n_all = (
        len(labelled_pairs(Source(tmp_path, half=half), bench).pairs)
        for half in (Half.WORK, Half.HELD, Half.ALL)
    )
    assert n_work + n_held == n_all == 9


@pytest.mark.usefixtures("models")
def test_without_a_data_set_the_samples_are_quoted(bench: Bench) -> None:
    labelled = labelled_pairs(Source(None), bench)
    assert labelled.pairs
    assert labelled.versions == {}
    assert not labelled.to_screen


def test_missing_data_is_told_before_models_are_opened(tmp_path: Path, bench: Bench) -> None:
    with pytest.raises(ConfigError, match="there is no such file"):
        labelled_pairs(Source(tmp_path / "nowhere"), bench)
