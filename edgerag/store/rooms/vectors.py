"""The vectors: which model made them, and whose are still to be made."""

from __future__ import annotations

import apsw
import numpy as np
from jaxtyping import Float16, Float32

from edgerag.domain.ids import HandbookId
from edgerag.errors import StoreError
from edgerag.store import handbooks, vectors
from edgerag.store.rooms.room import Room, key_of, next_generation


class Vectors(Room):
    """The passages' vectors, all of one model."""

    @property
    def embedder(self) -> str:
        """The name of the one model that made every vector; empty before the first handbook."""
        with self.reading() as db:
            return vectors.embedder(db)[0]

    def vectors(self, handbook: HandbookId) -> Float16[np.ndarray, "chunk dim"]:
        """Read the chunks' vectors in reading order; no rows while they are still to be made.

        Raises:
            DamagedError: they are not those that were stored.
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            return vectors.read(db, key_of(db, handbook))

    def change_embedder(self, name: str, dimensions: int) -> None:
        """Drop every vector, because from now on another model makes them.

        `waiting_for_vectors` then lists every handbook until `replace_vectors` has served it.

        Raises:
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            if vectors.embedder(db) != (name, dimensions):
                vectors.set_embedder(db, name, dimensions)
                next_generation(db)

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
            key = key_of(db, handbook)
            check_embedder(db, embedder, matrix.shape[1])
            if len(matrix) != len(handbooks.chunk_ids(db, key)):
                raise ValueError("one vector per chunk is needed")
            vectors.write(db, key, matrix, next_generation(db))


def check_embedder(db: apsw.Connection, name: str, dimensions: int) -> None:
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
