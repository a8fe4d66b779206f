from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.errors import ModelMissingError
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.run.generator import measure_generator
from edgerag.evaluate.run.labelled import Labelled
from edgerag.evaluate.run.source import Source


def test_without_models_nothing_is_recorded(tmp_path: Path, bench: Bench) -> None:
    with pytest.raises(ModelMissingError):
        measure_generator(Source(tmp_path), Labelled([], {}), bench)
    assert not bench.workspaces.root.exists()
