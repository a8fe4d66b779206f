"""Adds handbooks in a thread and tells a screen how far it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from textual.message import Message

from edgerag.domain.handbooks import Handbook
from edgerag.domain.ids import HandbookId
from edgerag.errors import EdgeRagError
from edgerag.present.batch import Batch
from tui.messages import Folded

if TYPE_CHECKING:
    from edgerag.intake import AddEvent
    from edgerag.store.rooms.stock import Added

Post = Callable[[Message], object]
"""A screen's `post_message`."""


@dataclass
class BatchProgressed(Folded):
    """A batch of files is so far."""

    batch: Batch


@dataclass
class FileAdded(Message):
    """A file is in the library, whole."""

    handbook: Handbook
    outcome: Added


@dataclass
class FileFailed(Message):
    """A file could not be added; the others go on."""

    name: str
    error: EdgeRagError


@dataclass
class Skipped(Message):
    """Files that were picked and cannot be handbooks."""

    names: tuple[str, ...]


@dataclass
class Outcome:
    """What became of the files of one batch."""

    n_added: int = 0
    n_unchanged: int = 0
    new: list[Handbook] = field(default_factory=list)
    failed: dict[str, tuple[str, str]] = field(default_factory=dict)
    """What went wrong and what to do, by file name."""
    skipped: tuple[str, ...] = ()
    """Names of files that are no handbooks."""

    to_check: list[HandbookId] = field(default_factory=list)
    """New handbooks whose title, edition or maker is in doubt."""

    ended_by: EdgeRagError | None = None
    """What ended it early."""


def follow(events: Iterable[AddEvent], files: Sequence[Path], post: Post) -> None:
    """Post a message for each event of adding, or indexing again, `files`."""
    from edgerag.intake import Embedding, Failed, Indexed, Reading

    tally = Tally({path: _size(path) for path in files})
    for event in events:
        match event:
            case Reading(path):
                post(BatchProgressed(tally.at(path, path.name, "reading")))
            case Embedding(path, n_done, n_chunks):
                post(BatchProgressed(tally.at(path, path.name, "indexing", n_done, n_chunks)))
            case Indexed(path, handbook, outcome):
                tally.end(path, handbook.n_chunks)
                post(FileAdded(handbook, outcome))
                post(BatchProgressed(tally.at(path, path.name, "indexed")))
            case Failed(path, error):
                tally.end(path, 0)
                post(FileFailed(path.name, error))
                post(BatchProgressed(tally.at(path, path.name, "could not read")))


class Tally:
    """How much of a batch is done, by the sizes of what is in it."""

    def __init__(self, sizes: Mapping[Hashable, int]) -> None:
        self._sizes = dict(sizes)
        self._left = dict(sizes)
        self._n_passages = 0
        self._began = monotonic()

    def at(self, one: Hashable, name: str, doing: str, n_of_one: int = 0, n_in_one: int = 1) -> Batch:
        """Give the moment at which something is done with `one` of the batch, by the name to be shown."""
        left = sum(self._left.values()) - self._left.get(one, 0) * n_of_one / n_in_one
        return Batch(
            doing,
            name,
            n_done=len(self._sizes) - len(self._left),
            n_files=len(self._sizes),
            n_passages=self._n_passages + n_of_one,
            share=1 - left / sum(self._sizes.values()),
            elapsed_s=monotonic() - self._began,
        )

    def end(self, one: Hashable, n_passages: int) -> None:
        """Note that `one` is done, with so many passages."""
        self._left.pop(one, None)
        self._n_passages += n_passages


def _size(path: Path) -> int:
    """Give a file's size as the work that it makes; a file that is gone makes little."""
    try:
        return max(path.stat().st_size, 1)
    except OSError:
        return 1
