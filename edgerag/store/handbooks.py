"""The tables `handbooks`, `metadata`, `pages`, `sections` and `chunks`: what was read from each file.

Every row has its seal. What is not as it was stored is left out, and whoever asks for a whole learns from the
ordinals, which go without a gap to the number that the handbook's own row tells, what is missing.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import NewType, TypeVar

import apsw
import msgspec

from edgerag.domain.handbooks import Chunk, Handbook, Metadata, Origin, Page, ParsedHandbook, Section, Stated
from edgerag.domain.ids import ChunkId, HandbookId, SectionId, handbook_id
from edgerag.store.seals import Row, intact, seal

HandbookKey = NewType("HandbookKey", int)
"""Names one addition of a handbook; never used twice, so derived indexes can tell old from new."""

METADATA_FIELDS = tuple(field.name for field in dataclasses.fields(Metadata))

_HANDBOOK_VALUES = """
    key, cast(id as blob), cast(sha256 as blob), cast(file_name as blob), cast(source_path as blob),
    cast(media_type as blob), n_pages, n_sections, n_chunks, n_chars, cast(problems as blob),
    cast(signed_by as blob)
"""
_PAGE_COLUMNS = "handbook, ordinal, number, cast(label as blob), start, cast(text as blob), seal"
_SECTION_COLUMNS = """
    handbook, id, ordinal, parent, level, cast(path as blob), start, "end", first_page, last_page, seal
"""
_CHUNK_COLUMNS = """
    c.handbook, c.id, c.section, c.ordinal, cast(c.prefix as blob), c.start, c."end", cast(c.text as blob),
    c.seal
"""
_HEADINGS = msgspec.json.Decoder(tuple[str, ...])
_BY_ITS_PLACE = "handbook = ? and ordinal between ? and ? order by ordinal"
_DAMAGED = "its {} is damaged in the library: edgerag doctor --repair"

Placed = TypeVar("Placed", Page, Section, Chunk)


def insert(db: apsw.Connection, parsed: ParsedHandbook) -> HandbookKey:
    """Write a handbook and all its parts."""
    columns = _own_columns(parsed)
    places = ", ".join("?" * len(columns))
    key: HandbookKey = db.execute(
        f"insert into handbooks ({', '.join(columns)}) values ({places}) returning key",
        tuple(columns.values()),
    ).get
    _write_parts(db, key, parsed)
    return key


def replace(db: apsw.Connection, key: HandbookKey, parsed: ParsedHandbook) -> None:
    """Write a handbook and all its parts in place of what is under `key`."""
    for table in ("chunks", "sections", "pages", "metadata"):
        db.execute(f"delete from {table} where handbook = ?", (key,))
    columns = _own_columns(parsed)
    changes = ", ".join(f"{column} = ?" for column in columns)
    db.execute(f"update handbooks set {changes}, sealed_late = 0 where key = ?", (*columns.values(), key))
    _write_parts(db, key, parsed)


def _own_columns(parsed: ParsedHandbook) -> dict[str, str | int]:
    """Give what the table `handbooks` says of a handbook, by column."""
    book = parsed.handbook
    return {
        "id": book.id,
        "sha256": book.sha256,
        "file_name": book.file_name,
        "source_path": book.source_path,
        "media_type": book.media_type,
        "n_pages": len(parsed.pages),
        "n_sections": len(parsed.sections),
        "n_chunks": len(parsed.chunks),
        "n_chars": book.n_chars,
        "problems": msgspec.json.encode(book.problems).decode(),
        "signed_by": book.signed_by,
    }


def _seal_entry(db: apsw.Connection, key: HandbookKey) -> None:
    db.execute(f"update handbooks set seal = seal('handbooks', {_HANDBOOK_VALUES}) where key = ?", (key,))


def _write_parts(db: apsw.Connection, key: HandbookKey, parsed: ParsedHandbook) -> None:
    _seal_entry(db, key)
    for field in METADATA_FIELDS:
        _write_stated(db, key, field, getattr(parsed.handbook.metadata, field))
    pages = ((key, p.ordinal, p.number, p.label, p.start, p.text) for p in parsed.pages)
    db.executemany(
        "insert into pages (handbook, ordinal, number, label, start, text, seal)"
        " values (?, ?, ?, ?, ?, ?, ?)",
        ((*row, seal("pages", *row)) for row in pages),
    )
    sections = (
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
    )
    db.executemany(
        'insert into sections (handbook, id, ordinal, parent, level, path, start, "end", first_page,'
        " last_page, seal) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ((*row, seal("sections", *row)) for row in sections),
    )
    chunks = (
        (key, c.id, c.section_id, c.ordinal, c.prefix, c.start, c.end, c.text)
        for c in sorted(parsed.chunks, key=lambda chunk: chunk.ordinal)
    )
    db.executemany(
        'insert into chunks (handbook, id, section, ordinal, prefix, start, "end", text, seal)'
        " values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ((*row, seal("chunks", *row)) for row in chunks),
    )


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
    return {
        field: stated.value
        for _, field, stated in _metadata(db, "where handbook = ?", (key,))
        if stated.origin is Origin.PERSON
    }


def stated_fields(db: apsw.Connection, key: HandbookKey) -> set[str]:
    """Give the fields of a handbook's metadata that are undamaged."""
    return {field for _, field, _ in _metadata(db, "where handbook = ?", (key,))}


def all_handbooks(db: apsw.Connection) -> dict[HandbookKey, Handbook]:
    """Read every handbook whose own row is undamaged, in order of title and then id.

    A damaged piece of metadata is empty, and one of the handbook's problems.
    """
    stated: dict[int, dict[str, Stated]] = {}
    for key, field, value in _metadata(db):
        stated.setdefault(key, {})[field] = value
    found = dict(_books(db))
    told = {key: _with_metadata(book, stated.get(key, {})) for key, book in found.items()}
    return dict(sorted(told.items(), key=lambda item: (item[1].title.casefold(), item[1].id)))


def book(db: apsw.Connection, key: HandbookKey) -> Handbook | None:
    """Read a handbook's own row, without metadata; None if it is damaged."""
    return next((found for _, found in _books(db, "where key = ?", (key,))), None)


def unreadable(db: apsw.Connection) -> list[HandbookKey]:
    """Give the handbooks whose own rows are damaged."""
    return sorted(set(keys(db).values()) - dict(_books(db)).keys())


def sealed_late(db: apsw.Connection) -> int:
    """Count the handbooks that were in the library before it had seals."""
    return db.execute("select count(*) from handbooks where sealed_late").get


def names(db: apsw.Connection) -> dict[HandbookKey, HandbookId]:
    """Give the ids of all handbooks by their keys."""
    return {key: name for name, key in keys(db).items()}


def keys(db: apsw.Connection) -> dict[HandbookId, HandbookKey]:
    """Give the key of every handbook."""
    return {
        HandbookId(name.decode(errors="replace")): key
        for name, key in db.execute("select cast(id as blob), key from handbooks")
    }


def key_of(db: apsw.Connection, handbook: HandbookId) -> HandbookKey | None:
    """Give the key of one handbook, or None if the library does not have it."""
    return db.execute("select key from handbooks where id = ?", (handbook,)).get


def key_of_content(db: apsw.Connection, sha256: str) -> HandbookKey | None:
    """Give the key of the handbook of that content, by its hash or by its id: one may be damaged."""
    query = "select key from handbooks where sha256 = ? or id = ? order by key"
    return next((key for (key,) in db.execute(query, (sha256, handbook_id(sha256)))), None)


def keys_from_source(db: apsw.Connection, source_path: str) -> list[HandbookKey]:
    """Give the handbooks that were added from that file."""
    return [key for (key,) in db.execute("select key from handbooks where source_path = ?", (source_path,))]


def numbered(db: apsw.Connection) -> dict[HandbookKey, int]:
    """Count the numbers on the pages of each handbook: none where the format has no pages."""
    return dict(db.execute("select handbook, count(distinct number) from pages group by handbook"))


def pages(db: apsw.Connection, key: HandbookKey, first: int, last: int) -> dict[int, Page]:
    """Read the undamaged pages with ordinals `first` to `last`, both included, by their ordinals."""
    query = f"select {_PAGE_COLUMNS} from pages where {_BY_ITS_PLACE}"
    return {page.ordinal: page for page in _each(db, "pages", query, key, first, last, _page)}


def sections(db: apsw.Connection, key: HandbookKey, n: int) -> dict[int, Section]:
    """Read the undamaged ones of a handbook's `n` sections, by their ordinals."""
    query = f"select {_SECTION_COLUMNS} from sections where {_BY_ITS_PLACE}"
    return {section.ordinal: section for section in _each(db, "sections", query, key, 0, n - 1, _section)}


def chunks_of_handbook(db: apsw.Connection, key: HandbookKey, n: int) -> dict[int, Chunk]:
    """Read the undamaged ones of a handbook's `n` chunks, by their ordinals."""
    query = f"select {_CHUNK_COLUMNS} from chunks as c where {_BY_ITS_PLACE}"
    return {chunk.ordinal: chunk for chunk in _each(db, "chunks", query, key, 0, n - 1, _chunk)}


def chunk_ids(db: apsw.Connection, key: HandbookKey) -> list[ChunkId]:
    """Read the ids of the chunks in reading order."""
    return [row[0] for row in db.execute("select id from chunks where handbook = ? order by ordinal", (key,))]


def chunks(db: apsw.Connection, ids: Sequence[ChunkId]) -> Iterator[tuple[HandbookKey, Chunk]]:
    """Read chunks by their ids; those that the library does not have, or has damaged, are left out."""
    query = f"select {_CHUNK_COLUMNS} from json_each(?) as wanted join chunks as c on c.id = wanted.value"
    wanted = msgspec.json.encode(list(ids)).decode()
    return intact(db, "chunks", query, (wanted,), lambda row: (row[0], _chunk(row)))


def first_chunks(db: apsw.Connection, sections: Sequence[SectionId]) -> Iterator[tuple[HandbookKey, Chunk]]:
    """Read the first chunk of each of these sections; sections without chunks are left out."""
    query = (
        f"select {_CHUNK_COLUMNS} from json_each(?) as wanted join chunks as c on c.section = wanted.value"
        " and c.ordinal = (select min(ordinal) from chunks where section = wanted.value)"
    )
    wanted = msgspec.json.encode(list(sections)).decode()
    return intact(db, "chunks", query, (wanted,), lambda row: (row[0], _chunk(row)))


def first_chunk_ids(db: apsw.Connection, sections: Sequence[SectionId]) -> list[ChunkId]:
    """Give the ids of the first chunks of sections, damaged or not."""
    wanted = msgspec.json.encode(list(sections)).decode()
    rows = db.execute(
        "select id, min(ordinal) from chunks"
        " where section in (select value from json_each(?)) group by section",
        (wanted,),
    )
    return [row[0] for row in rows]


def _each(
    db: apsw.Connection,
    table: str,
    query: str,
    key: HandbookKey,
    first: int,
    last: int,
    parse: Callable[[Row], Placed],
) -> list[Placed]:
    """Read all rows of a stretch; where damage to the file ends them early, one by one."""
    found = list(intact(db, table, query, (key, first, last), parse))
    if len(found) < last - first + 1:
        held = {one.ordinal for one in found}
        for ordinal in range(first, last + 1):
            if ordinal not in held:
                found += intact(db, table, query, (key, ordinal, ordinal), parse)
    return found


def _write_stated(db: apsw.Connection, key: HandbookKey, field: str, stated: Stated) -> None:
    row = (key, field, stated.value, stated.origin.value)
    db.execute(
        "insert or replace into metadata (handbook, field, value, origin, seal) values (?, ?, ?, ?, ?)",
        (*row, seal("metadata", *row)),
    )


def _books(
    db: apsw.Connection, where: str = "", arguments: tuple[HandbookKey, ...] = ()
) -> Iterator[tuple[HandbookKey, Handbook]]:
    query = f"select {_HANDBOOK_VALUES}, seal from handbooks {where}"
    return intact(db, "handbooks", query, arguments, lambda row: (row[0], _handbook(row)))


def _metadata(
    db: apsw.Connection, where: str = "", arguments: tuple[HandbookKey, ...] = ()
) -> Iterator[tuple[HandbookKey, str, Stated]]:
    columns = "handbook, cast(field as blob), cast(value as blob), cast(origin as blob), seal"
    query = f"select {columns} from metadata {where}"

    def parse(row: Row) -> tuple[HandbookKey, str, Stated]:
        return row[0], row[1].decode(), Stated(row[2].decode(), Origin(row[3].decode()))

    return intact(db, "metadata", query, arguments, parse)


_UNSTATED = Stated("", Origin.DEFAULT)


def _handbook(row: Row) -> Handbook:
    _key, id_, sha256, file_name, source_path, media_type, *counts, problems, signed_by = row
    n_pages, n_sections, n_chunks, n_chars = counts
    return Handbook(
        id=HandbookId(id_.decode()),
        sha256=sha256.decode(),
        file_name=file_name.decode(),
        source_path=source_path.decode(),
        media_type=media_type.decode(),
        metadata=Metadata(**dict.fromkeys(METADATA_FIELDS, _UNSTATED)),
        n_pages=n_pages,
        n_sections=n_sections,
        n_chunks=n_chunks,
        n_chars=n_chars,
        problems=msgspec.json.decode(problems, type=tuple[str, ...]),
        signed_by=signed_by.decode(),
    )


def _with_metadata(book: Handbook, stated: dict[str, Stated]) -> Handbook:
    """Add what is stated; what is damaged is a problem of the handbook, and its file name is its title."""
    known = {field: stated.get(field, _UNSTATED) for field in METADATA_FIELDS}
    lost = [field for field in METADATA_FIELDS if field not in stated]
    if "title" in lost:
        known["title"] = Stated(book.file_name, Origin.FILE_NAME)
    problems = (*book.problems, *(_DAMAGED.format(field) for field in lost))
    return dataclasses.replace(book, metadata=Metadata(**known), problems=problems)


def _page(row: Row) -> Page:
    _handbook, ordinal, number, label, start, text = row
    return Page(ordinal, number, label.decode(), start, text.decode())


def _section(row: Row) -> Section:
    _handbook, id_, ordinal, parent, level, path, start, end, first_page, last_page = row
    headings = _HEADINGS.decode(path)
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


def _chunk(row: Row) -> Chunk:
    _handbook, id_, section, ordinal, prefix, start, end, text = row
    return Chunk(ChunkId(id_), SectionId(section), ordinal, prefix.decode(), start, end, text.decode())
