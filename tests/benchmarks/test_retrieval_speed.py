"""First-stage retrieval from 100 handbooks at once, measured against one numpy scan of the same vectors."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from jaxtyping import Float32
from pytest_benchmark.fixture import BenchmarkFixture

from edgerag.index.sync import Indexes
from edgerag.store.library import Library
from tests.synthetic import make_handbook, make_vectors

N_CHUNKS = 100_000
DIMENSIONS = 384
K = 20
VOCABULARY = 30_000
WORDS_PER_CHUNK = 120
QUESTIONS = 15


def word(rank: int) -> str:
    """A made-up word; ranks follow Zipf's law, as words do."""
    return f"w{rank * 2654435761 % 2**32:08x}"


def build(folder: Path, n_handbooks: int) -> None:
    rng = np.random.default_rng(0)
    chances = 1 / np.arange(1, VOCABULARY + 1)
    words = np.array([word(rank) for rank in range(VOCABULARY)])
    per_handbook = N_CHUNKS // n_handbooks
    with Library.open(folder / "library.db") as library:
        indexes = Indexes(library, folder / "lexical")
        for n in range(n_handbooks):
            drawn = rng.choice(VOCABULARY, (per_handbook, WORDS_PER_CHUNK), p=chances / chances.sum())
            texts = [" ".join(row) for row in words[drawn]]
            parsed = make_handbook(f"handbook {n}", texts, pages_per_section=4)
            library.add(parsed, make_vectors(per_handbook, dimensions=DIMENSIONS, seed=n), "synthetic")
        indexes.catch_up()


def open_large(n_handbooks: int) -> tuple[Library, Indexes]:
    """Open a library of `N_CHUNKS` chunks, kept between runs because building it takes minutes."""
    folder = Path(tempfile.gettempdir()) / f"edgerag-benchmark-{n_handbooks}"
    if not (folder / "complete").exists():
        build(folder, n_handbooks)
        (folder / "complete").touch()
    library = Library.open(folder / "library.db")
    return library, Indexes.open(library, folder / "lexical")


def median_s(work: Callable[[int], object]) -> float:
    """Seconds that `work` takes on one of the questions."""
    seconds = []
    for n in range(QUESTIONS):
        started = time.perf_counter()
        work(n)
        seconds.append(time.perf_counter() - started)
    return statistics.median(seconds)


@pytest.mark.parametrize("n_handbooks", [100, 10])
def test_first_stage_against_a_numpy_scan(benchmark: BenchmarkFixture, n_handbooks: int) -> None:
    library, indexes = open_large(n_handbooks)
    rng = np.random.default_rng(1)
    questions = [" ".join(word(int(rank)) for rank in rng.integers(20, 3000, 7)) for _ in range(QUESTIONS)]
    queries = make_vectors(QUESTIONS, dimensions=DIMENSIONS, seed=12345)
    matrix: Float32[np.ndarray, "row dim"] = np.concatenate(
        [library.vectors(book.id).astype(np.float32) for book in library.handbooks()]
    )

    def scan(n: int) -> object:
        scores = (matrix @ queries[n]).reshape(n_handbooks, -1)
        return np.argpartition(-scores, K, axis=1)[:, :K]

    with ThreadPoolExecutor(1) as pool:

        def retrieve(n: int) -> object:
            words = pool.submit(indexes.lexical.search, questions[n], K)
            return indexes.vectors.search(queries[n], K), words.result()

        retrieve(0)
        scan_s, retrieve_s = median_s(scan), median_s(retrieve)
        vectors_s = median_s(lambda n: indexes.vectors.search(queries[n], K))
        words_s = median_s(lambda n: indexes.lexical.search(questions[n], K))
        benchmark(retrieve, 0)
    library.close()
    measured = {
        "ratio": round(retrieve_s / scan_s, 2),
        "retrieve_ms": round(retrieve_s * 1000, 1),
        "scan_ms": round(scan_s * 1000, 1),
        "vectors_ms": round(vectors_s * 1000, 1),
        "words_ms": round(words_s * 1000, 1),
    }
    benchmark.extra_info.update(measured)
    print(f"\n{N_CHUNKS:,} chunks in {n_handbooks} handbooks: {measured}")  # noqa: T201
