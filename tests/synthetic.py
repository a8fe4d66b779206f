"""Handbooks that hold exactly what a test says, without parsing or models."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence

import numpy as np
from jaxtyping import Float32

from edgerag.answer import extractive
from edgerag.domain.handbooks import Chunk, Handbook, Metadata, Origin, ParsedHandbook, Section, Stated
from edgerag.domain.ids import chunk_id, handbook_id, section_id
from edgerag.domain.pages import handbook_text, paginate

EMBEDDER = "synthetic-16"


def make_handbook(
    title: str,
    texts: Sequence[str],
    *,
    source: str = "",
    headings: Sequence[str] = (),
    pages_per_section: int = 1,
    sha256: str = "",
) -> ParsedHandbook:
    """Make a handbook with one page and one chunk per text."""
    sha256 = sha256 or hashlib.sha256("\x00".join([title, *texts, *headings]).encode()).hexdigest()
    id_ = handbook_id(sha256)
    pages = paginate(texts, range(1, len(texts) + 1), [""] * len(texts))
    runs = [pages[i : i + pages_per_section] for i in range(0, len(pages), pages_per_section)]
    titles = list(headings) or [f"Section {run[0].ordinal}" for run in runs]
    sections = tuple(
        Section(
            id=section_id(id_, i),
            ordinal=i,
            parent=None,
            level=1,
            heading=titles[i],
            path=(titles[i],),
            start=run[0].start,
            end=run[-1].start + len(run[-1].text),
            first_page=run[0].number,
            last_page=run[-1].number,
        )
        for i, run in enumerate(runs)
    )
    chunks = tuple(
        Chunk(
            chunk_id(id_, i),
            section.id,
            i,
            section.heading,
            page.start,
            page.start + len(page.text),
            page.text,
        )
        for i, page in enumerate(pages)
        for section in [sections[i // pages_per_section]]
    )
    unknown = Stated("", Origin.DEFAULT)
    handbook = Handbook(
        id=id_,
        sha256=sha256,
        file_name=f"{title}.txt",
        source_path=source or f"/handbooks/{title}.txt",
        media_type="text",
        metadata=Metadata(Stated(title, Origin.DOCUMENT), unknown, unknown, unknown, unknown, unknown),
        n_pages=len(pages),
        n_sections=len(sections),
        n_chunks=len(chunks),
        n_chars=len(handbook_text(pages)),
    )
    return ParsedHandbook(handbook, pages, sections, chunks)


def make_vectors(n: int, *, dimensions: int = 16, seed: int = 0) -> Float32[np.ndarray, "chunk dim"]:
    """Draw `n` directions at random."""
    drawn = np.random.default_rng(seed).standard_normal((n, dimensions)).astype(np.float32)
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


class Indifferent:
    """A cross-encoder to which all texts are alike: everything else decides."""

    name = "indifferent"

    def __init__(self, logit: float = 0.0) -> None:
        """Give every text the same `logit`."""
        self.logit = logit

    def score(self, query: str, passages: Sequence[str]) -> Float32[np.ndarray, " passage"]:
        """Score every passage alike."""
        return np.full(len(passages), self.logit, dtype=np.float32)


class Preferring(Indifferent):
    """Holds every text with a certain word for an answer, and every other one for less of one."""

    def __init__(self, word: str, other: float = -8.0) -> None:
        """Prefer what has `word`; give everything else the logit `other`."""
        super().__init__(other)
        self.word = word

    def score(self, query: str, passages: Sequence[str]) -> Float32[np.ndarray, " passage"]:
        """Score what has the word high."""
        return np.array([8.0 if self.word in text else self.logit for text in passages], dtype=np.float32)


def doubting(word: str) -> Preferring:
    """Holds what has no certain word for a fifth as likely to answer, whatever else speaks for it."""
    weight, *others = extractive.WEIGHTS
    odds_to_spare = extractive.BIAS + sum(others[:2])
    return Preferring(word, (math.log(0.2 / 0.8) - odds_to_spare) / weight)
