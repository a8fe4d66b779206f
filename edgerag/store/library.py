"""The library: one file with every handbook and all that belongs to it.

What can be done to a library is said in its `rooms`, each of one idea; each change is kept whole there. The
SQL is in the module that owns the table: `handbooks`, `own_names`, `entities`, `claims`, `comparisons`,
`vectors`, `answers`, `reports`, `marks`, `notes`, `facts`, `trail`, `unfinished`, `audits`.

What the policy forbids is refused in the rooms, and what the audit trail must hold is written there, in the
transaction of the change itself: whichever front end asks for it.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final, Self

import apsw
import psutil

from edgerag.disk import Closing
from edgerag.errors import MigrationError, StoreError
from edgerag.paths import bundled
from edgerag.policy import NO_RULES, Rules
from edgerag.store import migrate
from edgerag.store.connection import BUSY_TIMEOUT_S, Connections, translated_errors
from edgerag.store.locking import erase_plain_copies
from edgerag.store.rooms.findings import Findings
from edgerag.store.rooms.history import History
from edgerag.store.rooms.notebook import Notebook
from edgerag.store.rooms.shelf import Shelf
from edgerag.store.rooms.stock import Stock
from edgerag.store.rooms.trail import AuditTrail
from edgerag.store.rooms.vectors import Vectors
from edgerag.store.rooms.work import Work

NO_ROOM: Final = (
    "the disk is full: what is there can be read, and nothing can be kept until some space is free"
)


class Library(Shelf, Findings, Vectors, Stock, History, Notebook, AuditTrail, Work, Closing):
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
        if connections.is_for_lack_of_room():
            library.notes.append(NO_ROOM)
        return library

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
