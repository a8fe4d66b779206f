"""Damages what audits and tables are made of: question files, tables to fuse, readers' packets, shards."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import apsw
from msgspec import structs

from edgerag.audit.questions import read_questions, twins
from edgerag.audit.shards import merge
from edgerag.confirm.fuse import fuse
from edgerag.domain.audits import AuditQuestion
from edgerag.engine.tables import join_tables, read_table
from edgerag.evaluate.annotation import read_packet
from edgerag.present.json.report import report_from_json, report_json
from edgerag.store import seals, shards
from edgerag.store.audits import AuditResult, Audits
from edgerag.store.library import Library
from tests.fuzz.mutation import damaged_bytes
from tests.unit.audit.reports import BOOKS, MAKE, QUESTIONS, TERMS, said

Take = Callable[[bytes], bool]
Damage = Callable[[random.Random], bytes]

BEGUN = "2026-11-21 23:59:59"
CELLS = [b'"', b'""', b",", b";", b"\t", b"\n", b"\r", b"\0", b"question", b"," * 999, b"\xff\xfe", b"=1+1"]
OBJECTS = [
    b"{",
    b"}",
    b"[",
    b"[" * 2000,
    b'"',
    b"\\u",
    b"\\ud800",
    b"1e999",
    b"9" * 400,
    b"NaN",
    b"\n",
    b"null",
]
ROWS = [
    {"question": f"What dose of medicine {n}?", "topic": "dose", "strength": f"{n}.5 mg"} for n in range(20)
]
VALUES = (-1, 0, 2**62, 1.5, "", "x" * 10_000, b"", b"\xff" * 9, None)
"""What a forger puts into a row of a shard."""


def questions(folder: Path) -> tuple[Take, Damage]:
    """The question file of an audit: text, CSV or JSON lines."""

    def take(content: bytes) -> bool:
        suffix, _, rest = content.partition(b"\n")
        file = folder / f"questions{suffix.decode()}"
        file.write_bytes(rest)
        list(twins(read_questions(file)))
        return True

    return take, _of_any(_written())


def tables(folder: Path) -> tuple[Take, Damage]:
    """Two tables about the same things, of which one is damaged."""
    sound = folder / "sound.csv"
    sound.write_bytes(_written()[".csv"])

    def take(content: bytes) -> bool:
        suffix, _, rest = content.partition(b"\n")
        file = folder / f"damaged{suffix.decode()}"
        file.write_bytes(rest)
        joined = join_tables([read_table(sound), read_table(file)], key="question")
        fuse(joined.claims, joined.kinds, single=joined.single)
        return True

    return take, _of_any({suffix: content for suffix, content in _written().items() if suffix != ".txt"})


def packet(folder: Path) -> tuple[Take, Damage]:
    """Pairs that a reader has labelled."""
    file = folder / "packet.csv"
    rows = "".join(f"{n:016x},Question {n}?,Give 1 mg.,Give 2 mg.,divergent\n" for n in range(20))
    original = f"id,question,a,b,label\n{rows}".encode()

    def take(content: bytes) -> bool:
        file.write_bytes(content)
        return bool(read_packet(file))

    return take, lambda chance: damaged_bytes(original, [original], CELLS, chance)


def report(folder: Path) -> tuple[Take, Damage]:  # it needs none
    """A report as the history keeps it."""
    original = _report(QUESTIONS[0])

    def take(content: bytes) -> bool:
        return bool(report_from_json(content).answers)

    return take, lambda chance: damaged_bytes(original, [original], OBJECTS, chance)


def shard(folder: Path) -> tuple[Take, Damage]:
    """A shard that comes back: damaged as a file, or forged with seals that fit."""
    library_file = folder / "library.db"
    audits = Audits(Library.open(library_file).connections)
    terms = structs.replace(TERMS, versions=dict(report_from_json(_report(QUESTIONS[0])).versions))
    audits.create("doses", terms, QUESTIONS, BEGUN)
    sent = folder / "sent"
    sent.mkdir()
    shards.create(sent, library_file)
    with shards.opened(sent, library_file) as made:
        made.create("doses", terms, QUESTIONS, BEGUN)
        for question in QUESTIONS:
            made.keep("doses", AuditResult(question.position, _report(question)))
    original = (sent / shards.FILE).read_bytes()
    forged = folder / "forged.db"

    def take(content: bytes) -> bool:
        for left in sent.iterdir():
            left.unlink()
        (sent / shards.FILE).write_bytes(content)
        with shards.opened(sent, library_file) as opened:
            n_new, _ = merge(audits, "doses", opened)
        audits.forget("doses", range(len(QUESTIONS)))
        return n_new > 0

    def damage(chance: random.Random) -> bytes:
        if chance.random() < 0.5:
            return damaged_bytes(original, [original], [b"\0" * 8, b"\xff" * 8], chance)
        forged.write_bytes(original)
        _forge(forged, chance)
        return forged.read_bytes()

    assert take(original), "a sound shard is taken"
    return take, damage


def _written() -> dict[str, bytes]:
    """Give the same rows as text, as tables and as JSON lines, by the ending of the file's name."""
    header, lines = list(ROWS[0]), [list(row.values()) for row in ROWS]
    return {
        ".txt": "\n".join(row["question"] for row in ROWS).encode(),
        ".csv": "\n".join(",".join(row) for row in (header, *lines)).encode(),
        ".tsv": "\n".join("\t".join(row) for row in (header, *lines)).encode(),
        ".jsonl": "\n".join(map(json.dumps, ROWS)).encode(),
    }


def _of_any(written: dict[str, bytes]) -> Damage:
    """Damage one of several files; its ending stands in the first line of what is made."""

    def damage(chance: random.Random) -> bytes:
        suffix = chance.choice(list(written))
        tokens = OBJECTS if suffix == ".jsonl" else CELLS
        return suffix.encode() + b"\n" + damaged_bytes(written[suffix], [*written.values()], tokens, chance)

    return damage


def _report(question: AuditQuestion) -> bytes:
    made = MAKE.report(*(said(book, "Give 1 mg.") for book in BOOKS))
    return report_json(made).replace(made.question.encode(), question.text.encode())


def _forge(file: Path, chance: random.Random) -> None:
    """Put another value into a row, or into a row's place, and seal it as its maker would."""
    db = apsw.Connection(str(file))
    try:
        table = chance.choice(("audits", "audit_questions", "audit_results"))
        columns = [
            row[1] for row in db.execute(f"pragma table_info({table})") if row[1] not in ("id", "seal")
        ]
        column = chance.choice(columns)
        with suppress(apsw.Error):  # a table that is strict takes no such value
            row = db.execute(f"select rowid from {table} limit 1 offset ?", (chance.randrange(4),)).get
            db.execute(f"update {table} set {column} = ? where rowid = ?", (chance.choice(VALUES), row))
        sealed = ("name", "created_at", "terms") if table == "audits" else columns
        for key, *values in list(db.execute(f"select rowid, {', '.join(sealed)} from {table}")):
            db.execute(f"update {table} set seal = ? where rowid = ?", (seals.seal(table, *values), key))
    finally:
        db.close()
