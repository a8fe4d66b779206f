from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from edgerag.domain.evidence import Evidence, EvidenceMode, Passage, RetrievalTrace
from edgerag.domain.handbooks import Handbook, Metadata, Origin, Page, Stated
from edgerag.domain.ids import ChunkId, HandbookId, SectionId
from edgerag.domain.pages import handbook_text, paginate

UNKNOWN = Stated("", Origin.DEFAULT)
HANDBOOK = Handbook(
    id=HandbookId("0123456789abcdef"),
    sha256="0123456789abcdef" * 4,
    file_name="clinic.pdf",
    source_path="/clinic.pdf",
    media_type="pdf",
    metadata=Metadata(
        Stated("Clinic handbook", Origin.DOCUMENT), UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN
    ),
    n_pages=1,
    n_sections=1,
    n_chunks=1,
    n_chars=1,
)

MakePassages = Callable[..., tuple[Passage, ...]]
MakeEvidence = Callable[..., tuple[Evidence, tuple[Page, ...]]]


def make_passages(texts: Sequence[str], path: tuple[str, ...] = ("Emergencies",)) -> tuple[Passage, ...]:
    passages = []
    for ordinal, page in enumerate(make_pages(texts)):
        end = page.start + len(page.text)
        passages.append(
            Passage(
                section_id=SectionId(ordinal),
                path=path,
                start=page.start,
                end=end,
                text=page.text,
                first_page=page.number,
                last_page=page.number,
                score=3.0 - ordinal,
                best_chunk=ChunkId(ordinal),
                chunk_start=page.start,
                chunk_end=end,
            )
        )
    return tuple(passages)


def make_pages(texts: Sequence[str]) -> tuple[Page, ...]:
    return paginate(texts, range(1, len(texts) + 1), [""] * len(texts))


def make_evidence(*texts: str, relevance: float = 0.9) -> tuple[Evidence, tuple[Page, ...]]:
    pages = make_pages(texts)
    trace = RetrievalTrace(EvidenceMode.RETRIEVED, 5, 5, 3.0, relevance, ("Emergencies",), {"dense": 5})
    handbook = replace(HANDBOOK, n_chars=len(handbook_text(pages)))
    return Evidence(handbook, make_passages(texts), trace), pages


@pytest.fixture
def passages() -> MakePassages:
    """Make one passage of each text, as if each filled one page."""
    return make_passages


@pytest.fixture
def evidence() -> MakeEvidence:
    """Make the evidence of one handbook whose pages are the texts, and those pages."""
    return make_evidence
