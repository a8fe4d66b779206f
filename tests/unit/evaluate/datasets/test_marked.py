from __future__ import annotations

from pathlib import Path

from edgerag.evaluate.datasets.marked import read_marked
from tests.rows import write_rows


def test_marked_passages_are_read_with_their_entities(tmp_path: Path) -> None:
    entities = [{"type": "drug", "start": 5, "end": 12}]
    write_rows(tmp_path / "extract.dev.jsonl", {"text": "Give quinine.", "entities": entities})
    (passage,) = read_marked(tmp_path, "dev")
    assert [(one.start, one.end) for one in passage.entities] == [(5, 12)]
