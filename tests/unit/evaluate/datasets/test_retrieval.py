from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.errors import ConfigError
from edgerag.evaluate.datasets.retrieval import read_retrieval
from tests.rows import write_rows


def retrieval_set(folder: Path, ending: str = "") -> Path:
    write_rows(
        folder / f"corpus.jsonl{ending}",
        {"id": "d1", "text": "fever", "url": "http://x"},
        {"id": "d2", "text": "é"},
    )
    write_rows(folder / "trial.queries.jsonl", {"id": "q1", "text": "what is fever?"})
    (folder / "trial.qrels.tsv").write_text(
        "query_id\tdoc_id\tgrade\nq1\td1\t3\nq1\td2\t0\n", encoding="utf-8"
    )
    return folder


@pytest.mark.parametrize("ending", ["", ".gz"])
def test_retrieval_set_is_read_zipped_or_not(tmp_path: Path, ending: str) -> None:
    data = read_retrieval(retrieval_set(tmp_path, ending), "trial")
    assert [document.text for document in data.documents] == ["fever", "é"]
    assert data.queries[0].text == "what is fever?"
    assert data.grades == {"q1": {"d1": 3.0, "d2": 0.0}}


def test_broken_grades_are_named_by_their_line(tmp_path: Path) -> None:
    folder = retrieval_set(tmp_path)
    (folder / "trial.qrels.tsv").write_text("query_id\tdoc_id\tgrade\nq1\td1\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="line 2"):
        read_retrieval(folder, "trial")


def test_real_retrieval_set_is_read(shared_data: Path) -> None:
    assert len(read_retrieval(shared_data / "retrieval" / "mediqa_qa", "dev").documents) == 2398
