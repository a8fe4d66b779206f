"""Makes handbooks of a corpus, so that a data set goes through the same library as any handbook.

Each row becomes a section with its title as heading, on a page of its own; rows that name the
same handbook share one. Chunks are cut as everywhere else. Some corpora have no title field but
begin each text with a title ("Burns (DO NOT): ..."); it is told from other beginnings by being
there in nearly every row and seldom twice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from msgspec import structs

from edgerag.domain.handbooks import Handbook, Metadata, Origin, Page, ParsedHandbook, Section, Stated
from edgerag.domain.ids import HandbookId, SectionId, handbook_id, section_id
from edgerag.domain.pages import handbook_text, paginate
from edgerag.evaluate.datasets.corpora import Document
from edgerag.ingest.blocks import BlockKind
from edgerag.ingest.chunks import build_chunks
from edgerag.ingest.sections import Mark

UNNAMED = "corpus"
"""The one handbook of a corpus whose rows name none."""

TITLE_MARKS = (": ", " . ")
"""What may stand between a title and the text that it begins."""
LONGEST_TITLE = 300
TITLED_SHARE = 0.95
"""Share of rows that must begin with a title before any beginning is taken for one."""
DISTINCT_SHARE = 0.5
"""Share of such beginnings that must differ: "METHODS: ..." is no title."""


@dataclass(frozen=True, slots=True)
class CorpusHandbook:
    """A handbook made of rows, and which row each section was."""

    name: str
    """What the rows call it; also its title and file name."""
    parsed: ParsedHandbook
    documents: Mapping[SectionId, str]


def corpus_handbooks(
    documents: Sequence[Document], *, chunk_words: int, overlap_words: int
) -> tuple[CorpusHandbook, ...]:
    """Gather rows into handbooks, in the order of their names."""
    by_name: dict[str, list[Document]] = {}
    for document in with_titles(documents):
        by_name.setdefault(document.handbook or UNNAMED, []).append(document)
    return tuple(_handbook(name, by_name[name], chunk_words, overlap_words) for name in sorted(by_name))


def with_titles(documents: Sequence[Document]) -> Sequence[Document]:
    """Move titles that begin the texts of a corpus into the title field; other corpora stay as they are."""
    if any(document.title for document in documents):
        return documents
    for mark in TITLE_MARKS:
        halves = [document.text[:LONGEST_TITLE].partition(mark) for document in documents]
        titles = [title for title, found, _ in halves if found]
        if (
            titles
            and len(titles) >= TITLED_SHARE * len(documents)
            and len(set(titles)) >= DISTINCT_SHARE * len(titles)
        ):
            return [_titled(document, mark) for document in documents]
    return documents


def _titled(document: Document, mark: str) -> Document:
    title, found, _ = document.text[:LONGEST_TITLE].partition(mark)
    if not found:
        return document
    return structs.replace(document, title=title, text=document.text[len(title) + len(mark) :])


def _handbook(
    name: str, documents: Sequence[Document], chunk_words: int, overlap_words: int
) -> CorpusHandbook:
    encoded = msgspec.json.encode([name, documents, chunk_words, overlap_words])
    sha256 = hashlib.sha256(encoded).hexdigest()
    id_ = handbook_id(sha256)
    texts = ["\n".join(filter(None, (document.title, document.text))) for document in documents]
    pages = paginate(texts, [None] * len(texts), [""] * len(texts))
    sections = tuple(
        _section(id_, ordinal, document.title, page)
        for ordinal, (document, page) in enumerate(zip(documents, pages, strict=True))
    )
    chunks = build_chunks(
        id_,
        handbook_text(pages),
        sections,
        [_heading_mark(section) for section in sections if section.heading],
        chunk_words=chunk_words,
        overlap_words=overlap_words,
    )
    handbook = Handbook(
        id=id_,
        sha256=sha256,
        file_name=name,
        source_path=f"corpus:{name}",
        media_type="text",
        metadata=_metadata(name),
        n_pages=len(pages),
        n_sections=len(sections),
        n_chunks=len(chunks),
        n_chars=sum(map(len, texts)),
    )
    rows = {section.id: document.id for section, document in zip(sections, documents, strict=True)}
    return CorpusHandbook(name, ParsedHandbook(handbook, pages, sections, chunks), rows)


def _section(handbook: HandbookId, ordinal: int, heading: str, page: Page) -> Section:
    return Section(
        id=section_id(handbook, ordinal),
        ordinal=ordinal,
        parent=None,
        level=1,
        heading=heading,
        path=(heading,) if heading else (),
        start=page.start,
        end=page.start + len(page.text),
        first_page=None,
        last_page=None,
    )


def _heading_mark(section: Section) -> Mark:
    end = section.start + len(section.heading)
    return Mark(BlockKind.HEADING, section.start, end, section.heading, section.level, table=0)


def _metadata(name: str) -> Metadata:
    unknown = Stated("", Origin.DEFAULT)
    return Metadata(
        title=Stated(name, Origin.DOCUMENT),
        institution=unknown,
        edition=unknown,
        language=Stated("en", Origin.DEFAULT),
        collection=unknown,
        authority=Stated("medium", Origin.DEFAULT),
    )
