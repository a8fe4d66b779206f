from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from jaxtyping import Float32

from edgerag.config import Ingest
from edgerag.errors import StoreError
from edgerag.evaluate.corpus import CorpusHandbook, corpus_handbooks
from edgerag.evaluate.datasets.corpora import Document
from edgerag.evaluate.workspace import (
    Workspaces,
    documents_of,
    fill,
    fingerprint,
    keep_only,
    names_of,
    opened,
    reduced,
)

ROWS = [
    Document("b1", "Rest and drink.", "Fever", "B"),
    Document("a1", "Wash the wound.", "Bites", "A"),
    Document("a2", "Keep still.", "Snakes", "A"),
]


class CountingEmbedder:
    """Makes a vector of a text's characters, and counts the texts."""

    name = "counting 1"
    dimensions = 8

    def __init__(self) -> None:
        self.n_encoded = 0

    def encode(self, texts: Sequence[str]) -> Float32[np.ndarray, "text dim"]:
        self.n_encoded += len(texts)
        counts = np.array(
            [np.bincount([ord(c) % 8 for c in text], minlength=8) for text in texts], np.float32
        )
        return np.asarray(counts / np.linalg.norm(counts, axis=1, keepdims=True))

    def encode_query(self, question: str) -> Float32[np.ndarray, " dim"]:
        return np.asarray(self.encode([question])[0])


@pytest.fixture
def handbooks() -> Sequence[CorpusHandbook]:
    return corpus_handbooks(ROWS, chunk_words=160, overlap_words=32)


def test_second_run_embeds_nothing(tmp_path: Path, handbooks: Sequence[CorpusHandbook]) -> None:
    embedder = CountingEmbedder()
    for _ in range(2):
        with opened(tmp_path) as workspace:
            fill(workspace, tmp_path, handbooks, embedder, lambda *_: None)
            assert {book.title for book in workspace.library.handbooks()} == {"A", "B"}
    assert embedder.n_encoded == 3
    assert not list(tmp_path.glob("*.vectors"))


def test_sections_lead_back_to_rows_and_handbooks_to_names(handbooks: Sequence[CorpusHandbook]) -> None:
    documents = documents_of(handbooks)
    assert sorted(documents.values()) == ["a1", "a2", "b1"]
    assert set(names_of(handbooks).values()) == {"A", "B"}


def test_corpus_can_be_searched(tmp_path: Path, handbooks: Sequence[CorpusHandbook]) -> None:
    embedder = CountingEmbedder()
    documents = documents_of(handbooks)
    with opened(tmp_path) as workspace:
        fill(workspace, tmp_path, handbooks, embedder, lambda *_: None)
        query = embedder.encode_query("Bites\nWash the wound.")
        best = {ranking[0].chunk_id for ranking in workspace.indexes.vectors.search(query, 1, None).values()}
        found = workspace.library.chunks(sorted(best))
    assert "a1" in {documents[chunk.section_id] for _, chunk in found.values()}


def test_handbooks_that_left_the_data_set_leave_the_library(
    tmp_path: Path, handbooks: Sequence[CorpusHandbook]
) -> None:
    kept = handbooks[1].parsed.handbook.id
    with opened(tmp_path) as workspace:
        fill(workspace, tmp_path, handbooks, CountingEmbedder(), lambda *_: None)
        keep_only(workspace, {kept})
        assert [book.id for book in workspace.library.handbooks()] == [kept]


def test_progress_counts_the_chunks(tmp_path: Path, handbooks: Sequence[CorpusHandbook]) -> None:
    told: list[tuple[str, int, int]] = []
    with opened(tmp_path) as workspace:
        fill(workspace, tmp_path, handbooks, CountingEmbedder(), lambda *event: told.append(event))
    assert told == [
        ("embedding A", 0, 2),
        ("embedding A", 2, 2),
        ("embedding B", 0, 1),
        ("embedding B", 1, 1),
    ]


def test_fingerprint_tells_parts_apart() -> None:
    assert fingerprint("a", "bc") != fingerprint("ab", "c")


def test_a_part_of_a_library_is_a_copy_that_goes_again(
    tmp_path: Path, handbooks: Sequence[CorpusHandbook]
) -> None:
    folder, kept = tmp_path / "whole", handbooks[1].parsed.handbook.id
    embedder = CountingEmbedder()
    with opened(folder) as workspace:
        fill(workspace, folder, handbooks, embedder, lambda *_: None)
    with reduced(folder, {kept}) as part:
        assert [book.id for book in part.library.handbooks()] == [kept]
        query = embedder.encode_query("Bites")
        assert set(part.indexes.vectors.search(query, 9, None)) == {kept}
    assert [path.name for path in tmp_path.iterdir()] == ["whole"]
    with opened(folder) as workspace:
        assert len(workspace.library.handbooks()) == 2
    with pytest.raises(StoreError, match="cannot be copied"), reduced(tmp_path / "nowhere", set()):
        pass


def test_a_folder_is_named_after_its_content_and_emptied_if_fresh(tmp_path: Path) -> None:
    kept = Workspaces(tmp_path, Ingest())
    folder = kept.folder("clinic", "embedder", "data")
    assert folder == kept.folder("clinic", "embedder", "data")
    assert folder.name.startswith("clinic-")
    assert kept.folder("clinic", "other", "data") != folder
    folder.mkdir()
    (folder / "library.db").write_text("old")
    assert Workspaces(tmp_path, Ingest(), fresh=True).folder("clinic", "embedder", "data") == folder
    assert not folder.exists()
