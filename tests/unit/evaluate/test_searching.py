from __future__ import annotations

from pathlib import Path

from edgerag import paths
from edgerag.config import Config, Models
from edgerag.evaluate.datasets import Document
from edgerag.evaluate.searching import searchable
from edgerag.evaluate.workspace import Workspaces
from edgerag.understand.understand import understand

CONFIG = Config(models=Models(threads=1))


def test_a_corpus_is_ranked_and_kept(tmp_path: Path, models_folder: Path) -> None:
    paths.data_folder().mkdir(parents=True)
    paths.models_folder().symlink_to(models_folder)
    workspaces = Workspaces(tmp_path / "kept", CONFIG.ingest)
    rows = [
        Document("m", "Give artemether-lumefantrine for three days.", "Malaria"),
        Document("h", "Use soap and water.", "Hands"),
    ]
    for _ in range(2):
        with searchable(
            "clinic", rows, config=CONFIG, workspaces=workspaces, progress=lambda *_: None
        ) as corpus:
            first, *_ = corpus.retriever.rank(understand("malaria treatment"), 2)
            assert corpus.handbooks[0].documents[first.section_id] == "m"
            assert [corpus.handbooks[0].documents[s] for s in corpus.by_words("malaria soap water", 2)] == [
                "h",
                "m",
            ]
            assert len(corpus.by_words("malaria soap water", 1)) == 1
    assert len(list(workspaces.root.glob("clinic-*/library.db"))) == 1
