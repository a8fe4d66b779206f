"""Turns the files, folders and patterns that a person names into a list of documents."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from edgerag.errors import IngestError

MEDIA_TYPES = {
    ".pdf": "pdf",
    ".docx": "docx",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".md": "markdown",
    ".markdown": "markdown",
    ".txt": "text",
    ".text": "text",
}


@dataclass(frozen=True, slots=True)
class Discovered:
    """What was found under the names given."""

    files: tuple[Path, ...]
    """Supported documents, absolute, each once, in the order of the names, sorted within a folder."""
    unsupported: tuple[Path, ...]
    """Other files, which a person may have expected to be added."""


def media_type(path: Path) -> str | None:
    """Give the format of a file by its name, or None if edgerag does not read it."""
    return MEDIA_TYPES.get(path.suffix.lower())


def discover(names: Sequence[str | Path]) -> Discovered:
    """List the documents under files, folders (with their subfolders) and glob patterns.

    Hidden files and folders are left out unless named.

    Raises:
        IngestError: a name matches nothing.
    """
    files: dict[Path, None] = {}
    unsupported: dict[Path, None] = {}
    for name in names:
        for path in _matching(Path(name).expanduser()):
            for document in _within(path):
                kind = files if media_type(document) else unsupported
                kind[document.absolute()] = None
    return Discovered(tuple(files), tuple(unsupported))


def _matching(path: Path) -> list[Path]:
    if path.exists():
        return [path]
    matches = sorted(Path(match) for match in glob.glob(str(path), recursive=True))  # noqa: PTH207 - absolute patterns
    if not matches:
        raise IngestError(f"{path}: no such file or folder", hint="check the name")
    return matches


def _within(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return sorted(
        inner
        for inner in path.rglob("*")
        if inner.is_file() and not any(part.startswith(".") for part in inner.relative_to(path).parts)
    )
