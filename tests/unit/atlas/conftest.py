from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np
import pytest

from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook

DIMENSIONS = 16


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library.db") as opened:
        yield opened


@pytest.fixture
def shelve(library: Library) -> Callable[[str, Mapping[str, str]], None]:
    """Add a handbook of sections whose passages are all alike: their vectors are the same."""

    def add(title: str, sections: Mapping[str, str]) -> None:
        parsed = make_handbook(title, list(sections.values()), headings=list(sections))
        row = np.full(DIMENSIONS, DIMENSIONS**-0.5, dtype=np.float32)
        library.add(parsed, np.tile(row, (len(parsed.chunks), 1)), EMBEDDER)

    return add
