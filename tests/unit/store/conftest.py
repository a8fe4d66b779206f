from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from edgerag.store.library import Library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "data" / "library.db", busy_timeout_s=0.2) as opened:
        yield opened


@pytest.fixture
def db(library: Library) -> Iterator[apsw.Connection]:
    """The tables of a new library, in a transaction."""
    with library.transaction() as opened:
        yield opened
