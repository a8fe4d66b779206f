from __future__ import annotations

import gzip
from pathlib import Path

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from disagreements import FOLDS, Disagreement, bucket, read_disagreements

ROW = Disagreement("1", "Does it help?", "It does.", "It does not.", "CONTRADICTORY", "HealthVer", "g")


def test_rows_are_read_whatever_else_they_say(tmp_path: Path) -> None:
    row = msgspec.to_builtins(ROW) | {"medical": True}
    path = tmp_path / "dev.jsonl.gz"
    path.write_bytes(gzip.compress(msgspec.json.encode(row) + b"\n"))
    assert read_disagreements(path) == [ROW]


@given(st.text(), st.text())
def test_group_alone_decides_the_fold(question: str, group: str) -> None:
    one = msgspec.structs.replace(ROW, group=group)
    other = msgspec.structs.replace(one, id="2", question=question)
    assert one.fold == other.fold < FOLDS


def test_bucket_is_the_same_on_every_machine() -> None:
    assert [bucket(text, 25) for text in ("", "a", "b")] == [24, 24, 15]
