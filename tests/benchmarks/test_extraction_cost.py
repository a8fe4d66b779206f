"""Reading a handbook for entities and claims, measured against embedding it: their ratio may not grow."""

from __future__ import annotations

import time
from pathlib import Path
from threading import Event

from pytest_benchmark.fixture import BenchmarkFixture

from edgerag.config import Ingest
from edgerag.domain.pages import handbook_text
from edgerag.extract.extract import extract_with_claims
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_embedder
from edgerag.ingest.parse import parse_file
from edgerag.language.abbreviations import harvest

HIGHEST_RATIO = 0.15
"""What reading may add to the embedding of the same handbook."""
ONE_IN = 10
"""So few of the chunks are embedded: the time is theirs, times this."""


def test_reading_for_entities_and_claims_against_embedding(
    benchmark: BenchmarkFixture, shared_data: Path, models_folder: Path
) -> None:
    file = shared_data / "handbooks" / "text" / "zw-edliz.md"
    limits = Ingest()
    parsed = parse_file(
        file,
        chunk_words=limits.chunk_words,
        overlap_words=limits.overlap_words,
        timeout_s=limits.timeout_s,
        memory_mb=limits.memory_mb,
        cancel=Event(),
    )
    text = handbook_text(parsed.pages)
    embedder = open_embedder(InstalledModels(models_folder), threads=1)
    sample = [chunk.indexed_text for chunk in parsed.chunks[::ONE_IN]]
    embedder.encode(sample[:2])
    started = time.process_time()
    embedder.encode(sample)
    embed_s = (time.process_time() - started) * len(parsed.chunks) / len(sample)

    def read() -> None:
        extract_with_claims(text, parsed.sections, parsed.chunks, harvest(text))

    extract_with_claims(text, parsed.sections[:1], parsed.chunks, ())  # loads the lexicon
    started = time.process_time()
    benchmark.pedantic(read, rounds=1)  # type: ignore[no-untyped-call]  # the plugin leaves it untyped
    ratio = (time.process_time() - started) / embed_s
    benchmark.extra_info.update({"ratio": round(ratio, 3), "chunks": len(parsed.chunks)})
    print(f"\nreading {len(parsed.chunks)} chunks takes {ratio:.1%} of embedding them")  # noqa: T201
    assert ratio < HIGHEST_RATIO
