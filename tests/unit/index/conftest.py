from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from edgerag.index.sync import Indexes
from edgerag.store.library import Library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "data" / "library.db", busy_timeout_s=0.2) as opened:
        yield opened


@pytest.fixture
def indexes(library: Library, tmp_path: Path) -> Indexes:
    return Indexes.open(library, tmp_path / "data" / "lexical")
