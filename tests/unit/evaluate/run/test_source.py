from __future__ import annotations

from pathlib import Path

import pytest

from edgerag import __version__
from edgerag.errors import ConfigError
from edgerag.evaluate.halves import Half
from edgerag.evaluate.results import Measurements
from edgerag.evaluate.run.source import Source
from edgerag.samples import gold_file


def test_part_of_a_data_set_is_named_by_its_file_and_its_half(tmp_path: Path) -> None:
    assert Source(None).part == gold_file().name
    assert Source(tmp_path, "trial").part == "trial"
    assert Source(tmp_path, "trial", tmp_path / "mine.jsonl", Half.WORK).part == "mine.jsonl, work half"


def test_folder_must_be_said_where_samples_will_not_do(tmp_path: Path) -> None:
    assert Source(tmp_path).require_folder() == tmp_path
    with pytest.raises(ConfigError, match="which data set"):
        Source(None).require_folder()


def test_a_manifest_tells_handbooks_from_pairs(tmp_path: Path) -> None:
    assert Source(None).has_handbooks
    assert not Source(tmp_path).has_handbooks
    (tmp_path / "manifest.jsonl").touch()
    assert Source(tmp_path).has_handbooks


def test_result_says_what_it_was_measured_on_and_with(tmp_path: Path) -> None:
    result = Source(tmp_path / "clinic").result(Measurements(3, {}), {"embedder": "e@1"})
    assert (result.dataset, result.split, result.n) == ("clinic", "dev", 3)
    assert result.versions == {"edgerag": __version__, "embedder": "e@1"}
