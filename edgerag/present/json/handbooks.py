"""A handbook in a report's JSON."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from edgerag.domain.handbooks import Handbook, Metadata, Origin, Stated
from edgerag.domain.ids import HandbookId
from edgerag.present.json.texts import encodable


class OriginsJson(msgspec.Struct, frozen=True):
    """Where each piece of a handbook's metadata came from."""

    title: Origin
    institution: Origin
    edition: Origin
    language: Origin
    collection: Origin
    authority: Origin


class HandbookJson(msgspec.Struct, frozen=True):
    """A handbook as it was when it was asked."""

    id: Annotated[str, Meta(description="The first 16 hexadecimal digits of `sha256`.")]
    title: str
    edition: Annotated[str, Meta(description="A date as exact as is known; empty if unknown.")]
    institution: str
    language: Annotated[str, Meta(description="ISO 639-1.")]
    collection: Annotated[
        str, Meta(description="guideline, formulary, ... or a keeper's own; empty if unknown.")
    ]
    authority: str
    origins: OriginsJson
    sha256: Annotated[str, Meta(description="Of the file's bytes.")]
    file_name: str
    media_type: Annotated[str, Meta(description="pdf, docx, html, markdown, text, csv, xlsx, json or xml.")]
    n_pages: int
    n_sections: int
    n_chunks: int
    n_chars: int
    problems: list[str]


def handbook_out(handbook: Handbook) -> HandbookJson:
    """Make the record of a handbook."""
    metadata = handbook.metadata
    return HandbookJson(
        id=handbook.id,
        title=metadata.title.value,
        edition=metadata.edition.value,
        institution=metadata.institution.value,
        language=metadata.language.value,
        collection=metadata.collection.value,
        authority=metadata.authority.value,
        origins=OriginsJson(
            title=metadata.title.origin,
            institution=metadata.institution.origin,
            edition=metadata.edition.origin,
            language=metadata.language.origin,
            collection=metadata.collection.origin,
            authority=metadata.authority.origin,
        ),
        sha256=handbook.sha256,
        file_name=encodable(handbook.file_name),
        media_type=handbook.media_type,
        n_pages=handbook.n_pages,
        n_sections=handbook.n_sections,
        n_chunks=handbook.n_chunks,
        n_chars=handbook.n_chars,
        problems=list(handbook.problems),
    )


def handbook_in(handbook: HandbookJson) -> Handbook:
    """Rebuild a handbook from its record; it has no `source_path`."""
    origins = handbook.origins
    metadata = Metadata(
        title=Stated(handbook.title, origins.title),
        institution=Stated(handbook.institution, origins.institution),
        edition=Stated(handbook.edition, origins.edition),
        language=Stated(handbook.language, origins.language),
        collection=Stated(handbook.collection, origins.collection),
        authority=Stated(handbook.authority, origins.authority),
    )
    return Handbook(
        id=HandbookId(handbook.id),
        sha256=handbook.sha256,
        file_name=handbook.file_name,
        source_path="",
        media_type=handbook.media_type,
        metadata=metadata,
        n_pages=handbook.n_pages,
        n_sections=handbook.n_sections,
        n_chunks=handbook.n_chunks,
        n_chars=handbook.n_chars,
        problems=tuple(handbook.problems),
    )
