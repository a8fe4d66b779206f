from __future__ import annotations

from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from edgerag.config import Config
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.workspace import Workspaces


def test_bench_stays_as_it_is_throughout_a_measurement(tmp_path: Path) -> None:
    bench = Bench(Config(), Workspaces(tmp_path, Config().ingest), lambda *_: None)
    with pytest.raises(FrozenInstanceError):
        bench.config = Config()  # type: ignore[misc]
