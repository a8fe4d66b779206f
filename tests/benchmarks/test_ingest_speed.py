"""Adding handbooks, measured against the embedder alone on the same chunks and threads."""

from __future__ import annotations

import time
from pathlib import Path
from threading import Event

from pytest_benchmark.fixture import BenchmarkFixture

from edgerag.config import Ingest
from edgerag.index.sync import Indexes
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_embedder
from edgerag.intake import Indexed, add_handbooks
from edgerag.store.library import Library

FILES = ("pdf/sa-pc101-2013.pdf", "pdf/sa-tb-2009.pdf", "pdf/sa-sti-2008.pdf", "text/zw-edliz.md")
"""Large and small, two columns and one, PDF and Markdown: some 2,000 chunks."""


def test_adding_handbooks_against_the_embedder_alone(
    benchmark: BenchmarkFixture, shared_data: Path, models_folder: Path, tmp_path: Path
) -> None:
    files = [shared_data / "handbooks" / file for file in FILES]
    embedder = open_embedder(InstalledModels(models_folder))

    def add() -> None:
        events = add_handbooks(files, library, indexes, embedder, Ingest(), Event())
        assert sum(isinstance(event, Indexed) for event in events) == len(files)

    with Library.open(tmp_path / "library.db") as library:
        indexes = Indexes(library, tmp_path / "lexical")
        started = time.perf_counter()
        benchmark.pedantic(add, rounds=1)  # type: ignore[no-untyped-call]  # the plugin leaves it untyped
        add_s = time.perf_counter() - started
        texts = [chunk.indexed_text for book in library.handbooks() for chunk in library.all_chunks(book.id)]
    started = time.perf_counter()
    embedder.encode(texts)
    embed_s = time.perf_counter() - started
    measured = {
        "ratio": round(embed_s / add_s, 3),
        "chunks": len(texts),
        "add_s": round(add_s, 1),
        "embedder_s": round(embed_s, 1),
    }
    benchmark.extra_info.update(measured)
    print(f"\nadding {len(files)} handbooks: {measured}")  # noqa: T201
