from __future__ import annotations

import json
from pathlib import Path

import pytest

from edgerag import paths
from tests.unit.cli.conftest import Invoke


@pytest.mark.usefixtures("models")
def test_a_library_is_kept_beside_ones_own_and_built_anew_if_so_asked(invoke: Invoke, tmp_path: Path) -> None:
    corpus = {"handbook": "A", "id": "a1", "title": "Malaria", "text": "Give artesunate for malaria."}
    (tmp_path / "corpus.jsonl").write_text(json.dumps(corpus))
    (tmp_path / "dev.queries.jsonl").write_text(json.dumps({"id": "q", "text": "How is malaria treated?"}))
    (tmp_path / "dev.qrels.tsv").write_text("query_id\tdoc_id\tgrade\nq\ta1\t3\n")
    ask = ("evaluate", "retrieval", "--data", tmp_path)
    first = invoke(*ask)
    assert "ndcg@10\t1.000" in first.stdout
    (kept,) = (paths.data_folder() / "evaluation").glob("*/library.db")
    born = kept.stat().st_ino, kept.stat().st_ctime_ns
    assert not paths.library_file().exists()
    assert invoke(*ask).stdout == first.stdout
    (folder,) = (paths.data_folder() / "evaluation").iterdir()
    (folder / "mark").touch()
    invoke(*ask)
    assert (folder / "mark").exists()
    assert invoke(*ask, "--fresh").stdout == first.stdout
    assert not (folder / "mark").exists()
    assert (kept.stat().st_ino, kept.stat().st_ctime_ns) != born
