"""Files that a person exports: each takes the place of an older export of the same, and of no other file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from edgerag.errors import EdgeRagError


def export_lines(file: Path, lines: bytes, schema: str) -> None:
    """Write JSON lines, each with the name of a schema such as "edgerag.note", for their owner alone.

    Raises:
        EdgeRagError: as with `export_parts`.
    """
    export_parts(file, [lines], b'{"schema":"%b/' % schema.encode())


def export_parts(file: Path, parts: Iterable[bytes], opening: bytes) -> None:
    """Write a file piece by piece, for its owner alone.

    Args:
        file: what is written.
        parts: its pieces.
        opening: how every file of this kind begins that is not empty.

    Raises:
        EdgeRagError: the file cannot be written, or is there already and is no older export of the same.
    """
    from edgerag.disk import save_parts

    refuse_other(file, opening)
    save_parts(file, parts)


def refuse_other(file: Path, opening: bytes) -> None:
    """Refuse to replace a file that does not begin as an export does; one of nothing is empty.

    Raises:
        EdgeRagError: there is such a file.
    """
    if file.is_file() and _opening(file, len(opening)) not in {b"", opening}:
        raise EdgeRagError(f"{file} is there already and is no export", hint="give the export another name")


def refuse_any(file: Path) -> None:
    """Refuse to replace any file: it may hold what a person has added to an older one.

    Raises:
        EdgeRagError: there is one.
    """
    if file.exists():
        raise EdgeRagError(f"{file} is there already, and stays", hint="choose another name")


def _opening(file: Path, n_bytes: int) -> bytes | None:
    """Read how a file begins; None if it cannot be read."""
    try:
        with file.open("rb") as opened:
            return opened.read(n_bytes)
    except OSError:
        return None
