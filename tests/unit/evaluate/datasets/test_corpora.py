from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.errors import ConfigError
from edgerag.evaluate.datasets.corpora import read_corpora, require_rows
from tests.rows import write_rows


def test_corpora_are_read_in_the_order_of_their_files(tmp_path: Path) -> None:
    write_rows(tmp_path / "B.jsonl", {"id": "2", "handbook": "B", "text": "y"})
    write_rows(tmp_path / "A.jsonl.gz", {"id": "1", "handbook": "A", "text": "x"})
    assert [document.handbook for document in read_corpora(tmp_path)] == ["A", "B"]


def test_folder_without_corpora_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"there are no \.jsonl files"):
        read_corpora(tmp_path)


def test_rows_that_are_not_there_are_named() -> None:
    require_rows("q", ["a1"], {"a1", "a2"})
    with pytest.raises(ConfigError, match="question q: no row a9 in the corpus"):
        require_rows("q", ["a1", "a9"], {"a1", "a2"})
