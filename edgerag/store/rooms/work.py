"""Work in progress, which a killed process leaves word of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from edgerag.store import unfinished
from edgerag.store.rooms.room import Room


class Work(Room):
    """What is being done to the library, and what never came to its end."""

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
