from __future__ import annotations

from pathlib import Path

from edgerag import paths
from edgerag.config import Config, Models
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.datasets.corpora import Document
from edgerag.evaluate.searching import searchable
from edgerag.evaluate.workspace import Workspaces

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
        with searchable("clinic", rows, Bench(CONFIG, workspaces, lambda *_: None)) as corpus:
            assert corpus.rank("malaria treatment", 2)[0] == "m"
            assert corpus.rank_by_words("malaria soap water", 2) == ["h", "m"]
            assert corpus.rank_by_words("malaria soap water", 1) == ["h"]
    assert len(list(workspaces.root.glob("clinic-*/library.db"))) == 1
