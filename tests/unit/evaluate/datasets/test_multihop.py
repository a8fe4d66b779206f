from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.errors import ConfigError
from edgerag.evaluate.datasets.multihop import read_multihop
from tests.rows import write_rows


def test_paragraphs_and_questions_over_them_are_read(tmp_path: Path) -> None:
    paragraphs = {"id": "p1", "title": "T", "text": "x"}, {"id": "p2", "text": "y"}
    write_rows(tmp_path / "corpus.jsonl", *paragraphs)
    write_rows(
        tmp_path / "dev.jsonl", {"id": "h", "question": "who?", "supporting": ["p1", "p2"], "type": None}
    )
    data = read_multihop(tmp_path, "dev")
    assert [document.id for document in data.documents] == ["p1", "p2"]
    assert data.questions[0].supporting == ["p1", "p2"]


def test_question_about_a_row_that_is_not_there_is_named(tmp_path: Path) -> None:
    write_rows(tmp_path / "corpus.jsonl", {"id": "p1", "text": "x"})
    write_rows(tmp_path / "dev.jsonl", {"id": "h", "question": "who?", "supporting": ["p1", "p2"]})
    with pytest.raises(ConfigError, match="question h: no row p2 in the corpus"):
        read_multihop(tmp_path, "dev")
