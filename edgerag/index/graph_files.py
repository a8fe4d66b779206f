"""The file of the knowledge graph, whose name says what is in it: FORMAT-GENERATION-SHA256.kuzu.

A damaged file could crash whoever opens it, so its hash is compared first. A new graph is a new file beside
the old one, which another process may be reading, and appears when it is whole and on the disk.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from edgerag.disk import flush, flush_folder, sha256_of
from edgerag.folders import PRIVATE_FILE, make_private

FORMAT: Final = 1
"""Raised whenever the schema changes, or what is read into it: then the graph is built anew."""
SUFFIX: Final = ".kuzu"
LOCK: Final = "lock"
_UNDER_WAY: Final = "building-"
_DIGITS: Final = 16


@dataclass(frozen=True, slots=True)
class GraphFile:
    """A file of the graph, by its name."""

    path: Path
    format: int
    generation: int
    """The library's, as of which it was built."""
    digest: str

    @classmethod
    def parse(cls, path: Path) -> Self | None:
        """Read a file's name; None if it is none of a graph's."""
        version, _, rest = path.stem.partition("-")
        generation, _, digest = rest.partition("-")
        if path.suffix != SUFFIX or not (version.isdecimal() and generation.isdecimal()):
            return None
        return cls(path, int(version), int(generation), digest)

    def is_whole(self) -> bool:
        """Say whether the file is as it was written."""
        try:
            return sha256_of(self.path)[:_DIGITS] == self.digest
        except OSError:
            return False


def newest(folder: Path) -> GraphFile | None:
    """Find the latest graph of this format; it may be damaged."""
    found = [file for file in _files(folder) if file.format == FORMAT]
    return max(found, key=lambda file: (file.generation, file.digest), default=None)


@contextmanager
def scratch_folder(folder: Path) -> Iterator[Path]:
    """Make a folder for what is being built, and remove those that killed processes left.

    The caller holds the lock, so nobody is at work in them.
    """
    make_private(folder)
    for left in folder.glob(f"{_UNDER_WAY}*"):
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=_UNDER_WAY, dir=folder, ignore_cleanup_errors=True) as scratch:
        yield Path(scratch)


def publish(built: Path, folder: Path, generation: int) -> GraphFile:
    """Put a graph that is whole where it is looked for, and remove all others that nobody holds."""
    built.chmod(PRIVATE_FILE)
    with built.open("rb+") as file:
        flush(file)
    digest = sha256_of(built)[:_DIGITS]
    path = folder / f"{FORMAT}-{generation}-{digest}{SUFFIX}"
    built.replace(path)
    flush_folder(folder)
    for other in _files(folder):
        if other.path != path:
            with suppress(PermissionError):  # a system that keeps open files; the next one removes it
                other.path.unlink(missing_ok=True)
    return GraphFile(path, FORMAT, generation, digest)


def _files(folder: Path) -> Iterator[GraphFile]:
    for path in folder.glob(f"*{SUFFIX}"):
        file = GraphFile.parse(path)
        if file is not None:
            yield file
