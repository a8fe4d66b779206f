"""The tables `handbooks`, `metadata`, `pages`, `sections` and `chunks`: what was read from each file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any, NewType

import apsw
import msgspec

from edgerag.domain.handbooks import Chunk, Handbook, Metadata, Origin, Page, ParsedHandbook, Section, Stated
from edgerag.domain.ids import ChunkId, HandbookId, SectionId

HandbookKey = NewType("HandbookKey", int)
"""Names one addition of a handbook; never used twice, so derived indexes can tell old from new."""

_Row = tuple[Any, ...]
"""What SQLite gives for the columns below; STRICT tables answer for the types."""

METADATA_FIELDS = tuple(field.name for field in fields(Metadata))

_HANDBOOK_COLUMNS = """
    key, id, sha256, file_name, source_path, media_type, n_pages, n_sections, n_chunks, n_chars, problems
"""
_SECTION_COLUMNS = 'id, ordinal, parent, level, path, start, "end", first_page, last_page'
_CHUNK_COLUMNS = 'id, section, ordinal, prefix, start, "end", text'


def insert(db: apsw.Connection, parsed: ParsedHandbook) -> HandbookKey:
    """Write a handbook and all its parts."""
    book = parsed.handbook
    key = db.execute(
        "insert into handbooks (id, sha256, file_name, source_path, media_type,"
        " n_pages, n_sections, n_chunks, n_chars, problems)"
        " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning key",
        (
            book.id,
            book.sha256,
            book.file_name,
            book.source_path,
            book.media_type,
            len(parsed.pages),
            len(parsed.sections),
            len(parsed.chunks),
            book.n_chars,
            msgspec.json.encode(book.problems).decode(),
        ),
    ).get
    for field in METADATA_FIELDS:
        _write_stated(db, key, field, getattr(book.metadata, field))
    db.executemany(
        "insert into pages values (?, ?, ?, ?, ?, ?)",
        ((key, p.ordinal, p.number, p.label, p.start, p.text) for p in parsed.pages),
    )
    db.executemany(
        f"insert into sections (handbook, {_SECTION_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                key,
                s.id,
                s.ordinal,
                s.parent,
                s.level,
                msgspec.json.encode(s.path).decode(),
                s.start,
                s.end,
                s.first_page,
                s.last_page,
            )
            for s in sorted(parsed.sections, key=lambda section: section.ordinal)
        ),
    )
    db.executemany(
        f"insert into chunks (handbook, {_CHUNK_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (key, c.id, c.section_id, c.ordinal, c.prefix, c.start, c.end, c.text)
            for c in sorted(parsed.chunks, key=lambda chunk: chunk.ordinal)
        ),
    )
    return HandbookKey(key)


def delete(db: apsw.Connection, key: HandbookKey) -> None:
    """Delete a handbook and everything that refers to it."""
    # Children first, by handbook: following the foreign keys row by row is far slower.
    for table in ("chunks", "sections", "pages"):
        db.execute(f"delete from {table} where handbook = ?", (key,))
    db.execute("delete from handbooks where key = ?", (key,))


def set_stated(db: apsw.Connection, key: HandbookKey, field: str, value: str) -> None:
    """Write one piece of metadata as a person stated it.

    Raises:
        ValueError: `field` is not the name of a piece of metadata.
    """
    if field not in METADATA_FIELDS:
        raise ValueError(f"unknown field {field!r}; one of {', '.join(METADATA_FIELDS)}")
    _write_stated(db, key, field, Stated(value, Origin.PERSON))


def stated_by_person(db: apsw.Connection, key: HandbookKey) -> dict[str, str]:
    """Give the metadata that a person stated, by field."""
    return dict(
        db.execute(
            "select field, value from metadata where handbook = ? and origin = ?", (key, Origin.PERSON.value)
        )
    )


def all_handbooks(db: apsw.Connection) -> dict[HandbookKey, Handbook]:
    """Read every handbook, in order of title and then id."""
    stated: dict[int, dict[str, Stated]] = {}
    for handbook, field, value, origin in db.execute("select handbook, field, value, origin from metadata"):
        stated.setdefault(handbook, {})[field] = Stated(value, Origin(origin))
    found = {
        HandbookKey(row[0]): _handbook(row, stated[row[0]])
        for row in db.execute(f"select {_HANDBOOK_COLUMNS} from handbooks")
    }
    return dict(sorted(found.items(), key=lambda item: (item[1].title.casefold(), item[1].id)))


def keys(db: apsw.Connection) -> dict[HandbookId, HandbookKey]:
    """Give the key of every handbook."""
    return dict(db.execute("select id, key from handbooks"))


def key_of(db: apsw.Connection, handbook: HandbookId) -> HandbookKey | None:
    """Give the key of one handbook, or None if the library does not have it."""
    return db.execute("select key from handbooks where id = ?", (handbook,)).get


def keys_from_source(db: apsw.Connection, source_path: str) -> list[HandbookKey]:
    """Give the handbooks that were added from that file."""
    return [key for (key,) in db.execute("select key from handbooks where source_path = ?", (source_path,))]


def pages(db: apsw.Connection, key: HandbookKey, first: int = 1, last: int | None = None) -> tuple[Page, ...]:
    """Read the pages with ordinals `first` to `last`, both included; to the end if `last` is None."""
    rows = db.execute(
        "select ordinal, number, label, start, text from pages"
        " where handbook = ? and ordinal between ? and coalesce(?, ordinal) order by ordinal",
        (key, first, last),
    )
    return tuple(Page(*row) for row in rows)


def sections(db: apsw.Connection, key: HandbookKey) -> tuple[Section, ...]:
    """Read the sections in reading order."""
    rows = db.execute(f"select {_SECTION_COLUMNS} from sections where handbook = ? order by ordinal", (key,))
    return tuple(_section(row) for row in rows)


def chunks_of_handbook(db: apsw.Connection, key: HandbookKey) -> tuple[Chunk, ...]:
    """Read the chunks in reading order."""
    rows = db.execute(f"select {_CHUNK_COLUMNS} from chunks where handbook = ? order by ordinal", (key,))
    return tuple(_chunk(row) for row in rows)


def chunk_ids(db: apsw.Connection, key: HandbookKey) -> list[ChunkId]:
    """Read the ids of the chunks in reading order."""
    return [row[0] for row in db.execute("select id from chunks where handbook = ? order by ordinal", (key,))]


def chunks(db: apsw.Connection, ids: Sequence[ChunkId]) -> Iterator[tuple[HandbookId, Chunk]]:
    """Read chunks by their ids; ids that the library does not have are left out."""
    columns = ", ".join(f"c.{column.strip()}" for column in _CHUNK_COLUMNS.split(","))
    rows = db.execute(
        f"select h.id, {columns} from json_each(?) as wanted"
        " join chunks as c on c.id = wanted.value join handbooks as h on h.key = c.handbook",
        (msgspec.json.encode(list(ids)).decode(),),
    )
    return ((row[0], _chunk(row[1:])) for row in rows)


def first_chunks(db: apsw.Connection, sections: Sequence[SectionId]) -> Iterator[tuple[HandbookId, Chunk]]:
    """Read the first chunk of each of these sections; sections without chunks are left out."""
    columns = ", ".join(f"c.{column.strip()}" for column in _CHUNK_COLUMNS.split(","))
    rows = db.execute(
        f"select h.id, {columns}, min(c.ordinal) from json_each(?) as wanted"
        " join chunks as c on c.section = wanted.value join handbooks as h on h.key = c.handbook"
        " group by c.section",
        (msgspec.json.encode(list(sections)).decode(),),
    )
    return ((row[0], _chunk(row[1:-1])) for row in rows)


def _write_stated(db: apsw.Connection, key: HandbookKey, field: str, stated: Stated) -> None:
    db.execute(
        "insert or replace into metadata values (?, ?, ?, ?)", (key, field, stated.value, stated.origin.value)
    )


def _handbook(row: _Row, stated: dict[str, Stated]) -> Handbook:
    _key, id_, sha256, file_name, source_path, media_type, *counts, problems = row
    n_pages, n_sections, n_chunks, n_chars = counts
    return Handbook(
        id=HandbookId(id_),
        sha256=sha256,
        file_name=file_name,
        source_path=source_path,
        media_type=media_type,
        metadata=Metadata(**stated),
        n_pages=n_pages,
        n_sections=n_sections,
        n_chunks=n_chunks,
        n_chars=n_chars,
        problems=msgspec.json.decode(problems, type=tuple[str, ...]),
    )


def _section(row: _Row) -> Section:
    id_, ordinal, parent, level, path, start, end, first_page, last_page = row
    headings = msgspec.json.decode(path, type=tuple[str, ...])
    return Section(
        id=SectionId(id_),
        ordinal=ordinal,
        parent=parent,
        level=level,
        heading=headings[-1] if headings else "",
        path=headings,
        start=start,
        end=end,
        first_page=first_page,
        last_page=last_page,
    )


def _chunk(row: _Row) -> Chunk:
    id_, section, ordinal, prefix, start, end, text = row
    return Chunk(ChunkId(id_), SectionId(section), ordinal, prefix, start, end, text)
