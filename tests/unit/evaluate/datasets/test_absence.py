from __future__ import annotations

from pathlib import Path

from edgerag.evaluate.datasets.absence import read_absence
from tests.rows import write_rows


def test_absence_set_gathers_the_corpus_files(tmp_path: Path) -> None:
    write_rows(tmp_path / "corpus" / "A.jsonl", {"id": "1", "handbook": "A", "title": "Fever", "text": "x"})
    write_rows(tmp_path / "corpus" / "B.jsonl.gz", {"id": "2", "handbook": "B", "text": "y"})
    write_rows(
        tmp_path / "absence" / "dev.jsonl",
        {"id": "q", "question": "?", "labels": {"A": "PRESENT", "B": "ABSENT"}},
    )
    data = read_absence(tmp_path, "dev")
    assert [document.handbook for document in data.documents] == ["A", "B"]
    assert data.questions[0].labels["B"] == "ABSENT"


def test_real_absence_set_is_read(shared_data: Path) -> None:
    assert len(read_absence(shared_data / "medquad", "dev").questions) == 271
