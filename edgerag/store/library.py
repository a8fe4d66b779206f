"""The library: one file with every handbook and all that belongs to it.

This class says what can be done to a library and keeps each change whole. The SQL is in the
module that owns the table: `handbooks`, `own_names`, `entities`, `claims`, `comparisons`, `vectors`,
`answers`, `reports`, `marks`, `notes`, `facts`, `trail`, `unfinished`, `audits`.

What the policy forbids is refused here, and what the audit trail must hold is written here, in the
transaction of the change itself: whichever front end asks for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Self

import apsw
import numpy as np
import psutil
from jaxtyping import Float16, Float32

from edgerag.domain.entities import Entity, EntityMention, Extracted, Relation
from edgerag.domain.facts import Fact
from edgerag.domain.handbooks import Chunk, Handbook, Page, ParsedHandbook, Section
from edgerag.domain.ids import ChunkId, HandbookId, SectionId
from edgerag.domain.notes import Note
from edgerag.domain.own_names import OwnName
from edgerag.domain.pages import handbook_text
from edgerag.domain.reports import Mark
from edgerag.domain.trail import Deed, Flaw, Head, Written, first_flaw
from edgerag.errors import HandbookNotFoundError, MigrationError, StoreError
from edgerag.language.abbreviations import READER, harvest
from edgerag.language.claims import Claim
from edgerag.language.own_names import OwnNames, ready
from edgerag.paths import bundled
from edgerag.policy import NO_RULES, Rules
from edgerag.store import (
    answers,
    audits,
    claims,
    comparisons,
    damage,
    entities,
    facts,
    handbooks,
    marks,
    migrate,
    notes,
    own_names,
    reports,
    trail,
    unfinished,
    vectors,
)
from edgerag.store.claims import NOTHING_READ, ReadClaims
from edgerag.store.comparisons import KeptComparison
from edgerag.store.connection import BUSY_TIMEOUT_S, Connections, translated_errors
from edgerag.store.handbooks import HandbookKey
from edgerag.store.locking import erase_plain_copies
from edgerag.store.reports import BEGINNING, KeptReport, ReportId

NO_VERSIONS: Mapping[str, str] = MappingProxyType({})


class Added(StrEnum):
    """What became of a handbook that was offered to the library."""

    NEW = "new"
    REPLACED = "replaced"
    """An older content of the same file was removed in the same transaction."""
    CONFIRMED = "confirmed"
    """The library had it from an export; the file, which says the same, vouches for it from now on."""
    MENDED = "mended"
    """The library had this very content, damaged; it was read again."""
    UNCHANGED = "unchanged"
    """The library had this very content already."""


@dataclass(frozen=True, slots=True)
class _Read:
    """What was read of a handbook's text."""

    names: Sequence[OwnName]
    extracted: Extracted | None
    claimed: ReadClaims


class Library:
    """The handbooks of one library file; safe to use from several threads and processes."""

    def __init__(self, connections: Connections, rules: Rules = NO_RULES, who: str = "") -> None:
        self.connections, self.rules = connections, rules
        self.who = who or account()
        """Who does what is done from here on, as the audit trail has it."""
        self.migrated: tuple[str, ...] = ()
        """The migrations that were applied to a library with handbooks when it was opened."""
        self.notes: list[str] = []
        """What else a person should know of how it was opened."""

    @classmethod
    def open(
        cls, path: Path, *, busy_timeout_s: float = BUSY_TIMEOUT_S, rules: Rules = NO_RULES, who: str = ""
    ) -> Self:
        """Open the library at `path`, creating it if there is none and bringing its schema up to date.

        Args:
            path: the file.
            busy_timeout_s: how long a change waits for another process.
            rules: what the policy in force forbids.
            who: stands in the audit trail; the account that runs the program if it is empty.

        Raises:
            MigrationError: the library is newer than this program, or a migration failed.
            LibraryBusyError: another process is changing it and did not finish in time.
            DiskFullError: there is no room for the file, or for the copy made before a migration.
            StoreError: the file is damaged, or not a library.
        """
        connections = Connections(path, busy_timeout_s=busy_timeout_s)
        try:
            with translated_errors(path):
                applied = _migrate(connections.here(), path)
                if connections.has_log():
                    connections.checkpoint(wait_s=0)
                _sweep_beside(connections)
        except BaseException:
            connections.close()
            raise
        library = cls(connections, rules, who)
        library.migrated = applied if applied and library.keys() else ()
        return library

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; every thread must be done with it."""
        self.connections.close()

    @property
    def busy_timeout_s(self) -> float:
        """How long a change waits for another process."""
        return self.connections.busy_timeout_s

    @property
    def is_encrypted(self) -> bool:
        """Whether the file is encrypted, so that nothing derived from it may be written to a disk.

        Raises:
            StoreError: the file cannot be read.
        """
        return self.connections.is_encrypted

    def transaction(self) -> AbstractContextManager[apsw.Connection]:
        """Make several changes one: all of them happen, or none.

        Raises:
            LibraryBusyError: another process is changing the library and did not finish in time.
            DiskFullError: there is no room; the library is as it was.
            StoreError: the file is damaged.
        """
        return self.connections.transaction()

    def reading(self) -> AbstractContextManager[apsw.Connection]:
        """Read several things as of one moment, whatever other processes commit meanwhile.

        Raises:
            StoreError: the file is damaged or cannot be read.
        """
        return self.connections.reading()

    # What the library holds

    @property
    def generation(self) -> int:
        """A number that grows with every change of content, in whichever process."""
        with self.reading() as db:
            return db.execute("select generation from library").get

    @property
    def embedder(self) -> str:
        """The name of the one model that made every vector; empty before the first handbook."""
        with self.reading() as db:
            return vectors.embedder(db)[0]

    def handbooks(self) -> tuple[Handbook, ...]:
        """List the handbooks, in order of title and then id."""
        with self.reading() as db:
            return tuple(handbooks.all_handbooks(db).values())

    def keys(self) -> dict[HandbookId, HandbookKey]:
        """Give each handbook's key, by which derived indexes know it."""
        with self.reading() as db:
            return handbooks.keys(db)

    def unreadable(self) -> tuple[HandbookId, ...]:
        """Name the handbooks that `handbooks` leaves out because their own entries are damaged."""
        with self.reading() as db:
            lost = set(handbooks.unreadable(db))
            return tuple(name for name, key in handbooks.keys(db).items() if key in lost)

    def damage(self, handbook: HandbookId) -> tuple[str, ...]:
        """Name what of a handbook is not as it was stored, reading all of it.

        Raises:
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            return damage.of_handbook(db, _key(db, handbook))

    def damaged_reports(self) -> tuple[ReportId, ...]:
        """Give the reports that are not as they were stored."""
        with self.reading() as db:
            return tuple(reports.damaged(db))

    def file_damage(self, *, deep: bool = False) -> tuple[str, ...]:
        """Say what is wrong with the structure of the file; `deep` takes longer."""
        with self.reading() as db:
            return damage.of_file(db, deep=deep)

    @property
    def n_sealed_late(self) -> int:
        """How many handbooks were here before damage could be noticed."""
        with self.reading() as db:
            return handbooks.sealed_late(db)

    def handbook(self, name: str) -> Handbook:
        """Find a handbook by its id, file name or title, or by the first four or more characters of one.

        Raises:
            HandbookNotFoundError: no handbook has that name, or several have.
        """
        everything = self.handbooks()
        folded = name.casefold()
        names = {
            b: (b.id, b.title.casefold(), b.file_name.casefold(), Path(b.file_name).stem.casefold())
            for b in everything
        }
        exact = [b for b in everything if folded in names[b]]
        found = exact or [
            b for b in everything if len(folded) >= 4 and any(n.startswith(folded) for n in names[b])
        ]
        if len(found) == 1:
            return found[0]
        if found:
            ids = ", ".join(book.id for book in found)
            raise HandbookNotFoundError(
                f"several handbooks are called {name!r}", hint=f"use one of the ids: {ids}"
            )
        raise HandbookNotFoundError(f"no handbook is called {name!r}", hint="see `edgerag list`")

    def has_content(self, sha256: str) -> bool:
        """Say whether a file with that SHA-256 was read into the library and is undamaged.

        What an export only claims to be that file is not. All of the handbook is read.
        """
        with self.reading() as db:
            key = handbooks.key_of_content(db, sha256)
            if key is None or damage.of_handbook(db, key):
                return False
            book = handbooks.book(db, key)
            return book is not None and not book.signed_by

    def pages(self, handbook: HandbookId, first: int = 1, last: int | None = None) -> tuple[Page, ...]:
        """Read the pages with ordinals `first` to `last`, both included; to the end if `last` is None.

        Raises:
            DamagedError: one of them is not as it was stored.
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            key, book = whole(db, handbook)
            wanted = range(first, (book.n_pages if last is None else min(last, book.n_pages)) + 1)
            found = handbooks.pages(db, key, first, wanted.stop - 1)
        _refuse_gaps(book, "page", (n for n in wanted if n not in found))
        return tuple(found.values())

    def page(self, handbook: HandbookId, ordinal: int) -> Page:
        """Read one page.

        Raises:
            DamagedError: it is not as it was stored.
            HandbookNotFoundError: the library does not have that handbook, or it has no such page.
        """
        found = self.pages(handbook, ordinal, ordinal)
        if not found:
            raise HandbookNotFoundError(f"handbook {handbook} has no page {ordinal}")
        return found[0]

    def text(self, handbook: HandbookId) -> str:
        """Read the handbook text, which the offsets of sections and chunks refer to.

        Raises:
            DamagedError: a page is not as it was stored.
            HandbookNotFoundError: the library does not have it.
        """
        return handbook_text(self.pages(handbook))

    def sections(self, handbook: HandbookId) -> tuple[Section, ...]:
        """Read the sections in reading order.

        Raises:
            DamagedError: one of them is not as it was stored.
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            key, book = whole(db, handbook)
            found = handbooks.sections(db, key, book.n_sections)
        _refuse_gaps(book, "heading", (n + 1 for n in range(book.n_sections) if n not in found))
        return tuple(found.values())

    def all_chunks(self, handbook: HandbookId) -> tuple[Chunk, ...]:
        """Read the chunks in reading order.

        Raises:
            DamagedError: one of them is not as it was stored.
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            key, book = whole(db, handbook)
            found = handbooks.chunks_of_handbook(db, key, book.n_chunks)
        _refuse_gaps(book, "passage", (n + 1 for n in range(book.n_chunks) if n not in found))
        return tuple(found.values())

    def chunks(self, ids: Sequence[ChunkId]) -> dict[ChunkId, tuple[HandbookId, Chunk]]:
        """Read chunks of any handbooks by their ids; unknown and damaged ones are left out."""
        with self.reading() as db:
            names = {key: name for name, key in handbooks.keys(db).items()}
            return {chunk.id: (names[key], chunk) for key, chunk in handbooks.chunks(db, ids) if key in names}

    def first_chunks(self, sections: Sequence[SectionId]) -> list[tuple[HandbookId, Chunk]]:
        """Read the first chunk of each of these sections; sections without an undamaged one are left out."""
        with self.reading() as db:
            names = {key: name for name, key in handbooks.keys(db).items()}
            return [
                (names[key], chunk) for key, chunk in handbooks.first_chunks(db, sections) if key in names
            ]

    def vectors(self, handbook: HandbookId) -> Float16[np.ndarray, "chunk dim"]:
        """Read the chunks' vectors in reading order; no rows while they are still to be made.

        Raises:
            DamagedError: they are not those that were stored.
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            return vectors.read(db, _key(db, handbook))

    def own_names(self, handbook: HandbookId) -> OwnNames:
        """Give the names that a handbook defines itself, reading its text for them if that was never done.

        Raises:
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            key = _key(db, handbook)
            known = own_names.read(db, key, READER)
        return ready(self._harvested(handbook, key) if known is None else known)

    def _harvested(self, handbook: HandbookId, key: HandbookKey) -> tuple[OwnName, ...]:
        """Read a handbook for its names."""
        return self._kept_names(handbook, key, self.text(handbook))

    def _kept_names(self, handbook: HandbookId, key: HandbookKey, text: str) -> tuple[OwnName, ...]:
        """Read a text for its names, and keep them if the library can be written to."""
        found = harvest(text)
        with suppress(StoreError), self.transaction() as db:
            if handbooks.key_of(db, handbook) == key:
                own_names.write(db, key, found, READER)
        return found

    def claims(self, handbook: HandbookId, reader: int) -> tuple[Claim, ...] | None:
        """Give what a handbook states; None if that version of the reader has not read it.

        Raises:
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            return claims.read(db, _key(db, handbook), reader)

    def keep_claims(self, handbook: HandbookId, read: ReadClaims) -> None:
        """Keep what a handbook states; whoever reads them finds them again.

        Raises:
            HandbookNotFoundError: the library does not have it.
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            claims.write(db, _key(db, handbook), read)

    def compared_content(self, handbook: HandbookId) -> bytes:
        """Hash all that a comparison of handbooks reads of one.

        Raises:
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            return comparisons.content(db, _key(db, handbook))

    def find_comparison(self, a: HandbookId, b: HandbookId, made_of: bytes) -> bytes | None:
        """Read what was found of two handbooks, in order of their ids, if it was made of that.

        Raises:
            HandbookNotFoundError: the library does not have one of them.
        """
        with self.reading() as db:
            return comparisons.find(db, _key(db, a), _key(db, b), made_of)

    def keep_comparisons(self, found: Sequence[KeptComparison]) -> None:
        """Keep what was found of handbooks two by two; of those that were removed meanwhile, nothing.

        Raises:
            StoreError: as `transaction`.
        """
        if not found:
            return
        with self.transaction() as db:
            held = handbooks.keys(db)
            for one in found:
                if one.a in held and one.b in held:
                    comparisons.keep(db, held[one.a], held[one.b], one)

    def entities(self, handbook: HandbookId | None = None) -> tuple[Entity, ...]:
        """List what handbooks speak of, by id: one handbook, with its own names for it, or all of them.

        Raises:
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            return entities.entities(db, None if handbook is None else _key(db, handbook))

    def mentions(self, handbook: HandbookId) -> tuple[EntityMention, ...]:
        """Give every place where a handbook names an entity, in reading order.

        Raises:
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            return entities.mentions(db, _key(db, handbook), handbook)

    def relations(self, handbook: HandbookId) -> tuple[Relation, ...]:
        """Give all that a handbook says of two entities, in reading order.

        Raises:
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            return entities.relations(db, _key(db, handbook), handbook)

    def waiting_for_entities(self) -> tuple[HandbookId, ...]:
        """List the handbooks whose entities are still to be read, or are damaged, oldest first.

        All that was read of every handbook is compared with its hash.
        """
        with self.reading() as db:
            names = {key: name for name, key in handbooks.keys(db).items()}
            return tuple(names[key] for key in entities.waiting(db))

    def replace_entities(self, handbook: HandbookId, extracted: Extracted) -> None:
        """Store what was read of a handbook, in place of any it had.

        Raises:
            HandbookNotFoundError: the library does not have it.
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            entities.write(db, _key(db, handbook), extracted)
            _next_generation(db)

    # Changes of content

    def add(
        self,
        parsed: ParsedHandbook,
        matrix: Float32[np.ndarray, "chunk dim"],
        embedder: str,
        extracted: Extracted | None = None,
        claimed: ReadClaims = NOTHING_READ,
    ) -> Added:
        """Add a handbook with its vectors, replacing an older content of the same file.

        Without `extracted` its entities wait to be read: see `waiting_for_entities`. Without `claimed` its
        claims are read when they are first wanted.

        What a person stated about the older content is kept. The same content takes the place of what is
        damaged, and the reports that quote it stay. What was imported replaces nothing; a file takes the
        place of an import that claimed to be it. Derived indexes are not
        touched: `edgerag.index.sync.Indexes.add` calls this and brings them along.

        Raises:
            PolicyError: it would replace a handbook that is to be kept.
            StoreError: the library's vectors were made by another embedder, or as `transaction`.
            ValueError: there is not one vector of length 1 per chunk.
        """
        _check_shape(parsed, matrix)
        read = _Read(harvest(handbook_text(parsed.pages)), extracted, claimed)
        with self.transaction() as db:
            outcome = self._add(db, parsed, matrix, embedder, read)
            if outcome is not Added.UNCHANGED:
                what = Deed.IMPORTED if parsed.handbook.signed_by else Deed.ADDED
                signed = f", signed by {parsed.handbook.signed_by}" if parsed.handbook.signed_by else ""
                trail.record(db, self.who, what, books=[parsed.handbook], note=f"{outcome}{signed}")
            return outcome

    def _add(
        self,
        db: apsw.Connection,
        parsed: ParsedHandbook,
        matrix: Float32[np.ndarray, "chunk dim"],
        embedder: str,
        read: _Read,
    ) -> Added:
        source = parsed.handbook.source_path
        unfinished.end(db, source)
        held = handbooks.key_of_content(db, parsed.handbook.sha256)
        outcome = None if held is None else _outcome(db, held, parsed)
        if outcome is Added.UNCHANGED:
            return outcome
        _check_embedder(db, embedder, matrix.shape[1])
        if held is not None and outcome in {Added.MENDED, Added.CONFIRMED}:
            stated = handbooks.stated_by_person(db, held)
            handbooks.replace(db, held, parsed)
            _finish(db, held, stated, read, matrix)
            return outcome
        older = [] if parsed.handbook.signed_by else handbooks.keys_from_source(db, source)
        if held is not None:
            self._remove(db, held)
        stated = {}
        for key in older:
            stated |= handbooks.stated_by_person(db, key)
            self._remove(db, key)
        _finish(db, handbooks.insert(db, parsed), stated, read, matrix)
        return Added.REPLACED if older or held is not None else Added.NEW

    def remove(self, handbook: HandbookId) -> None:
        """Remove a handbook and its cached answers; reports and audits that quote it keep their own words.

        Raises:
            HandbookNotFoundError: the library does not have it.
            PolicyError: it is to be kept.
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            self._remove(db, _key(db, handbook))
            _next_generation(db)

    def _remove(self, db: apsw.Connection, key: HandbookKey) -> None:
        book = handbooks.all_handbooks(db).get(key)
        name = next((id_ for id_, held in handbooks.keys(db).items() if held == key), HandbookId(""))
        self.rules.refuse_removal(name, book.title if book else name)
        note = f"{_questions(reports.n_asking(db, name))} that it was asked stay"
        if book is None:
            note = f"{name}, whose entry was damaged; {note}"
        trail.record(db, self.who, Deed.REMOVED, books=[book] if book else [], note=note)
        handbooks.delete(db, key)
        entities.forget_unnamed(db)

    def edit(self, handbook: HandbookId, field: str, value: str) -> None:
        """State one piece of metadata; the program will not overwrite it.

        Raises:
            HandbookNotFoundError: the library does not have it.
            ValueError: `field` is not one of the fields of `Metadata`.
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            key = _key(db, handbook)
            handbooks.set_stated(db, key, field, value)
            trail.record(db, self.who, Deed.EDITED, books=_known(db, [key]), note=f"{field}: {value}")

    def sweep(self) -> bool:
        """Fold the log into the file, so that what was removed is in neither; say whether that was possible.

        It is not while another program reads. It is done when that program lets go: when the library is
        opened next, or when the last one closes it.
        """
        return self.connections.checkpoint()

    def remove_older_copies(self) -> tuple[Path, ...]:
        """Delete the copies from before migrations, which hold what was deleted since; name them."""
        path = self.connections.path
        copies = tuple(sorted(path.parent.glob(f"{path.stem}.before-*{path.suffix}")))
        for copy in copies:
            copy.unlink(missing_ok=True)
        return copies

    # Another embedder

    def change_embedder(self, name: str, dimensions: int) -> None:
        """Drop every vector, because from now on another model makes them.

        `waiting_for_vectors` then lists every handbook until `replace_vectors` has served it.

        Raises:
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            if vectors.embedder(db) != (name, dimensions):
                vectors.set_embedder(db, name, dimensions)
                _next_generation(db)

    def waiting_for_vectors(self) -> tuple[HandbookId, ...]:
        """List the handbooks whose vectors are still to be made, oldest first."""
        with self.reading() as db:
            names = {key: id_ for id_, key in handbooks.keys(db).items()}
            return tuple(names[key] for key in vectors.missing(db))

    def replace_vectors(
        self, handbook: HandbookId, matrix: Float32[np.ndarray, "chunk dim"], embedder: str
    ) -> None:
        """Store a handbook's vectors, in place of any it had.

        Raises:
            HandbookNotFoundError: the library does not have it.
            StoreError: the library's vectors are made by another embedder, or as `transaction`.
            ValueError: there is not one vector of length 1 per chunk.
        """
        with self.transaction() as db:
            key = _key(db, handbook)
            _check_embedder(db, embedder, matrix.shape[1])
            if len(matrix) != len(handbooks.chunk_ids(db, key)):
                raise ValueError("one vector per chunk is needed")
            vectors.write(db, key, matrix, _next_generation(db))

    # Answers and reports

    def find_answer(self, key: str) -> bytes | None:
        """Read the answer kept under `key`, or None."""
        with self.reading() as db:
            return answers.find(db, key)

    def keep_answer(self, key: str, handbook: HandbookId, answer: bytes) -> None:
        """Keep an answer until its handbook is removed.

        Raises:
            HandbookNotFoundError: the library does not have it.
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            answers.keep(db, key, _key(db, handbook), answer)

    def keep_report(
        self,
        question: str,
        report: bytes,
        quoted: Sequence[HandbookId],
        *,
        verdict: str = "",
        versions: Mapping[str, str] = NO_VERSIONS,
        before: ReportId | None = None,
    ) -> ReportId:
        """Add a report to the history, until a person or the policy deletes it.

        `before` is the report whose question this one's was read with.

        Raises:
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            number = reports.keep(db, question, report, quoted, verdict, before)
            self._record_question(db, question, number, quoted, versions, verdict)
            return number

    def pass_over_report(
        self, question: str, quoted: Sequence[HandbookId], *, verdict: str, versions: Mapping[str, str]
    ) -> None:
        """Leave a report out of the history: only the audit trail, if one is written, says it was asked.

        Raises:
            StoreError: as `transaction`.
        """
        with self.reading() as db:
            if not trail.state(db).is_on:
                return
        with self.transaction() as db:
            self._record_question(db, question, None, quoted, versions, verdict)

    def _record_question(
        self,
        db: apsw.Connection,
        question: str,
        report: ReportId | None,
        asked: Sequence[HandbookId],
        versions: Mapping[str, str],
        verdict: str,
    ) -> None:
        if trail.state(db).is_on:
            held = handbooks.keys(db)
            books = _known(db, [held[name] for name in asked if name in held])
            trail.record_question(
                db, self.who, question, report, books=books, versions=versions, verdict=verdict
            )

    def reports(self) -> tuple[KeptReport, ...]:
        """List the history, newest first."""
        with self.reading() as db:
            return reports.history(db)

    def n_reports_of(self, handbook: HandbookId) -> int:
        """Count the reports that asked a handbook, which may have been removed since."""
        with self.reading() as db:
            return reports.n_asking(db, handbook)

    def removed_since(self, number: ReportId) -> tuple[HandbookId, ...]:
        """Name the handbooks that one report of the history asked and that were removed since."""
        with self.reading() as db:
            return reports.removed_since(db, number)

    def audits_of(self, handbook: HandbookId) -> tuple[str, ...]:
        """Name the audits that ask a handbook, which may have been removed since."""
        with self.reading() as db:
            return tuple(audits.mentioning(db, handbook))

    def newest_report(self) -> ReportId:
        """Give the number of the newest report that was ever kept; 0 before the first."""
        with self.reading() as db:
            return reports.newest(db)

    def report(self, number: ReportId) -> bytes | None:
        """Read one report of the history, or None.

        Raises:
            DamagedError: it is not as it was stored.
        """
        with self.reading() as db:
            return reports.find(db, number)

    def rename_report(self, number: ReportId, name: str) -> None:
        """Call one report of the history something else than its question; an empty name undoes it.

        Raises:
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            reports.rename(db, number, name)

    def pin_report(self, number: ReportId, *, pinned: bool = True) -> None:
        """Pin one report of the history, or let it go.

        Raises:
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            reports.pin(db, number, pinned=pinned)

    def has_report(self, number: ReportId) -> bool:
        """Say whether there is a report of that number, damaged or not."""
        with self.reading() as db:
            return reports.exists(db, number)

    def going_on_from(self, number: ReportId) -> tuple[ReportId, ...]:
        """Give one report of the history, if it is there, and all whose questions go on from its own."""
        with self.reading() as db:
            return reports.going_on_from(db, number)

    def delete_report(self, number: ReportId) -> bool:
        """Delete one report of the history, if it is there, and what goes on from it and holds its words.

        Say whether they are out of the file already: see `sweep`.

        Raises:
            PolicyError: every question is to be kept.
            StoreError: as `transaction`.
        """
        self.rules.refuse_forgetting()
        with self.transaction() as db:
            gone = reports.going_on_from(db, number)
            for one in gone:
                asked = trail.question_of(db, one)
                trail.record(db, self.who, Deed.HISTORY_DELETED, question=asked, note=_questions(1))
            reports.delete(db, gone)
        return self.sweep()

    def clear_reports(self, after: ReportId = BEGINNING) -> bool:
        """Delete the reports that were kept after the one of that number; without one, the whole history.

        Say whether they are out of the file already: see `sweep`.

        Raises:
            PolicyError: every question is to be kept.
            StoreError: as `transaction`.
        """
        self.rules.refuse_forgetting()
        with self.transaction() as db:
            n_questions = reports.count_after(db, after)
            trail.record(db, self.who, Deed.HISTORY_DELETED, note=_questions(n_questions))
            reports.clear(db, after)
        return self.sweep()

    def marks(self, number: ReportId) -> tuple[Mark, ...]:
        """Read what readers hold against one report of the history."""
        with self.reading() as db:
            return marks.of_report(db, number)

    def marked_reports(self) -> tuple[ReportId, ...]:
        """Give the reports of the history that have a mark, oldest first."""
        with self.reading() as db:
            return tuple(marks.marked_reports(db))

    def mark_pair(self, number: ReportId, mark: Mark) -> None:
        """Mark a pair of one report as judged wrongly, in place of any mark that it had.

        Raises:
            StoreError: there is no such report, or as `transaction`.
        """
        with self.transaction() as db:
            if not reports.exists(db, number):
                raise reports.no_report(number)
            marks.write(db, number, mark)

    def unmark_pair(self, number: ReportId, a: HandbookId, b: HandbookId) -> bool:
        """Take the mark from a pair, if it has one; say whether it is out of the file already.

        See `sweep`.

        Raises:
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            marks.remove(db, number, a, b)
        return self.sweep()

    def facts(self) -> tuple[Fact, ...]:
        """Read what was found right or wrong of the handbooks' statements."""
        with self.reading() as db:
            return facts.read(db)

    def keep_facts(self, found: Sequence[Fact]) -> None:
        """Keep what was found of statements; of handbooks that were removed meanwhile, nothing.

        Raises:
            StoreError: as `transaction`.
        """
        if not found:
            return
        with self.transaction() as db:
            held = handbooks.keys(db)
            for fact in found:
                if fact.handbook in held:
                    facts.write(db, held[fact.handbook], fact)

    def forget_facts(self, found: Sequence[Fact]) -> None:
        """Take back what was found of these statements.

        Raises:
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            held = handbooks.keys(db)
            for fact in found:
                if fact.handbook in held:
                    facts.forget(db, held[fact.handbook], fact)

    def reset_facts(self, handbook: HandbookId | None = None) -> int:
        """Forget all that was found of one handbook's statements, or of every handbook's; gives how many.

        Raises:
            HandbookNotFoundError: the library does not have it.
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            n_facts = facts.reset(db, None if handbook is None else _key(db, handbook))
        self.sweep()
        return n_facts

    def reader_notes(self) -> tuple[Note, ...]:
        """List the bookmarks and notes on pages and answers, newest first."""
        with self.reading() as db:
            return notes.every(db)

    def notes_about(self, number: int | None, pages: Collection[tuple[HandbookId, int]]) -> tuple[Note, ...]:
        """Give the bookmarks and notes on one report's answers, and on pages by handbook and ordinal."""
        with self.reading() as db:
            return notes.about(db, number, pages)

    def keep_note(self, note: Note) -> bool:
        """Keep a bookmark or note, in place of any on the same page or answer.

        Say whether what it replaces is out of the file already: see `sweep`.

        Raises:
            StoreError: there is no such report, or as `transaction`.
        """
        with self.transaction() as db:
            if note.report is not None and not reports.exists(db, ReportId(note.report)):
                raise reports.no_report(note.report)
            notes.write(db, note)
        return self.sweep()

    def delete_note(self, number: int) -> bool:
        """Delete a bookmark or note; say whether it is out of the file already: see `sweep`.

        Raises:
            StoreError: there is none of that number, or as `transaction`.
        """
        with self.transaction() as db:
            if not notes.remove(db, number):
                raise StoreError(f"there is no note {number}", hint="edgerag notes list")
        return self.sweep()

    def delete_older_reports(self) -> int:
        """Delete the questions that are older than the policy allows; gives how many.

        Raises:
            StoreError: as `transaction`.
        """
        days = self.rules.history_days
        if days is None:
            return 0
        with self.transaction() as db:
            n_questions = reports.delete_older(db, days)
            if n_questions:
                note = f"{_questions(n_questions)}, {self.rules.because}"
                trail.record(db, self.who, Deed.HISTORY_DELETED, note=note)
        if n_questions:
            self.sweep()
            self.remove_older_copies()
        return n_questions

    # The audit trail

    def switch_trail(self, *, is_on: bool, with_question: bool = False) -> None:
        """Write the trail from now on, with what was asked or without it; or write it no more.

        Raises:
            StoreError: as `transaction`.
        """
        with self.reading() as db:
            now = trail.state(db)
        if (now.is_on, now.with_question) != (is_on, is_on and with_question):
            with self.transaction() as db:
                trail.switch(db, self.who, is_on=is_on, with_question=with_question, note=self.rules.because)

    @property
    def has_trail(self) -> bool:
        """Whether the trail is being written."""
        with self.reading() as db:
            return trail.state(db).is_on

    def record(self, what: Deed, *, books: Sequence[Handbook] = (), note: str = "") -> None:
        """Write into the trail, if there is one, what changes nothing in the library.

        Raises:
            StoreError: as `transaction`.
        """
        if self.has_trail:
            with self.transaction() as db:
                trail.record(db, self.who, what, books=books, note=note)

    def audit_trail(self) -> tuple[list[Written], Head]:
        """Read the trail as it is kept, sound or not, and what it must end with."""
        with self.reading() as db:
            return trail.rows(db), trail.state(db).head

    def trail_questions(self) -> dict[int, str]:
        """Give the questions that are kept beside the trail, by the numbers of their entries."""
        with self.reading() as db:
            return trail.questions(db)

    def trail_flaw(self) -> Flaw | None:
        """Name the first entry of the trail that is not as it was written."""
        return first_flaw(*self.audit_trail())

    # Work in progress

    @contextmanager
    def working_on(self, task: str) -> Iterator[None]:
        """Note that `task`, such as a file's absolute path, is being done; only a kill leaves the note.

        Raises:
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            unfinished.begin(db, task)
        try:
            yield
        finally:
            self.dismiss(task)

    def unfinished(self) -> tuple[str, ...]:
        """Name the tasks that killed processes left behind."""
        with self.reading() as db:
            return unfinished.left_behind(db)

    def dismiss(self, task: str) -> None:
        """Strike off a task, finished or not.

        Raises:
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            unfinished.end(db, task)


def _sweep_beside(connections: Connections) -> None:
    """Finish what a kill left of locking a library: no plain copy of an encrypted one stays."""
    if connections.is_encrypted and not connections.here().readonly("main"):
        with suppress(StoreError):
            erase_plain_copies(connections.path)


def _migrate(db: apsw.Connection, path: Path) -> tuple[str, ...]:
    """Apply what is pending, after copying a library that holds something; name what was applied."""
    migrations = migrate.load(bundled("migrations", "sqlite"))
    waiting = migrate.pending(db, migrations)
    if waiting and db.readonly("main"):
        raise MigrationError(
            f"{path} was made by an older edgerag, and cannot be brought up to date where it is",
            hint="copy its folder to a disk that can be written, and open it there once",
        )
    if waiting and len(waiting) < len(migrations):
        number = waiting[0].name.split("_")[0]
        migrate.backup(db, path.with_name(f"{path.stem}.before-{number}{path.suffix}"))
    return tuple(migrate.apply(db, migrations))


def account() -> str:
    """Name the account that runs the program, as the system knows it."""
    try:
        return psutil.Process().username()
    except (psutil.Error, KeyError, OSError):
        return "unknown"


def _known(db: apsw.Connection, keys: Iterable[HandbookKey]) -> list[Handbook]:
    """Give the handbooks that can be read."""
    books = handbooks.all_handbooks(db)
    return [books[key] for key in keys if key in books]


def _questions(n_questions: int) -> str:
    return "1 question" if n_questions == 1 else f"{n_questions} questions"


def _key(db: apsw.Connection, handbook: HandbookId) -> HandbookKey:
    key = handbooks.key_of(db, handbook)
    if key is None:
        raise HandbookNotFoundError(f"no handbook has the id {handbook}", hint="see `edgerag list`")
    return key


def whole(db: apsw.Connection, handbook: HandbookId) -> tuple[HandbookKey, Handbook]:
    """Give a handbook's key and its own entry, without metadata.

    Raises:
        DamagedError: the entry is not as it was stored.
        HandbookNotFoundError: the library does not have it.
    """
    key = _key(db, handbook)
    book = handbooks.book(db, key)
    if book is None:
        raise damage.refusal(f"the handbook {handbook}", ["its own entry"])
    return key, book


def _outcome(db: apsw.Connection, held: HandbookKey, parsed: ParsedHandbook) -> Added:
    """Say what becomes of a handbook whose content the library has, or claims to have, under `held`."""
    if parsed.handbook.signed_by:
        return Added.UNCHANGED
    book, is_damaged = handbooks.book(db, held), bool(damage.of_handbook(db, held))
    if book is None or not book.signed_by:
        return Added.MENDED if is_damaged else Added.UNCHANGED
    true = {page.ordinal: page for page in parsed.pages}
    found = handbooks.pages(db, held, 1, book.n_pages)
    says_the_same = book.n_pages == len(true) and all(true[n] == page for n, page in found.items())
    return Added.CONFIRMED if says_the_same else Added.REPLACED


def _refuse_gaps(book: Handbook, what: str, ordinals: Iterable[int]) -> None:
    parts = damage.missing(what, ordinals)
    if parts:
        raise damage.refusal(book.file_name, parts)


def _finish(
    db: apsw.Connection,
    key: HandbookKey,
    stated: Mapping[str, str],
    read: _Read,
    matrix: Float32[np.ndarray, "chunk dim"],
) -> None:
    """Write what comes with a handbook that was just written."""
    for field, value in stated.items():
        handbooks.set_stated(db, key, field, value)
    own_names.write(db, key, read.names, READER)
    claims.write(db, key, read.claimed)
    if read.extracted is None:
        entities.clear(db, key)
    else:
        entities.write(db, key, read.extracted)
    vectors.write(db, key, matrix, _next_generation(db))


def _next_generation(db: apsw.Connection) -> int:
    return db.execute("update library set generation = generation + 1 returning generation").get


def _check_shape(parsed: ParsedHandbook, matrix: Float32[np.ndarray, "chunk dim"]) -> None:
    if matrix.ndim != 2 or len(matrix) != len(parsed.chunks):
        raise ValueError(f"{len(parsed.chunks)} chunks, but vectors of shape {matrix.shape}")


def _check_embedder(db: apsw.Connection, name: str, dimensions: int) -> None:
    """Record the first embedder; refuse any other as long as there is a handbook."""
    current, width = vectors.embedder(db)
    if (current, width) == (name, dimensions):
        return
    if not handbooks.keys(db):
        vectors.set_embedder(db, name, dimensions)
        return
    raise StoreError(
        f"the library's vectors were made by {current}, these by {name}",
        hint="make all vectors again with the new embedder, or choose the old one",
    )
