from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from edgerag.store.library import Library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "data" / "library.db", busy_timeout_s=0.2) as opened:
        yield opened
