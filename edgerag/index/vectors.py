"""Vectors: exact cosines rank the chunks; in a large library sqlite-vec finds candidates by their signs.

The vectors are kept in memory once read. The sign bits of all chunks are in one `vec0` table in the library's
own file, partitioned by handbook, so that one statement gives each handbook's nearest chunks. To compare
signs is 32 times less work than to compare numbers, but to choose among them and to look up what was chosen
is more: of up to `SCANNED` rows every cosine is computed. The table can be made again from the store.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import apsw
import msgspec
import numpy as np
from jaxtyping import Float16, Float32, Int64, UInt8

from edgerag.domain.ids import HandbookId
from edgerag.domain.rankings import Ranking
from edgerag.errors import DamagedError
from edgerag.index.grouping import best_per_handbook
from edgerag.store import handbooks, vectors
from edgerag.store.handbooks import HandbookKey
from edgerag.store.library import Library

SCANNED = 50_000
"""Rows up to which all are compared: 1 ms for 10,000, where to choose 500 of each 500 by sign took 40."""
WORK = 5_000_000
"""Candidates per handbook times rows searched: what sqlite-vec spends on choosing the nearest.

Signs alone are a coarse measure: 240 candidates hold 0.96 of the 20 chunks nearest by
cosine, 80 hold 0.80 (bge-small, handbooks of 1,000 chunks). So there are as many candidates
as this work allows: 250 per handbook in a library of 20,000 chunks, 50 in one of 100,000.
"""
LEAST_OVERSAMPLE = 2
"""Candidates per hit wanted, however large the library."""
_ORDINAL_BITS = 20
"""A row of the index is named by its handbook's key and, in this many low bits, its chunk's ordinal."""
_MOST_CANDIDATES = 4096
"""The largest k that sqlite-vec takes."""
_CHUNK_SIZE = 1024
"""Rows that vec0 reads at once; signs are so small that a short handbook wastes only 60 kB."""

UNREADABLE_SIGNS = (apsw.Error, ValueError)
"""What SQLite and sqlite-vec say of a damaged table: many things, and some of them say nothing."""

_JOURNAL = """
create table if not exists sign_handbooks (  -- what `signs` holds, and as of which generation
    handbook integer primary key,
    generation integer not null
) strict
"""


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A handbook's vectors in memory: slices of the arrays of all handbooks."""

    generation: int
    chunk_ids: Int64[np.ndarray, " chunk"]
    matrix: Float32[np.ndarray, "chunk dim"]
    is_lost: bool = False
    """Whether they are damaged, so that there are none here."""


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """All handbooks' vectors at one generation, one handbook's rows after another's."""

    generation: int
    names: Mapping[HandbookKey, HandbookId]
    loaded: Mapping[HandbookKey, _Loaded]
    first_row: Int64[np.ndarray, " key"]
    """Indexed by handbook key."""
    n_rows: Int64[np.ndarray, " key"]
    chunk_ids: Int64[np.ndarray, " row"]
    matrix: Float32[np.ndarray, "row dim"]

    def nearest(
        self, query: Float32[np.ndarray, " dim"], k: int, keys: Sequence[HandbookKey]
    ) -> dict[HandbookId, Ranking]:
        """Compare every row of these handbooks."""
        rankings: dict[HandbookId, Ranking] = {}
        for key in keys:
            part = self.loaded[key]
            # Too little work for BLAS to wake its threads for.
            scores = np.einsum("rd,d->r", part.matrix, query)
            first = max(len(scores) - k, 0)
            near = scores >= np.partition(scores, first)[first] if first else np.ones(len(scores), np.bool_)
            same = np.full(int(near.sum()), key, dtype=np.int64)
            best = best_per_handbook(same, part.chunk_ids[near], scores[near], k)
            rankings.update({self.names[found]: ranking for found, ranking in best.items()})
        return rankings

    def placed(
        self, rowids: Int64[np.ndarray, " row"]
    ) -> tuple[Int64[np.ndarray, " row"], Int64[np.ndarray, " row"]]:
        """Give each row's handbook and place in the matrix; ids that a damaged table makes up are dropped."""
        keys, ordinals = rowids >> _ORDINAL_BITS, rowids & ((1 << _ORDINAL_BITS) - 1)
        known = (keys >= 0) & (keys < len(self.n_rows))
        known[known] = ordinals[known] < self.n_rows[keys[known]]
        return keys[known], self.first_row[keys[known]] + ordinals[known]


class VectorIndex:
    """Nearest chunks by cosine, in every handbook at once."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._lock = threading.Lock()
        self._snapshot: _Snapshot | None = None

    def search(
        self,
        query: Float32[np.ndarray, " dim"],
        k: int,
        names: Sequence[HandbookId] | None = None,
    ) -> dict[HandbookId, Ranking]:
        """Rank the `k` chunks nearest to `query` in each handbook; the score is the cosine.

        Args:
            query: A vector of length 1, of the library's embedder.
            k: Hits per handbook.
            names: Only these handbooks; all of them if None.

        Raises:
            StoreError: the library cannot be read.
        """
        with self._library.reading() as db:
            snapshot = self._current(db)
            keys = _selected(snapshot, names)
            if not keys:
                return {}
            n_rows = sum(len(snapshot.loaded[key].chunk_ids) for key in keys)
            if n_rows <= SCANNED:
                return snapshot.nearest(query, k, keys)
            n_candidates = max(WORK // max(n_rows, 1), LEAST_OVERSAMPLE * k)
            rowids = _nearest_by_sign(db, query, min(n_candidates, _MOST_CANDIDATES), keys)
            if rowids is None or not self.agrees(db):
                return snapshot.nearest(query, k, keys)
        row_keys, rows = snapshot.placed(rowids)
        # Too little work for BLAS to wake its threads for.
        scores = np.einsum("rd,d->r", snapshot.matrix.take(rows, axis=0), query)
        best = best_per_handbook(row_keys, snapshot.chunk_ids[rows], scores, k)
        return {snapshot.names[key]: ranking for key, ranking in best.items()}

    def lost(self) -> frozenset[HandbookId]:
        """Name the handbooks that the last search could not look at, because their vectors are damaged."""
        snapshot = self._snapshot
        if snapshot is None:
            return frozenset()
        return frozenset(snapshot.names[key] for key, part in snapshot.loaded.items() if part.is_lost)

    def catch_up(self, db: apsw.Connection) -> None:
        """Make the table agree with the store, inside the caller's transaction."""
        if not self.agrees(db):
            _catch_up(db)

    def agrees(self, db: apsw.Connection) -> bool:
        """Say whether the table was made from the vectors that the store has now."""
        return _held(db) == vectors.generations(db)

    def rebuild(self, db: apsw.Connection) -> None:
        """Make the table anew, inside the caller's transaction."""
        _drop(db)
        _catch_up(db)

    def damaged(self, db: apsw.Connection) -> list[HandbookKey]:
        """Give the handbooks, kept or removed, whose rows are not the signs of the store's vectors."""
        rows: defaultdict[HandbookKey, dict[int, bytes]] = defaultdict(dict)
        try:
            for rowid, key, signs in (
                db.execute("select rowid, handbook, signs from signs") if _held(db) else ()
            ):
                rows[key][rowid] = signs
        except UNREADABLE_SIGNS:  # what of them can be read is compared
            pass
        wanted = {key: dict(_rows(db, key)) for key in vectors.generations(db)}
        return sorted(key for key in rows.keys() | wanted.keys() if rows.get(key) != wanted.get(key))

    def _current(self, db: apsw.Connection) -> _Snapshot:
        generation = db.execute("select generation from library").get
        with self._lock:
            if self._snapshot is None or self._snapshot.generation != generation:
                self._snapshot = _load(db, generation, self._snapshot)
            return self._snapshot


def _nearest_by_sign(
    db: apsw.Connection, query: Float32[np.ndarray, " dim"], k: int, keys: Sequence[HandbookKey]
) -> Int64[np.ndarray, " row"] | None:
    """Find in each handbook the `k` rows whose signs differ least from the query's; None without signs."""
    try:
        rowids = db.execute(
            "select rowid from signs where signs match vec_bit(?) and k = ?"
            " and handbook in (select value from json_each(?))",
            (_signs(query).tobytes(), k, msgspec.json.encode(list(keys)).decode()),
        ).fetchall()
    except UNREADABLE_SIGNS:
        return None
    # In the order of the matrix, which is then read from front to back.
    return np.sort(np.array(rowids, dtype=np.int64).ravel())


def _selected(snapshot: _Snapshot, names: Sequence[HandbookId] | None) -> list[HandbookKey]:
    if names is None:
        return list(snapshot.loaded)
    wanted = frozenset(names)
    return [key for key in snapshot.loaded if snapshot.names[key] in wanted]


def _read(db: apsw.Connection, key: HandbookKey, generation: int) -> _Loaded:
    ids, matrix = handbooks.chunk_ids(db, key), _matrix(db, key)
    if matrix is None or len(matrix) != len(ids) or not all(isinstance(one, int) for one in ids):
        nothing = np.zeros((0, vectors.embedder(db)[1]), np.float32)
        return _Loaded(generation, np.zeros(0, np.int64), nothing, is_lost=True)
    return _Loaded(generation, np.array(ids, dtype=np.int64), matrix.astype(np.float32))


def _matrix(db: apsw.Connection, key: HandbookKey) -> Float16[np.ndarray, "chunk dim"] | None:
    """Read a handbook's vectors; None if they are damaged."""
    try:
        return vectors.read(db, key)
    except DamagedError:
        return None


def _load(db: apsw.Connection, generation: int, older: _Snapshot | None) -> _Snapshot:
    """Read into memory what `older` does not have already."""
    known = older.loaded if older else {}
    names = {key: name for name, key in handbooks.keys(db).items()}
    parts = {
        key: known[key] if key in known and known[key].generation == stored else _read(db, key, stored)
        for key, stored in vectors.generations(db).items()
        if key in names
    }
    width = vectors.embedder(db)[1]
    chunk_ids = np.concatenate([np.zeros(0, np.int64), *(part.chunk_ids for part in parts.values())])
    matrix = np.concatenate([np.zeros((0, width), np.float32), *(part.matrix for part in parts.values())])
    first_row = np.zeros(max(parts, default=0) + 1, dtype=np.int64)
    n_rows = np.zeros_like(first_row)
    loaded: dict[HandbookKey, _Loaded] = {}
    end = 0
    for key, part in parts.items():
        start, end = end, end + len(part.chunk_ids)
        first_row[key], n_rows[key] = start, end - start
        loaded[key] = _Loaded(part.generation, chunk_ids[start:end], matrix[start:end], part.is_lost)
    return _Snapshot(generation, names, loaded, first_row, n_rows, chunk_ids, matrix)


def _signs(
    vector: Float16[np.ndarray, "*row dim"] | Float32[np.ndarray, "*row dim"],
) -> UInt8[np.ndarray, "*row byte"]:
    return np.packbits(vector > 0, axis=-1, bitorder="little")


def _rows(db: apsw.Connection, key: HandbookKey) -> Iterator[tuple[int, bytes]]:
    """Make a handbook's rows: row id, signs."""
    matrix = _matrix(db, key)
    rows = () if matrix is None else _signs(matrix)
    return ((key << _ORDINAL_BITS | ordinal, signs.tobytes()) for ordinal, signs in enumerate(rows))


def _held(db: apsw.Connection) -> dict[HandbookKey, int]:
    if not db.execute("select 1 from sqlite_schema where name = 'sign_handbooks'").get:
        return {}
    return dict(db.execute("select handbook, generation from sign_handbooks order by handbook"))


def _catch_up(db: apsw.Connection) -> None:
    held, wanted = _held(db), vectors.generations(db)
    if not held.items() & wanted.items():
        # Nothing can be kept: the width of the vectors may have changed as well.
        _drop(db)
        _create(db, vectors.embedder(db)[1])
        held = {}
    for key in [key for key, generation in held.items() if wanted.get(key) != generation]:
        db.execute("delete from signs where handbook = ?", (key,))
        db.execute("delete from sign_handbooks where handbook = ?", (key,))
        del held[key]
    for key in wanted.keys() - held.keys():
        db.executemany(
            "insert into signs (rowid, handbook, signs) values (?, ?, vec_bit(?))",
            ((rowid, key, signs) for rowid, signs in _rows(db, key)),
        )
        db.execute("insert into sign_handbooks values (?, ?)", (key, wanted[key]))


def _drop(db: apsw.Connection) -> None:
    db.execute("drop table if exists signs")
    db.execute("drop table if exists sign_handbooks")


def _create(db: apsw.Connection, dimensions: int) -> None:
    db.execute(_JOURNAL)
    if dimensions:
        db.execute(
            f"create virtual table signs using vec0("
            f"handbook integer partition key, signs bit[{dimensions}], chunk_size={_CHUNK_SIZE})"
        )
