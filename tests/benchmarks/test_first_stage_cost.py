"""The first stage over 10,000 chunks in 20 handbooks, against the bare parts that it could be made of.

The bare parts are one statement of sqlite-vec over the whole vectors, one BM25 query of Tantivy and the sum
of their scores. Both are asked for 20 chunks of each handbook, in processor time, without the embedder.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import apsw
import numpy as np
import sqlite_vec
import tantivy
from jaxtyping import Float32
from pytest_benchmark.fixture import BenchmarkFixture

from edgerag.domain.ids import ChunkId
from edgerag.index.sync import Indexes
from edgerag.retrieve.first_stage import FirstStage
from edgerag.retrieve.fusion import Signal, convex_combination
from edgerag.store.library import Library
from tests.synthetic import make_handbook, make_vectors

N_HANDBOOKS = 20
PER_HANDBOOK = 500
DIMENSIONS = 384
K = 20
VOCABULARY = 30_000
WORDS_PER_CHUNK = 120
QUESTIONS = 9

Ask = Callable[[int], object]
"""Answers the question with this number."""


def word(rank: int) -> str:
    """A made-up word of letters alone: numbers are looked at more closely."""
    letters = [chr(ord("a") + rank // 26**place % 26) for place in range(4)]
    return "".join(letters)


class Vectors:
    """Gives each question the vector of its number, which is its last word."""

    name = "synthetic"
    dimensions = DIMENSIONS

    def __init__(self, vectors: Float32[np.ndarray, "question dim"]) -> None:
        self._vectors = vectors

    def encode(self, texts: Sequence[str]) -> Float32[np.ndarray, "text dim"]:
        return np.array([self.encode_query(text) for text in texts])

    def encode_query(self, question: str) -> Float32[np.ndarray, " dim"]:
        return self._vectors[len(question.rsplit(" ", 1)[1]) - 1]


def bare_parts(
    texts: list[str],
    matrix: Float32[np.ndarray, "row dim"],
    questions: list[str],
    queries: Float32[np.ndarray, "question dim"],
) -> Ask:
    db = apsw.Connection(":memory:")
    db.enable_load_extension(True)
    db.load_extension(sqlite_vec.loadable_path())
    db.execute(
        f"create virtual table v using vec0(handbook integer partition key, vector float[{DIMENSIONS}],"
        " chunk_size=128)"
    )
    rows = ((n, n // PER_HANDBOOK, row.tobytes()) for n, row in enumerate(matrix))
    db.executemany("insert into v (rowid, handbook, vector) values (?, ?, ?)", rows)
    schema = tantivy.SchemaBuilder().add_unsigned_field("n", fast=True).add_text_field("text").build()
    index = tantivy.Index(schema)
    writer = index.writer(64_000_000, 1)
    for n, text in enumerate(texts):
        writer.add_document(tantivy.Document.from_dict({"n": n, "text": text}, schema))
    writer.commit()
    index.reload()
    handbooks = ", ".join(map(str, range(N_HANDBOOKS)))

    def ask(n: int) -> object:
        near = db.execute(
            f"select rowid, distance from v where vector match ? and k = {K} and handbook in ({handbooks})",
            (queries[n].tobytes(),),
        ).fetchall()
        searcher = index.searcher()
        hits = searcher.search(index.parse_query(questions[n], ["text"]), K * N_HANDBOOKS).hits
        found = searcher.fast_field_values("n", [address for _, address in hits])
        rows = np.array(found, dtype=np.int64).tolist()
        words = {ChunkId(row): score for row, (score, _) in zip(rows, hits, strict=True)}
        apart = np.array(near, dtype=np.float64)
        cosines = dict(
            zip(
                map(ChunkId, apart[:, 0].astype(int).tolist()),
                (1 - apart[:, 1] ** 2 / 2).tolist(),
                strict=True,
            )
        )
        return convex_combination([Signal(cosines, 0.5, 1.0), Signal(words, 0.0, 0.25)])

    return ask


def median_ms(ask: Ask) -> float:
    ask(0)
    taken = []
    for n in range(QUESTIONS):
        started = time.process_time()
        ask(n)
        taken.append(time.process_time() - started)
    return statistics.median(taken) * 1000


def test_first_stage_against_its_bare_parts(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    chances = 1 / np.arange(1, VOCABULARY + 1)
    words = np.array([word(rank) for rank in range(VOCABULARY)])
    drawn = rng.choice(VOCABULARY, (N_HANDBOOKS * PER_HANDBOOK, WORDS_PER_CHUNK), p=chances / chances.sum())
    texts = [" ".join(row) for row in words[drawn]]
    matrix = make_vectors(len(texts), dimensions=DIMENSIONS, seed=1)
    queries = make_vectors(QUESTIONS, dimensions=DIMENSIONS, seed=2)
    asked = [" ".join(words[rng.integers(20, 3000, 7)]) for _ in range(QUESTIONS)]
    with Library.open(tmp_path / "library.db") as library:
        indexes = Indexes(library, tmp_path / "lexical")
        for n in range(N_HANDBOOKS):
            part = slice(n * PER_HANDBOOK, (n + 1) * PER_HANDBOOK)
            library.add(make_handbook(f"{n}", texts[part], pages_per_section=4), matrix[part], "synthetic")
        indexes.catch_up()
        first_stage = FirstStage(library, indexes, Vectors(queries))
        handbooks = [book.id for book in library.handbooks()]
        numbered = [f"{question} {'z' * (n + 1)}" for n, question in enumerate(asked)]

        def propose(n: int) -> object:
            return first_stage.propose(numbered[n], K, handbooks)

        bare_ms = median_ms(bare_parts(texts, matrix, asked, queries))
        propose_ms = median_ms(propose)
        benchmark(propose, 0)
    measured = {
        "ratio": round(propose_ms / bare_ms, 2),
        "first_stage_ms": round(propose_ms, 1),
        "bare_parts_ms": round(bare_ms, 1),
    }
    benchmark.extra_info.update(measured)
    print(f"\n{len(texts):,} chunks in {N_HANDBOOKS} handbooks: {measured}")  # noqa: T201
