from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.errors import ConfigError
from edgerag.evaluate.datasets.corpora import Document
from edgerag.evaluate.datasets.files import existing_file, find_file, read_rows
from tests.rows import write_rows


def test_rows_are_read_zipped_or_not_and_empty_lines_passed_over(tmp_path: Path) -> None:
    for name in ("a.jsonl", "a.jsonl.gz"):
        path = write_rows(tmp_path / name, {"id": "d1", "text": "fever", "url": "http://x"})
        assert list(read_rows(path, Document)) == [Document("d1", "fever")]
    (tmp_path / "b.jsonl").write_text('\n{"id": "d1", "text": "é"}\n\n', encoding="utf-8")
    assert list(read_rows(tmp_path / "b.jsonl", Document)) == [Document("d1", "é")]


def test_zipped_file_is_found_before_the_plain_one(tmp_path: Path) -> None:
    plain, zipped = write_rows(tmp_path / "a.jsonl"), write_rows(tmp_path / "a.jsonl.gz")
    assert find_file(tmp_path, "a.jsonl") == zipped
    zipped.unlink()
    assert find_file(tmp_path, "a.jsonl") == existing_file(plain) == plain


def test_missing_split_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"dev\.queries\.jsonl: there is no such file"):
        find_file(tmp_path, "dev.queries.jsonl")


def test_broken_row_is_named_by_its_line(tmp_path: Path) -> None:
    path = write_rows(tmp_path / "corpus.jsonl", {"id": "d1", "text": "fever"}, {"id": "d2"})
    with pytest.raises(ConfigError, match=r"corpus\.jsonl: line 2: .*missing required field `text`"):
        list(read_rows(path, Document))


def test_damaged_zip_is_an_error_and_no_traceback(tmp_path: Path) -> None:
    zipped = write_rows(tmp_path / "corpus.jsonl.gz", {"id": "d1", "text": "fever"})
    zipped.write_bytes(zipped.read_bytes()[:-9])
    with pytest.raises(ConfigError, match="cannot be read"):
        list(read_rows(zipped, Document))
