"""The stock: what is added to the library and what leaves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import apsw
import numpy as np
from jaxtyping import Float32

from edgerag.domain.entities import Extracted
from edgerag.domain.handbooks import ParsedHandbook
from edgerag.domain.ids import HandbookId
from edgerag.domain.own_names import OwnName
from edgerag.domain.pages import handbook_text
from edgerag.domain.trail import Deed
from edgerag.language.abbreviations import READER, harvest
from edgerag.store import claims, damage, entities, handbooks, own_names, reports, trail, unfinished, vectors
from edgerag.store.claims import NOTHING_READ, ReadClaims
from edgerag.store.handbooks import HandbookKey
from edgerag.store.rooms.room import Room, key_of, known, next_generation
from edgerag.store.rooms.vectors import check_embedder


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


class Stock(Room):
    """Adds, removes and corrects handbooks, each change whole."""

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
        check_embedder(db, embedder, matrix.shape[1])
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
            self._remove(db, key_of(db, handbook))
            next_generation(db)

    def _remove(self, db: apsw.Connection, key: HandbookKey) -> None:
        book = handbooks.all_handbooks(db).get(key)
        name = next((id_ for id_, held in handbooks.keys(db).items() if held == key), HandbookId(""))
        self.rules.refuse_removal(name, book.title if book else name)
        note = f"{trail.so_many_questions(reports.n_asking(db, name))} that it was asked stay"
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
            key = key_of(db, handbook)
            handbooks.set_stated(db, key, field, value)
            trail.record(db, self.who, Deed.EDITED, books=known(db, [key]), note=f"{field}: {value}")


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
    vectors.write(db, key, matrix, next_generation(db))


def _check_shape(parsed: ParsedHandbook, matrix: Float32[np.ndarray, "chunk dim"]) -> None:
    if matrix.ndim != 2 or len(matrix) != len(parsed.chunks):
        raise ValueError(f"{len(parsed.chunks)} chunks, but vectors of shape {matrix.shape}")
