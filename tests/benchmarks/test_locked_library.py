"""What a passphrase costs: unlocking, and searching a locked library beside the same one, plain."""

from __future__ import annotations

import shutil
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from edgerag.index.sync import Indexes
from edgerag.store.keyring import KEYRING
from edgerag.store.library import Library
from tests.synthetic import make_handbook, make_vectors
from tests.unit.store.locked import PASSPHRASE, lock

N_HANDBOOKS, CHUNKS_EACH, DIMENSIONS = 20, 650, 384
"""As many as 20 handbooks of a national ministry have."""
VOCABULARY, WORDS_PER_CHUNK = 30_000, 80
QUESTIONS = 40


@pytest.fixture(scope="module")
def library_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("locked") / "library.db"
    rng = np.random.default_rng(0)
    chances = 1 / np.arange(1, VOCABULARY + 1)
    words = np.array([f"w{rank * 2654435761 % 2**32:08x}" for rank in range(VOCABULARY)])
    with Library.open(path) as library:
        indexes = Indexes(library, path.parent / "lexical")
        for n in range(N_HANDBOOKS):
            drawn = rng.choice(VOCABULARY, (CHUNKS_EACH, WORDS_PER_CHUNK), p=chances / chances.sum())
            parsed = make_handbook(f"handbook {n}", [" ".join(row) for row in words[drawn]])
            vectors = make_vectors(CHUNKS_EACH, dimensions=DIMENSIONS, seed=n)
            library.add(parsed, vectors, "synthetic")
        indexes.catch_up()
    return path


def both_s(plain: Callable[[int], object], locked: Callable[[int], object]) -> tuple[float, float]:
    """Median seconds of two ways, warm, in turns: whatever else the machine does slows both."""
    times: tuple[list[float], list[float]] = ([], [])
    for n in range(-3, QUESTIONS):
        for way, seconds in zip((plain, locked), times, strict=True):
            began = time.perf_counter()
            way(n)
            seconds.append(time.perf_counter() - began)
    return statistics.median(times[0][3:]), statistics.median(times[1][3:])


def test_a_locked_library_answers_as_fast_as_a_plain_one(
    benchmark: BenchmarkFixture, library_file: Path, tmp_path: Path
) -> None:
    locked_file = tmp_path / "library.db"
    shutil.copy(library_file, locked_file)
    began = time.perf_counter()
    lock(locked_file)
    locking_s = time.perf_counter() - began
    KEYRING.forget()
    began = time.perf_counter()
    KEYRING.unlock(locked_file, PASSPHRASE)
    locked = Library.open(locked_file)
    unlocking_s = time.perf_counter() - began
    began, began_cpu = time.perf_counter(), time.process_time()
    locked_indexes = Indexes.open(locked, tmp_path / "lexical")
    words_s, words_cpu_s = time.perf_counter() - began, time.process_time() - began_cpu

    queries = make_vectors(QUESTIONS, dimensions=DIMENSIONS, seed=99)
    terms = [f"w{n * 2654435761 % 2**32:08x} dose" for n in range(QUESTIONS)]
    with Library.open(library_file) as plain:
        indexes = Indexes.open(plain, library_file.parent / "lexical")
        books = [book.id for book in plain.handbooks()]
        compared = {
            "nearest vectors": both_s(
                lambda n: indexes.vectors.search(queries[n], 20),
                lambda n: locked_indexes.vectors.search(queries[n], 20),
            ),
            "words": both_s(
                lambda n: indexes.lexical.search(terms[n], 20),
                lambda n: locked_indexes.lexical.search(terms[n], 20),
            ),
            "pages": both_s(
                lambda n: plain.pages(books[n % N_HANDBOOKS], 1, 40),
                lambda n: locked.pages(books[n % N_HANDBOOKS], 1, 40),
            ),
        }
    benchmark.extra_info.update(
        locking_s=locking_s, unlocking_s=unlocking_s, words_s=words_s, words_cpu_s=words_cpu_s
    )
    benchmark.extra_info.update({f"{what}, locked / plain": b / a for what, (a, b) in compared.items()})
    benchmark(locked_indexes.vectors.search, queries[0], 20)
    locked.close()
    KEYRING.forget()
    sys.stdout.write(f"\n{benchmark.extra_info}\n")
    assert unlocking_s < 2
    assert compared["nearest vectors"][1] < 1.5 * compared["nearest vectors"][0]
