from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
from jaxtyping import Float32

from edgerag.domain.handbooks import (
    Chunk,
    Handbook,
    Metadata,
    Origin,
    Page,
    ParsedHandbook,
    Section,
    Stated,
)
from edgerag.domain.ids import chunk_id, handbook_id, section_id
from edgerag.domain.pages import handbook_text, paginate
from edgerag.index.sync import Indexes
from edgerag.inference.roles import Reranker
from edgerag.retrieve.first_stage import FirstStage
from edgerag.retrieve.retrieve import Retriever
from edgerag.store.library import Library

CHUNK_WORDS = 40


class HashedWords:
    """An embedder for tests: texts are alike as far as they share words."""

    name = "hashed-words"
    dimensions = 256

    def encode(self, texts: Sequence[str]) -> Float32[np.ndarray, "text dim"]:
        vectors = np.full((len(texts), self.dimensions), 0.01, dtype=np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for word in _words(text):
                row[int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big") % self.dimensions] += 1
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def encode_query(self, question: str) -> Float32[np.ndarray, " dim"]:
        vector: Float32[np.ndarray, " dim"] = self.encode([question])[0]
        return vector


class SharedWords:
    """A cross-encoder for tests: counts the question's words in the passage, and remembers what it read."""

    name = "shared-words"

    def __init__(self, read: list[str]) -> None:
        self.read = read

    def score(self, query: str, passages: Sequence[str]) -> Float32[np.ndarray, " passage"]:
        self.read += passages
        wanted = set(_words(query))
        shares = [len(wanted & set(_words(passage))) / max(len(wanted), 1) for passage in passages]
        return np.array([16 * share - 11 for share in shares], dtype=np.float32)


def _words(text: str) -> list[str]:
    return [word for word in re.findall(r"\w+", text.lower()) if len(word) > 3 or word.isdigit()]


def build_handbook(title: str, pages: Sequence[Sequence[tuple[str, str]]]) -> ParsedHandbook:
    digest = hashlib.sha256(repr((title, pages)).encode()).hexdigest()
    name = handbook_id(digest)
    texts = ["\n".join(f"{heading}\n{body}" for heading, body in page) for page in pages]
    stored = paginate(texts, list(range(1, len(texts) + 1)), [""] * len(texts))
    sections: list[Section] = []
    chunks: list[Chunk] = []
    whole = handbook_text(stored)
    for page, parts in zip(stored, pages, strict=True):
        start = page.start
        for heading, body in parts:
            end = start + len(heading) + 1 + len(body)
            section = Section(
                section_id(name, len(sections)), len(sections), None, 1, heading, (heading,), start, end,
                page.number, page.number,
            )  # fmt: skip
            sections.append(section)
            for low, high in _windows(body):
                begin = start + len(heading) + 1
                ordinal = len(chunks)
                text = whole[begin + low : begin + high]
                chunks.append(
                    Chunk(
                        chunk_id(name, ordinal), section.id, ordinal, heading, begin + low, begin + high, text
                    )
                )
            start = end + 1
    return ParsedHandbook(
        _record(title, digest, stored, sections, chunks), stored, tuple(sections), tuple(chunks)
    )


def _windows(body: str) -> Iterator[tuple[int, int]]:
    spans = [match.span() for match in re.finditer(r"\S+", body)]
    for first in range(0, len(spans), CHUNK_WORDS - 8):
        window = spans[first : first + CHUNK_WORDS]
        yield window[0][0], window[-1][1]
        if first + CHUNK_WORDS >= len(spans):
            return


def _record(
    title: str, digest: str, pages: Sequence[Page], sections: Sequence[Section], chunks: Sequence[Chunk]
) -> Handbook:
    unknown = Stated("", Origin.DEFAULT)
    return Handbook(
        id=handbook_id(digest),
        sha256=digest,
        file_name=f"{title}.txt",
        source_path=f"/books/{title}.txt",
        media_type="text",
        metadata=Metadata(Stated(title, Origin.DOCUMENT), unknown, unknown, unknown, unknown, unknown),
        n_pages=len(pages),
        n_sections=len(sections),
        n_chunks=len(chunks),
        n_chars=len(handbook_text(pages)),
    )


@pytest.fixture
def read_passages() -> list[str]:
    """What the test's cross-encoder has read."""
    return []


@pytest.fixture
def reranker(read_passages: list[str]) -> Reranker:
    return SharedWords(read_passages)


@pytest.fixture
def make_handbook() -> Callable[[str, Sequence[Sequence[tuple[str, str]]]], ParsedHandbook]:
    """Makes a handbook of pages, each of which is a list of (heading, body)."""
    return build_handbook


Shelf = tuple[Library, Indexes, HashedWords]


@pytest.fixture
def open_shelf(tmp_path: Path) -> Iterator[Callable[[Sequence[ParsedHandbook]], Shelf]]:
    """Opens a new library of the given handbooks, its indexes, and the embedder that made its vectors."""
    with ExitStack() as stack:

        def open_one(handbooks: Sequence[ParsedHandbook]) -> Shelf:
            folder = Path(tempfile.mkdtemp(dir=tmp_path))
            library = stack.enter_context(Library.open(folder / "library.db"))
            indexes = Indexes.open(library, folder / "lexical")
            embedder = HashedWords()
            for parsed in handbooks:
                vectors = embedder.encode([chunk.indexed_text for chunk in parsed.chunks])
                indexes.add(parsed, vectors, embedder.name)
            return library, indexes, embedder

        yield open_one


@pytest.fixture
def open_first_stage(
    open_shelf: Callable[[Sequence[ParsedHandbook]], Shelf],
) -> Callable[[Sequence[ParsedHandbook]], FirstStage]:
    """Opens a first stage over a new library of the given handbooks."""
    return lambda handbooks: FirstStage(*open_shelf(handbooks))


@pytest.fixture
def open_retriever(
    open_shelf: Callable[[Sequence[ParsedHandbook]], Shelf], reranker: Reranker
) -> Callable[..., Retriever]:
    """Opens a retriever over a new library of the given handbooks."""

    def open_one(
        handbooks: Sequence[ParsedHandbook],
        *,
        first_stage_k: int = 20,
        rerank_passages: int = 160,
        passages: int = 5,
        full_document_tokens: int = 0,
    ) -> Retriever:
        return Retriever(
            *open_shelf(handbooks),
            reranker,
            first_stage_k=first_stage_k,
            rerank_passages=rerank_passages,
            passages=passages,
            full_document_tokens=full_document_tokens,
        )

    return open_one
