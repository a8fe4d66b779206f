"""Turns the files, folders and patterns that a person names into a list of documents."""

from __future__ import annotations

import glob
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from edgerag.ingest.source import kind_of

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
    ".csv": "csv",
    ".tsv": "csv",
    ".xlsx": "xlsx",
    ".xlsm": "xlsx",
    ".json": "json",
    ".jsonl": "json",
    ".ndjson": "json",
    ".xml": "xml",
}


@dataclass(frozen=True, slots=True)
class Discovered:
    """What was found under the names given."""

    files: tuple[Path, ...]
    """Supported documents, absolute, each once, in the order of the names, sorted within a folder."""
    unsupported: tuple[Path, ...]
    """Other files, which a person may have expected to be added."""
    problems: tuple[tuple[Path, str], ...] = ()
    """What could not be looked at and why: names of nothing, folders that may not be read, links that lead
    to nothing."""


def media_type(path: Path) -> str | None:
    """Give the format of a file by its name, or None if edgerag does not read it."""
    return MEDIA_TYPES.get(path.suffix.lower())


def discover(names: Sequence[str | Path]) -> Discovered:
    """List the documents under files, folders (with their subfolders) and glob patterns.

    Hidden files and folders are left out unless named. A name of nothing is a problem of its own: the others
    are looked at.
    """
    files: dict[Path, None] = {}
    unsupported: dict[Path, None] = {}
    problems: dict[Path, str] = {}
    for name in names:
        named = Path(name).expanduser()
        matching = _matching(named)
        if not matching:
            problems[named] = "no such file or folder"
        for path in matching:
            for document in _within(path, problems):
                kind = files if media_type(document) else unsupported
                kind[document.absolute()] = None
    return Discovered(tuple(files), tuple(unsupported), tuple(problems.items()))


def _matching(path: Path) -> list[Path]:
    if path.exists() or path.is_symlink():
        return [path]
    return sorted(Path(match) for match in glob.glob(str(path), recursive=True))  # noqa: PTH207 - absolute patterns


def _within(path: Path, problems: dict[Path, str]) -> list[Path]:
    """Give a file, or the files within a folder; note what of the folder cannot be looked at."""
    if not path.is_dir():
        return [path]

    def note(error: OSError) -> None:
        problems[Path(error.filename)] = f"the folder cannot be read: {error.strerror}"

    found: list[Path] = []
    for folder, subfolders, names in os.walk(path, onerror=note):
        subfolders[:] = [name for name in subfolders if not name.startswith(".")]
        links = [inner for name in subfolders if (inner := Path(folder, name)).is_symlink()]
        problems |= dict.fromkeys(links, "a folder behind a link is searched only if it is named")
        for inner in (Path(folder, name) for name in names if not name.startswith(".")):
            if why := _why_no_file(inner):
                problems[inner] = why
            else:
                found.append(inner)
    return sorted(found)


def _why_no_file(path: Path) -> str:
    """Say what is wrong with an entry of a folder that is no file; empty for a file."""
    try:
        other = kind_of(path.stat().st_mode)
    except OSError as error:
        return "the link leads to nothing" if path.is_symlink() else f"it cannot be read: {error.strerror}"
    return f"this is {other}, not a file" if other else ""
