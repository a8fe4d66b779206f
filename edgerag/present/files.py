"""The lines of a file picker: a mark, a name, a size."""

from __future__ import annotations

from edgerag.present.amounts import size
from edgerag.present.inert import one_line
from edgerag.present.lines import cells, shorten

_MARK_COLUMNS, _SIZE_COLUMNS = 4, 8


def file_line(name: str, n_bytes: int, *, is_marked: bool, width: int) -> str:
    """Lay out a file in `width` columns, its size at the right end."""
    room = max(width - _MARK_COLUMNS - _SIZE_COLUMNS, 1)
    shown = shorten(one_line(name), room)
    return f"{_mark(is_marked=is_marked)}{shown}{' ' * (room - cells(shown))}{size(n_bytes):>{_SIZE_COLUMNS}}"


def folder_line(name: str, *, is_marked: bool, width: int) -> str:
    """Lay out a folder in `width` columns."""
    return _mark(is_marked=is_marked) + shorten(one_line(name) + "/", max(width - _MARK_COLUMNS, 1))


def _mark(*, is_marked: bool) -> str:
    return "[x] " if is_marked else "[ ] "
