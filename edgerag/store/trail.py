"""The tables of the audit trail: who did what, in a chain that shows what was changed or taken out.

An entry is written in the transaction of what it records. As long as the trail is off nothing is written.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import apsw

from edgerag import __version__
from edgerag.domain.handbooks import Handbook
from edgerag.domain.trail import (
    SALT_BYTES,
    Asked,
    Deed,
    Entry,
    Head,
    Written,
    digest,
    read,
    written,
)
from edgerag.store.reports import ReportId

_CHAIN_BYTES = 16
_PROGRAM = {"edgerag": __version__}


@dataclass(frozen=True, slots=True)
class State:
    """Whether the trail is written, and what it must end with."""

    is_on: bool
    with_question: bool
    head: Head


def state(db: apsw.Connection) -> State:
    """Say whether the trail is written, and what it must end with."""
    is_on, with_question, n_entries, head = db.execute(
        "select is_on, with_question, n_entries, head from trail_state"
    ).get
    return State(bool(is_on), bool(with_question), Head(n_entries, head))


def switch(db: apsw.Connection, who: str, *, is_on: bool, with_question: bool, note: str) -> None:
    """Write the trail from now on, or write it no more; either is in it, with the reason in `note`."""
    now = state(db)
    if (now.is_on, now.with_question) == (is_on, with_question and is_on):
        return
    if is_on:
        _set(db, is_on=True, with_question=with_question)
        record(db, who, Deed.TRAIL_BEGUN, note=note)
    else:
        record(db, who, Deed.TRAIL_PAUSED, note=note)
        _set(db, is_on=False, with_question=False)
    if not state(db).with_question:
        db.execute("update trail_questions set question = null where question is not null")


def record(
    db: apsw.Connection,
    who: str,
    what: Deed,
    *,
    books: Iterable[Handbook] = (),
    question: str = "",
    versions: Mapping[str, str] = _PROGRAM,
    verdict: str = "",
    note: str = "",
) -> int:
    """Write an entry if the trail is on; gives its number, or 0. `question` is a digest."""
    now = state(db)
    if not now.is_on:
        return 0
    number = now.head.n_entries + 1
    entry = Entry(
        number=number,
        before=now.head.hash,
        when=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        who=_text(who),
        what=what,
        chain=secrets.token_hex(_CHAIN_BYTES) if number == 1 else "",
        question=question,
        handbooks=tuple(Asked(book.id, book.edition) for book in books),
        versions={key: value for key, value in versions.items() if value},
        verdict=verdict,
        note=_text(note),
    )
    row = written(entry)
    db.execute("insert into trail values (?, ?, ?)", (number, row.hash.encode(), row.content))
    db.execute("update trail_state set n_entries = ?, head = ?", (number, row.hash))
    return number


def record_question(
    db: apsw.Connection,
    who: str,
    question: str,
    report: ReportId | None,
    *,
    books: Iterable[Handbook],
    versions: Mapping[str, str],
    verdict: str,
) -> None:
    """Write that a question was asked; its salt stays as long as its report does."""
    now = state(db)
    if not now.is_on:
        return
    salt = secrets.token_bytes(SALT_BYTES)
    number = record(
        db,
        who,
        Deed.ASKED,
        books=books,
        question=digest(question, salt),
        versions=versions,
        verdict=verdict,
    )
    if report is not None:
        text = question if now.with_question else None
        db.execute("insert into trail_questions values (?, ?, ?, ?)", (number, report, salt, text))


def question_of(db: apsw.Connection, report: ReportId) -> str:
    """Give the digest under which a report's question is in the trail; empty if it is not."""
    content = db.execute(
        "select entry from trail join trail_questions using (number) where report = ?", (report,)
    ).get
    try:
        return read(content).question if content else ""
    except ValueError:  # damaged: the doctor names it
        return ""


def rows(db: apsw.Connection) -> list[Written]:
    """Read the whole trail as it is kept, sound or not."""
    return [
        Written(hash_.decode("ascii", "replace"), content)
        for hash_, content in db.execute("select hash, entry from trail order by number")
    ]


def questions(db: apsw.Connection) -> dict[int, str]:
    """Give the questions that are kept beside the trail, by the numbers of their entries."""
    found: Sequence[Any] = db.execute(
        "select number, cast(question as blob) from trail_questions where question is not null"
    ).fetchall()
    return {number: bytes(text).decode(errors="replace") for number, text in found}


def _set(db: apsw.Connection, *, is_on: bool, with_question: bool) -> None:
    db.execute("update trail_state set is_on = ?, with_question = ?", (is_on, with_question))


def _text(text: str) -> str:
    """Give text that JSON can hold: an account's name may be bytes that are none."""
    return text.encode(errors="replace").decode()


def so_many_questions(n_questions: int) -> str:
    """Tell how many questions, as a note does."""
    return "1 question" if n_questions == 1 else f"{n_questions} questions"
