"""The table `vectors`, and which embedder made them: the vectors themselves, not an index of them.

They are stored as float16: for rows of length 1 a dot product changes by less than 0.001,
and the file and the time to read it are half of float32's.
"""

from __future__ import annotations

import apsw
import numpy as np
from jaxtyping import Float16, Float32

from edgerag.errors import DamagedError
from edgerag.store.handbooks import HandbookKey
from edgerag.store.seals import intact, seal

LENGTH_TOLERANCE = 1e-3
STORED_TOLERANCE = 2e-3
"""Of the length of vectors that went through float16, which rounds each number by up to 0.05 percent."""

MEND = "edgerag doctor --repair makes them anew"


def embedder(db: apsw.Connection) -> tuple[str, int]:
    """Give the name of the model that made the vectors and their width; ("", 0) before the first."""
    return db.execute("select embedder, dimensions from library").get


def set_embedder(db: apsw.Connection, name: str, dimensions: int) -> None:
    """Record the model that makes the vectors from now on, and drop those of any other."""
    db.execute("update library set embedder = ?, dimensions = ?", (name, dimensions))
    db.execute("delete from vectors")


def are_directions(
    matrix: Float16[np.ndarray, "chunk dim"] | Float32[np.ndarray, "chunk dim"], tolerance: float
) -> bool:
    """Say whether every row is finite and of length 1, give or take `tolerance`."""
    lengths = np.linalg.norm(matrix.astype(np.float32), axis=1)
    return bool(np.allclose(lengths, 1, atol=tolerance))  # NaN and infinity fail this too


def write(
    db: apsw.Connection, key: HandbookKey, matrix: Float32[np.ndarray, "chunk dim"], generation: int
) -> None:
    """Store a handbook's vectors, one row per chunk in reading order, in place of any it had.

    Raises:
        ValueError: a vector has a value that is not finite, or its length is not 1.
    """
    if not are_directions(matrix, LENGTH_TOLERANCE):
        raise ValueError("vectors must be finite and of length 1")
    row = (key, generation, matrix.astype("<f2").tobytes())
    db.execute(
        "insert or replace into vectors (handbook, generation, matrix, seal) values (?, ?, ?, ?)",
        (*row, seal("vectors", *row)),
    )


def read(db: apsw.Connection, key: HandbookKey) -> Float16[np.ndarray, "chunk dim"]:
    """Read a handbook's vectors, one row per chunk in reading order; no rows if it has none yet.

    Raises:
        DamagedError: they are not those that were stored.
    """
    _, dimensions = embedder(db)
    query = "select handbook, generation, matrix, seal from vectors where handbook = ?"
    blobs = [bytes(blob) for blob in intact(db, "vectors", query, (key,), lambda row: row[2])]
    if not blobs and key in generations(db):
        raise DamagedError("the vectors of a handbook are damaged", hint=MEND)
    values = np.frombuffer(b"".join(blobs), dtype="<f2")
    if len(values) % (dimensions or 1):
        raise DamagedError(f"the vectors of a handbook have no {dimensions} dimensions", hint=MEND)
    return values.reshape(-1, dimensions or 1)


def generations(db: apsw.Connection) -> dict[HandbookKey, int]:
    """Say for each handbook with vectors at which generation they were stored."""
    return dict(db.execute("select handbook, generation from vectors order by handbook"))


def missing(db: apsw.Connection) -> list[HandbookKey]:
    """Give the handbooks that have no vectors of the library's embedder yet, oldest first."""
    rows = db.execute(
        "select key from handbooks where key not in (select handbook from vectors) order by key"
    )
    return [key for (key,) in rows]
