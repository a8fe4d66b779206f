"""The terms of an audit: what every one of its answers depends on, and whether it is still so.

    library = SHA-256 over all handbooks, by id:  id, text, and start and end of every passage

Vectors and word index follow from these and from the embedder's name. Two libraries with the same terms give
the same answers, on whichever machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec

from edgerag.config import Config
from edgerag.domain.audits import AskedHandbook, Terms
from edgerag.domain.handbooks import Handbook
from edgerag.engine.ask import Engine
from edgerag.errors import AuditError, PolicyError
from edgerag.store.library import Library

AGAIN: Final = "begin a new audit: `edgerag audit new`; `edgerag audit compare` then says what changed"


def terms_of(engine: Engine, config: Config, handbooks: Sequence[str], *, is_extractive: bool) -> Terms:
    """State the terms on which questions are answered now.

    Args:
        engine: over the library that is asked; its models are loaded.
        config: the settings that it works with.
        handbooks: names of the handbooks to ask; all of them if empty.
        is_extractive: whether the generator is left out.

    Raises:
        AuditError: there are no handbooks.
        DamagedError: one of the library's handbooks is damaged.
        HandbookNotFoundError: one of `handbooks` is not in the library.
        ModelError: a model is missing or cannot be loaded.
    """
    library = engine.library
    named = {library.handbook(name).id for name in handbooks}
    books = [book for book in library.handbooks() if not named or book.id in named]
    if not books:
        raise AuditError("there are no handbooks to ask", hint="edgerag add FILE")
    return Terms(
        handbooks=tuple(map(_asked, books)),
        library=library_digest(library),
        versions=engine.models.versions() | engine.models.reader_version(),
        settings=_settings(config),
        is_extractive=is_extractive,
    )


def library_digest(library: Library) -> str:
    """Hash the text and passages of every handbook.

    Raises:
        DamagedError: one of them is damaged.
    """
    digest = hashlib.sha256()
    for book in sorted(library.handbooks(), key=lambda book: book.id):
        spans = [(chunk.start, chunk.end) for chunk in library.all_chunks(book.id)]
        digest.update(msgspec.msgpack.encode((book.id, library.text(book.id), spans)))
    return digest.hexdigest()


def refuse_changed(then: Terms, now: Terms) -> None:
    """See that an audit can go on.

    Raises:
        AuditError: library, handbooks, models or settings are others than it was begun with; it says which.
    """
    changed = [*_changes(then, now)]
    if changed:
        raise AuditError(f"the audit was begun on other terms: {'; '.join(changed)}", hint=AGAIN)


def refuse_unkept(library: Library) -> None:
    """See that questions may be kept at all.

    Raises:
        PolicyError: the policy forbids it.
    """
    if not library.rules.keeps_history:
        raise PolicyError(f"an audit keeps its questions, and none may be kept: {library.rules.because}")


def moment() -> str:
    """Give the present as the library writes it: UTC, "2026-11-21 23:59:59"."""
    return f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S}"


def _changes(then: Terms, now: Terms) -> Iterator[str]:
    before, after = ({book.id: book for book in terms.handbooks} for terms in (then, now))
    yield from (f"{before[gone].name} is gone" for gone in before if gone not in after)
    yield from (f"{after[new].name} is new" for new in after if new not in before)
    if then.library != now.library and before.keys() == after.keys():
        yield "the library has other handbooks, or another text of one"
    for what in sorted({*then.versions, *now.versions}):
        old, new = then.versions.get(what, ""), now.versions.get(what, "")
        if old != new:
            yield f"{what} was {old or 'none'} and is {new or 'none'}"
    if then.settings != now.settings:
        yield "the settings for retrieval or answers are others"
    yield from (
        f"the details of {before[id_].name} were edited"
        for id_ in before
        if id_ in after and before[id_] != after[id_]
    )


def _asked(book: Handbook) -> AskedHandbook:
    return AskedHandbook(
        id=book.id,
        sha256=book.sha256,
        title=book.title,
        edition=book.edition,
        institution=book.metadata.institution.value,
        language=book.metadata.language.value,
        file_name=book.file_name,
        n_pages=book.n_pages,
        n_chunks=book.n_chunks,
    )


def _settings(config: Config) -> str:
    """Give the settings that change answers; how many cores work does not."""
    return msgspec.json.encode(
        {"retrieval": config.retrieval, "answers": config.answers}, order="sorted"
    ).decode()
