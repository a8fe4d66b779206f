"""Files of rows: one JSON object a line, zipped or not; what is broken is named by file and line."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO, TypeVar

import msgspec

from edgerag.errors import ConfigError

T = TypeVar("T")


def read_rows(path: Path, kind: type[T]) -> Iterator[T]:
    """Read a record a line; unknown fields are ignored.

    Raises:
        ConfigError: a row cannot be read, or lacks a field.
    """
    decoder = msgspec.json.Decoder(kind)
    with opened(path) as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                yield decoder.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise ConfigError(f"{path}: line {number}: {error}") from error


@contextmanager
def opened(path: Path) -> Iterator[TextIO]:
    """Open a file, zipped or not.

    Raises:
        ConfigError: it cannot be read.
    """
    try:
        with (
            gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8")
        ) as lines:
            yield lines
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error


def find_file(folder: Path, name: str) -> Path:
    """Find a file, or its gzip.

    Raises:
        ConfigError: neither is there.
    """
    zipped = folder / f"{name}.gz"
    return zipped if zipped.is_file() else existing_file(folder / name)


def existing_file(path: Path) -> Path:
    """Give the path of a file that is there.

    Raises:
        ConfigError: it is not.
    """
    if not path.is_file():
        raise ConfigError(f"{path}: there is no such file", hint="check --data and --split")
    return path
