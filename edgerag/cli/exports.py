"""Files of JSON lines that a person exports, each line with the name of its schema."""

from __future__ import annotations

from pathlib import Path

from edgerag.errors import EdgeRagError


def export_lines(file: Path, lines: bytes, schema: str) -> None:
    """Write lines of a schema, such as "edgerag.note", for their owner alone.

    Raises:
        EdgeRagError: the file cannot be written, or is there already and is no older export of the same.
    """
    from edgerag.disk import save

    if file.exists() and not _is_export(file, schema):
        raise EdgeRagError(f"{file} is there already and is no export", hint="give the export another name")
    save(file, lines)


def _is_export(file: Path, schema: str) -> bool:
    """Whether a file is an export; one of nothing is empty."""
    begins = b'{"schema":"%b/' % schema.encode()
    try:
        with file.open("rb") as opened:
            found = opened.read(len(begins))
    except OSError:
        return False
    return found in {b"", begins}
