"""What one question costs: passages and statements for the cross-encoder, and the time of anything else."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from jaxtyping import Float32
from pytest_benchmark.fixture import BenchmarkFixture

from edgerag.answer.answer import quote_answer
from edgerag.answer.extractive import MOST_READ
from edgerag.domain.handbooks import Handbook, Metadata, Origin, ParsedHandbook, Section, Stated
from edgerag.domain.ids import handbook_id, section_id
from edgerag.domain.pages import handbook_text, paginate
from edgerag.index.sync import Indexes
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_embedder, open_reranker, open_selector
from edgerag.inference.roles import Reranker
from edgerag.ingest.chunks import build_chunks
from edgerag.retrieve.retrieve import Retriever
from edgerag.store.library import Library
from edgerag.understand.understand import understand

N_HANDBOOKS = 20
PAGES_PER_HANDBOOK = 100
BUDGET = 80
QUESTION = "What dose of adrenaline should an adult with anaphylaxis receive?"
TOPICS = ["anaphylaxis", "dehydration", "fever", "pneumonia", "malaria", "asthma", "burns", "diabetes"]
PROSE = """
    Give the adult a dose of 0.5 mg by intravenous injection every four hours until the child is better
    Refer the woman to hospital if fever is severe and treat with paracetamol amoxicillin or oxygen Watch
    pulse and weight every week Adrenaline should not be given before the blood pressure is known
"""


@dataclass(frozen=True)
class Cost:
    """Seconds from a question to all quoted answers, and to the first evidence."""

    total_s: float
    first_s: float


class Stopwatch:
    """Times and counts the texts that a cross-encoder reads."""

    def __init__(self, reranker: Reranker) -> None:
        self.name = reranker.name
        self._reranker = reranker
        self.seconds = 0.0
        self.n_read = 0

    def score(self, query: str, passages: Sequence[str]) -> Float32[np.ndarray, " passage"]:
        started = time.perf_counter()
        scores = self._reranker.score(query, passages)
        self.seconds += time.perf_counter() - started
        self.n_read += len(passages)
        return scores


def sentence(chance: random.Random) -> str:
    """Words that mean nothing, about as long as a sentence of a handbook is: 16 words, 90 characters."""
    return " ".join(chance.choices(PROSE.split(), k=chance.randint(8, 24))).capitalize() + "."


def invented_handbook(number: int) -> ParsedHandbook:
    """A handbook of one section per page, each on a topic that other handbooks have too."""
    chance = random.Random(number)
    digest = hashlib.sha256(str(number).encode()).hexdigest()
    name = handbook_id(digest)
    headings = [f"{chance.choice(TOPICS).title()} {page}" for page in range(PAGES_PER_HANDBOOK)]
    texts = [f"{heading}\n" + " ".join(sentence(chance) for _ in range(20)) for heading in headings]
    pages = paginate(texts, list(range(1, len(texts) + 1)), [""] * len(texts))
    sections = [
        Section(
            section_id(name, i),
            i,
            None,
            1,
            heading,
            (heading,),
            page.start,
            page.start + len(page.text),
            i,
            i,
        )
        for i, (heading, page) in enumerate(zip(headings, pages, strict=True))
    ]
    chunks = build_chunks(name, handbook_text(pages), sections, [], chunk_words=160, overlap_words=32)
    unknown = Stated("", Origin.DEFAULT)
    title = Stated(f"Handbook {number}", Origin.DOCUMENT)
    handbook = Handbook(
        name, digest, f"{number}.txt", f"/{number}.txt", "text",
        Metadata(title, unknown, unknown, unknown, unknown, unknown),
        len(pages), len(sections), len(chunks), len(handbook_text(pages)),
    )  # fmt: skip
    return ParsedHandbook(handbook, pages, tuple(sections), chunks)


def rows_around(
    centre: Float32[np.ndarray, " dim"], n_rows: int, seed: int
) -> Float32[np.ndarray, "chunk dim"]:
    """Vectors whose cosine with `centre` is about 0.7, so that no handbook is out of the question."""
    noise = np.random.default_rng(seed).normal(size=(n_rows, len(centre))).astype(np.float32)
    rows = centre + noise / np.linalg.norm(noise, axis=1, keepdims=True)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.mark.benchmark(min_rounds=1, max_time=1)
def test_a_question_costs_little_beside_the_cross_encoder(
    benchmark: BenchmarkFixture, tmp_path: Path, models_folder: Path
) -> None:
    installed = InstalledModels(models_folder)
    embedder = open_embedder(installed, threads=1)
    centre = embedder.encode_query(QUESTION)
    selector = open_selector(installed, threads=1)
    assert selector is not None
    passages, statements = Stopwatch(open_reranker(installed, threads=1)), Stopwatch(selector)
    with Library.open(tmp_path / "library.db") as library:
        indexes = Indexes.open(library, tmp_path / "lexical")
        for number in range(N_HANDBOOKS):
            parsed = invented_handbook(number)
            indexes.add(parsed, rows_around(centre, len(parsed.chunks), number), embedder.name)
        retriever = Retriever(
            library,
            indexes,
            embedder,
            passages,
            first_stage_k=20,
            rerank_passages=BUDGET,
            passages=5,
            full_document_tokens=0,
        )

        def ask() -> Cost:
            for stopwatch in (passages, statements):
                stopwatch.seconds, stopwatch.n_read = 0.0, 0
            started, first = time.perf_counter(), 0.0
            for evidence in retriever.retrieve(understand(QUESTION)):
                first = first or time.perf_counter() - started
                quote_answer(understand(QUESTION), evidence, library.pages(evidence.handbook.id), statements)
            return Cost(time.perf_counter() - started, first)

        cost = benchmark(ask)
        assert len(library.handbooks()) == N_HANDBOOKS
    share = statements.seconds / passages.seconds
    overhead = (cost.total_s - statements.seconds) / passages.seconds - 1
    print(  # noqa: T201
        f"\n{passages.n_read} passages, {passages.seconds:.2f} s reading them;"
        f" {statements.n_read} statements, {share:.1%};"
        f" {overhead:.1%} for everything else; first evidence after {cost.first_s:.2f} s"
    )
    assert passages.n_read <= BUDGET
    assert statements.n_read <= N_HANDBOOKS * MOST_READ
    assert share <= 1.0  # four times as many statements as passages, each about a quarter as dear
    assert overhead <= 0.20
